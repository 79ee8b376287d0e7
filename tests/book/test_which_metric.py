"""The map from a task to a metric leads to every chapter, and shows what it reports."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from test_accessibility import MARKUP, each_theme, pale_texts, wcag_violations

from book_pages import CHAPTERS, DESKTOP, PHONE, ROOT, has
from evalbook import confusion
from evalbook.comparison import proportion_interval
from evalbook_tools.site.tasks import reporting_line

PAGE = (ROOT / "book" / "which_metric.md").read_text("utf-8")
TASKS = re.findall(
    r"^```\{task\} ([^\n]+)\n:metric: ([^\n]+)\n:map: [^\n]+ → [^\n]+\n:chapter: (\S+)\n(?::id: \S+\n)?\n(.+?)\n```$",
    PAGE,
    re.MULTILINE | re.DOTALL,
)


def test_every_task_has_its_four_parts():
    assert len(TASKS) == PAGE.count("```{task}")


def test_no_task_is_there_twice():
    assert len({task for task, *_ in TASKS}) == len(TASKS)


@pytest.mark.parametrize("chapter", [name for name in CHAPTERS if name.count("/") == 2])
def test_every_chapter_can_be_found_by_a_task(chapter):
    found = chapter in {chapter for _, _, chapter, _ in TASKS}
    has(chapter, found, "no {task} in book/which_metric.md leads to it, with :metric:, :map:, :chapter: and :id:")


@pytest.mark.parametrize("chapter", dict.fromkeys(chapter for _, _, chapter, _ in TASKS))
def test_every_chapter_reports_a_number(chapter):
    assert re.search(r"\d", reporting_line(ROOT / f"{chapter}.ipynb"))


@pytest.mark.parametrize(("task", "text"), [(task, text) for task, _, _, text in TASKS])
def test_every_task_names_a_function(task, text):
    assert "{py:" in text


@pytest.mark.parametrize("text", [text for task in TASKS for text in task[:2]])
def test_a_task_and_its_metric_are_whole_sentences(text):
    assert re.fullmatch(r"[A-Z].*[.”]", text)


# ---------------------------------------------------------------- the map

MAP = "nav.decision-map"
EACH_WINDOW = pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desk", "phone"])
ENDS = """() => [...document.querySelectorAll("nav.decision-map ul ul a")].map(a => a.getAttribute("href").slice(1))"""


def size(window):
    return dict(zip(("width", "height"), window, strict=True))


def test_the_map_leads_to_every_section_and_every_task_in_the_order_of_the_page(reader):
    page = reader("book/which_metric")
    ends = page.evaluate(ENDS)
    places = "() => [...document.querySelectorAll('section > span[id^=which-], details.task')].map(one => one.id)"
    assert ends == page.evaluate(places)
    assert len(ends) == len(TASKS) + PAGE.count("\n(which-")


def test_a_branch_of_the_map_says_what_its_section_is_called(reader):
    page = reader("book/which_metric")
    branches = page.locator(f"{MAP} > ul > li > ul > li > p").all_inner_texts()
    assert branches == [text.removesuffix("¶") for text in page.locator("article h2").all_inner_texts()]


def test_an_end_of_the_map_opens_its_task_by_keyboard(reader):
    page = reader("book/which_metric")
    end = page.locator(f"{MAP} a", has_text="Any threshold may be used")
    end.focus()
    page.keyboard.press("Enter")
    page.get_by_text("is the probability that a random positive scores higher").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.task')?.open")


def test_each_end_of_the_map_is_heard_as_a_task_and_a_metric(reader):
    page = reader("book/which_metric")
    assert page.get_by_role("navigation", name="Decision map").count() == 1
    tree = page.locator(MAP).aria_snapshot()
    assert 'link "Large errors hurt most: RMSE"' in tree


@EACH_WINDOW
def test_the_map_fits_the_window_and_fingers(reader, window):
    page = reader("book/which_metric", viewport=size(window))
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]
    boxes = page.locator(f"{MAP} a").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right, box.height])"
    )
    assert all(0 <= left < right <= window[0] and height >= 24 for left, right, height in boxes)


def test_the_questions_of_the_map_are_side_by_side_where_there_is_room(reader):
    tops = "all => all.map(one => one.getBoundingClientRect().top)"
    questions = reader("book/which_metric").locator(f"{MAP} > ul > li").evaluate_all(tops)
    assert len(set(questions)) == 1
    questions = reader("book/which_metric", viewport=size(PHONE)).locator(f"{MAP} > ul > li").evaluate_all(tops)
    assert len(set(questions)) == len(questions)


@each_theme
def test_the_map_can_be_read_by_all(reader, theme):
    page = reader("book/which_metric", color_scheme=theme)
    assert not wcag_violations(page, MARKUP, MAP)
    assert not pale_texts(page, MAP)


# ---------------------------------------------------------------- the calculator

SURPRISE = "#the-auc-is-high-and-the-precision-low"
LABELS = {
    **{"tp": "True positives", "fn": "False negatives", "fp": "False positives", "tn": "True negatives"},
    **{"tpr": "Recall (TPR)", "fpr": "False positive rate (FPR)", "rate": "Base rate in use", "auc": "AUC, if"},
}
EXAMPLE = confusion.Counts(tp=80, fn=20, fp=594, tn=9306)
"""The calculator begins with these rates, TPR 0.80 and FPR 0.06, and this base rate, 1 in 100."""
FILL = """inputs => {
    const form = document.querySelector(".calculator"), [first, more] = [...form.children].slice(-2);
    const texts = part => [...part.querySelectorAll(":scope > p")].map(one => one.textContent);
    return inputs.map(values => {
        form.way.value = values.way;
        form.querySelectorAll("[data-kind]").forEach(field => (field.value = values[field.name] ?? ""));
        form.dispatchEvent(new Event("input"));
        return {
            first: texts(first), texts: texts(more), report: more.querySelector("blockquote")?.textContent ?? "",
            rows: [...more.querySelectorAll("tbody tr")].map(row => [...row.children].map(cell => cell.textContent)),
            invalid: [...form.querySelectorAll("[aria-invalid=true]")].map(field => field.name),
        };
    });
}"""


@pytest.fixture
def calculator(reader):
    """The page at the surprise; a function that fills all fields, once for each dictionary, and gives what is said."""
    page = reader("book/which_metric", SURPRISE)

    def say(*inputs):
        return page.evaluate(FILL, [{"way": "counts" if "tp" in each else "rates", **each} for each in inputs])

    say.page = page
    yield say
    assert not page.errors


def is_told(text, value):
    """Whether a text is a share, rounded to its last digit; only 0 and 1 may be called so."""
    number, places = float(text), len(text.partition(".")[2])
    return abs(number - value) <= (0.5 * 10.0**-places if 0 < number < 1 else 0) + 1e-9


def are_told(text, bounds, kind):
    """Whether a text is an interval."""
    found = re.fullmatch(rf"(\S+) to (\S+) \({kind}\)", text)
    return found and all(is_told(*pair) for pair in zip(found.groups(), bounds, strict=True))


def many_counts():
    """Four counts, many of them 0, and a base rate."""
    rng = np.random.default_rng(0)
    for number in range(400):
        counts = {
            name: int(rng.integers(0, 1 + rng.choice([0, 1, 10, 100, 10_000]))) for name in ("tp", "fn", "fp", "tn")
        }
        if any(counts.values()):
            yield {**counts, "rate": ["", 0.001, 0.01, 0.3, 0.9][number % 5]}


def test_hundreds_of_counts_give_the_packages_shares_with_wilsons_intervals(calculator):
    cases = list(many_counts())
    assert len(cases) > 350
    for case, said in zip(cases, calculator(*cases), strict=True):
        tp, fn, fp, tn, _ = case.values()
        rows = {name.partition(" (")[0]: cells for name, *cells in said["rows"]}
        for name, k, n, why in [
            ("Recall", tp, tp + fn, "there are no positives"),
            ("False positive rate", fp, fp + tn, "there are no negatives"),
            ("Precision in these samples", tp, tp + fp, "there are no alarms"),
            ("Negative predictive value in these samples", tn, tn + fn, "every sample is flagged"),
        ]:
            value, interval = rows[name]
            if n:
                assert is_told(value, k / n), (case, name, value)
                assert are_told(interval, proportion_interval(k, n), "95%"), (case, name, interval)
            else:
                assert (value, interval) == (f"undefined, because {why}", "")


def test_hundreds_of_counts_give_the_precision_in_use_with_a_conservative_interval(calculator):
    cases = [case for case in many_counts() if case["rate"]]
    assert len(cases) > 250
    for case, said in zip(cases, calculator(*cases), strict=True):
        tp, fn, fp, tn, rate = case.values()
        (_, value, interval), (_, alarms, _), _ = said["rows"][-3:]
        if not (tp + fn and fp + tn):
            assert value == f"undefined, because the {'false positive rate' if tp + fn else 'recall'} is undefined"
        elif tp + fp:
            hits, others = rate * tp / (tp + fn), (1 - rate) * fp / (fp + tn)
            assert is_told(value, confusion.precision([1, 0], [1, 1], sample_weight=[hits, others])), case
            (low, high), (least, most) = (
                proportion_interval(k, n, level=0.975) for k, n in ((tp, tp + fn), (fp, fp + tn))
            )
            ends = [rate * tpr / (rate * tpr + (1 - rate) * fpr) for tpr, fpr in ((low, most), (high, least))]
            assert are_told(interval, ends, "conservative"), case
            if tp:
                assert float(alarms.replace(",", "")) == pytest.approx(others / hits, rel=0.06)
            else:
                assert alarms == "undefined, because no positive is found"
        else:
            assert (value, interval) == ("undefined, because there are no alarms", "")


def test_hundreds_of_rates_give_the_packages_precision_and_no_interval(calculator):
    shares, rates = [0, 0.001, 0.06, 0.25, 0.5, 0.8, 0.93, 1], [0.001, 0.01, 0.2, 0.5, 0.95]
    cases = list(product(shares, shares, rates))
    answers = calculator(*({"tpr": tpr, "fpr": fpr, "rate": rate} for tpr, fpr, rate in cases))
    assert len(cases) >= 300
    for (tpr, fpr, rate), said in zip(cases, answers, strict=True):
        weights = [rate * tpr, rate * (1 - tpr), (1 - rate) * fpr, (1 - rate) * (1 - fpr)]
        (_, precision), _, (_, npv) = said["rows"]
        assert "Two rates alone give no interval" in said["texts"][-1]
        if tpr + fpr:
            assert is_told(precision, confusion.precision([1, 1, 0, 0], [1, 0, 1, 0], sample_weight=weights))
        else:
            assert precision == "undefined, because there are no alarms"
        if tpr + fpr < 2:
            negative = confusion.precision([1, 1, 0, 0], [1, 0, 1, 0], pos_label=0, sample_weight=weights)
            assert is_told(npv, negative)
        else:
            assert npv == "undefined, because every sample is flagged"


def test_the_sentence_to_report_has_the_numbers_of_the_table(calculator):
    for said in calculator(*many_counts()):
        rows = [row for row in said["rows"] if not row[0].startswith("False alarms")]
        for _, value, interval in rows[:2] + rows[-2:]:
            assert value in said["report"]
            assert interval.rpartition(" (")[0] in said["report"]


def test_who_lands_at_the_surprise_reads_the_numbers_of_the_example(reader):
    page = reader("book/which_metric", SURPRISE)
    precision = EXAMPLE.precision
    first = (
        f"At a base rate of 0.01, the precision is {precision:.2f}. For each positive that it finds, the model raises "
    )
    assert page.locator(".calculator [role=status]").inner_text() == f"{first}{594 / 80:.1f} false alarms."
    text = page.locator(".calculator").inner_text()
    assert "Of 10,000 samples, 100 are positive. The model flags 80 of them, and 594 of the 9,900 others." in text
    report = page.locator(".calculator blockquote").inner_text()
    assert report.startswith(
        "On 200 samples (100 positive and 100 negative), the recall was 0.80 (95% interval 0.71 to 0.87)"
    )
    assert f"a base rate of 0.01, the precision is {precision:.2f} (conservative interval 0.049 to 0.26)" in report
    assert report.endswith("The AUC was 0.93.")


def test_two_rates_give_a_sentence_without_intervals(calculator):
    (said,) = calculator({"tpr": "80%", "fpr": "6/100", "rate": "1 in 100"})
    assert said["report"] == (
        "The recall was 0.80 and the false positive rate was 0.06. "
        f"At a base rate of 0.01, the precision is 0.12 and the negative predictive value is "
        f"{EXAMPLE.negative_predictive_value:.4f}."
    )


def test_without_a_base_rate_four_counts_give_their_own_precision(calculator):
    (said,) = calculator({"tp": 80, "fn": 20, "fp": 6, "tn": 94})
    first = (
        "In these samples (base rate 0.50), the precision is 0.93. For each positive that it finds, the model raises "
    )
    assert said["first"] == [f"{first}0.075 false alarms."]
    assert (
        "At the base rate of these samples, 0.50, the precision was 0.93 (95% interval 0.86 to 0.968)" in said["report"]
    )


@pytest.mark.parametrize(
    ("numbers", "first"),
    [
        ({"tp": 0, "fn": 5, "fp": 0, "tn": 9}, "There are no alarms, so the precision is undefined."),
        ({"tpr": 0, "fpr": 0, "rate": 0.1}, "There are no alarms, so the precision is undefined."),
        ({"tp": 0, "fn": 0, "fp": 3, "tn": 9, "rate": 0.1}, "The recall is undefined, so the precision is undefined."),
        (
            {"tp": 3, "fn": 1, "fp": 0, "tn": 0, "rate": 0.1},
            "The false positive rate is undefined, so the precision is undefined.",
        ),
        ({"tp": 0, "fn": 0, "fp": 0, "tn": 0}, "All four counts are 0, so there is nothing to measure."),
        (
            {"tpr": 0, "fpr": 0.5, "rate": 0.1},
            "At a base rate of 0.10, the precision is 0. The model finds no positive.",
        ),
    ],
)
def test_what_is_undefined_is_said_in_words(calculator, numbers, first):
    (said,) = calculator(numbers)
    assert said["first"] == [first]


COUNT = "Type a whole number from 0 to 1,000,000,000, such as 80."
SHARE = "Type a number from 0 to 1, such as 0.06, 6%, 6/100 or 6 in 100."
RATE = "Type a number above 0 and below 1, such as 0.01, 1%, 1/100 or 1 in 100."
GOOD = {"tp": "80", "fn": "20", "fp": "6", "tn": "94", "tpr": "0.8", "fpr": "0.06", "rate": "0.01", "auc": "0.9"}
BAD = [
    *(
        ("tp", text, f"True positives (TP): found “{text}”. {COUNT}")
        for text in ("-3", "many", "2.5", "80%", "1e10", "1/1")
    ),
    ("fn", "x", f"False negatives (FN): found “x”. {COUNT}"),
    ("fp", "nan", f"False positives (FP): found “nan”. {COUNT}"),
    ("tn", "inf", f"True negatives (TN): found “inf”. {COUNT}"),
    *(("tpr", text, f"Recall: found “{text}”. {SHARE}") for text in ("2", "-0.1", "101%", "high", "<b>", "1/0")),
    ("fpr", "1.5", f"False positive rate: found “1.5”. {SHARE}"),
    *(("rate", text, f"Base rate: found “{text}”. {RATE}") for text in ("0", "1", "2", "1 in 1", "1 of 100")),
    ("auc", "93", f"AUC: found “93”. {SHARE}"),
    ("auc", "9" * 50, f"AUC: found “{'9' * 30}…”. {SHARE}"),
]


def used(field):
    """The good numbers of the way in which a field is used."""
    way = ("tpr", "fpr") if field in ("tpr", "fpr") else ("tp", "fn", "fp", "tn")
    return {name: GOOD[name] for name in (*way, "rate", "auc")}


def test_a_number_that_cannot_be_is_told_its_field_and_what_to_type(calculator):
    answers = calculator(*({**used(name), name: text} for name, text, _ in BAD))
    for (name, _, message), said in zip(BAD, answers, strict=True):
        assert said == {"first": [message], "texts": [], "report": "", "rows": [], "invalid": [name]}


def test_several_bad_numbers_are_told_at_once(calculator):
    (said,) = calculator({**used("tp"), "tp": "?", "rate": "7"})
    assert said["first"] == [f"True positives (TP): found “?”. {COUNT}", f"Base rate: found “7”. {RATE}"]


def test_a_number_may_be_written_in_each_way(calculator):
    one, other = calculator(
        {"tpr": "80%", "fpr": "6 in 100", "rate": "1/100", "auc": "0,93"},
        {"tpr": "0.8", "fpr": "0.06", "rate": "0.01", "auc": "0.93"},
    )
    assert one == other
    one, other = calculator({**used("tp"), "tp": "1,234"}, {**used("tp"), "tp": "1234"})
    assert one == other


def test_what_is_missing_is_asked_for(calculator):
    some, none, rates = calculator({"tp": 1, "fn": 2, "fp": 3}, {"tp": ""}, {"tpr": 0.5})
    assert some["first"] == ["Type the true negatives (TN) to get the precision."]
    assert none["first"][0].startswith(
        "Type the true positives (TP), the false negatives (FN), the false positives (FP) and "
    )
    assert rates["first"] == ["Type the false positive rate and the base rate to get the precision."]


def test_an_auc_alone_gives_no_precision_and_the_page_says_what_it_gives(calculator):
    alone, with_fpr = calculator({"auc": "0.93"}, {"auc": "0.93", "fpr": "0.06", "rate": "0.01"})
    assert "in 93 of 100 pairs the positive is scored above the negative" in alone["texts"][0]
    assert alone["texts"][0].endswith("so it alone gives neither precision nor NPV.")
    assert not alone["rows"]
    tpr = 0.93 / 0.94
    precision = 0.01 * tpr / (0.01 * tpr + 0.99 * 0.06)
    possible = (
        f"any recall from 0 to {tpr:.3f} possible, and at this base rate any precision from 0 to {precision:.2f}."
    )
    assert with_fpr["texts"][1].endswith(possible)


@pytest.mark.parametrize("point", [{"tpr": 0.8, "fpr": 0.06}, {"tp": 80, "fn": 20, "fp": 6, "tn": 94}])
def test_numbers_that_belong_to_no_model_are_noticed(calculator, point):
    right, wrong = (
        "\n".join(said["texts"])
        for said in calculator({**point, "rate": 0.01, "auc": 0.93}, {**point, "rate": 0.01, "auc": 0.6})
    )
    assert "no ROC curve" not in right
    assert "it would be from 0.75 to 0.988." in wrong


def test_rounded_numbers_are_no_contradiction(calculator):
    (said,) = calculator({"tpr": "0.8", "fpr": "0.1", "rate": "0.1", "auc": "0.99"})  # 0.8 and 0.1 allow 0.98 at most
    assert "no ROC curve" not in "\n".join(said["texts"])


def test_the_calculator_is_used_by_keyboard(calculator):
    page = calculator.page
    page.get_by_label("The four counts", exact=True).first.focus()
    for name in ("tp", "fn", "fp", "tn", "rate", "auc"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == name
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    assert "AUC" not in page.locator(".calculator blockquote").inner_text()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Copy"


def test_the_arrow_keys_change_the_way_and_only_its_fields_are_there(calculator):
    page = calculator.page
    assert not page.get_by_label(LABELS["tpr"]).is_visible()
    page.locator(".calculator [value=counts]").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_label(LABELS["tpr"]).is_visible()
    assert not page.get_by_label(LABELS["tp"]).is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "tpr"


def test_every_field_has_a_label(calculator):
    for label in LABELS.values():
        assert calculator.page.get_by_label(label).count() == 1


def test_the_button_copies_the_sentence(reader, served):
    page = reader(*("book/which_metric", SURPRISE), base=served, permissions=["clipboard-read", "clipboard-write"])
    page.locator(".calculator").get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".calculator blockquote").inner_text()


def test_without_a_script_the_page_tells_the_formulas_and_offers_no_field(reader):
    page = reader("book/which_metric", SURPRISE, java_script_enabled=False)
    page.locator(f"{SURPRISE} summary").click()
    for formula in page.locator(f"{SURPRISE} .katex-display > .katex").all():
        assert formula.is_visible()
        assert formula.evaluate("part => part.scrollWidth <= part.parentElement.closest('.task').clientWidth")
    assert page.locator(f"{SURPRISE} .katex-display").count() == 3
    assert page.locator(".calculator").count() == 1
    assert not page.locator(".calculator").is_visible()


@each_theme
@pytest.mark.parametrize("way", ["counts", "rates"])
def test_the_calculator_can_be_read_by_all(reader, theme, way):
    page = reader("book/which_metric", SURPRISE, color_scheme=theme, viewport=size(PHONE))
    page.locator(f".calculator [value={way}]").check()
    page.get_by_label(LABELS["auc"]).fill("93")
    for _ in range(2):  # a message, then the numbers
        assert not wcag_violations(page, MARKUP, SURPRISE)
        assert not pale_texts(page, SURPRISE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        page.get_by_label(LABELS["auc"]).fill("0.93")
