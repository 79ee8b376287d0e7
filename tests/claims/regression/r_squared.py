"""What *R²* concludes is algebra, or counted on the page; what was said of other data fell."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

fell("R² on a test set needs no correction for the number of columns: there, noise lowers it.", became="gone")
fell(
    "Columns of noise, a sixth as many as the training samples or more, lower the R² of least squares on a test set.",
    became="gone",
)
fell(
    "Columns of noise, a third as many as the training samples or more, lower the R² of least squares on a test set.",
    became="gone",
)
fell(
    "Sorted by their forecasts and cut into groups, samples have a lower R² in each group than all together.",
    became="gone",
)
fell(
    "RMSE, in its own unit, can be compared across groups, cities or years.",
    became="gone",
    unlike={
        "So R² depends on who is tested": "has the condition that the truths lie at one level",
    },
)
fell(
    "Put groups together whose errors are alike and whose means differ, and R² rises.",
    became="gone",
)
fell(
    "The thirds have the same errors; what changed is the rival.",
    became="gone",
    unlike={
        "What changed between the thirds": "with equal errors, as a condition",
    },
)
fell(
    "A forecaster who is wrong for everybody in the same way loses no squared correlation.",
    became="gone",
)
fell(
    "Within one city rents differ less than in the whole country, so R² falls.",
    became="gone",
    unlike={
        "Rents may differ less": "says may, and with equal errors",
        "Where rents differ less within": "where it is so",
    },
)
fell("Half for the 442 patients, a tenth to a quarter within a third of them.", became="gone")
fell(
    "The colleague is right if the RMSE in the city is larger than at the same rents elsewhere.",
    became="gone",
    unlike={
        "The colleague is right if": "by more than chance",
    },
)
fell(
    "Where all truths are equal scikit-learn returns 1 for perfect forecasts and 0 for all others.",
    became="gone",
    unlike={
        "From two samples on scikit-learn": "from two samples on",
    },
)

rests("r2-half", exact="2087a5b3")
rests("errors-bet-3", exact="07481e73")
rests("How much of the squares is gone, and how much of the error", exact="2087a5b3")
rests("How low R² can go", exact="07481e73")
rests("The mean of the test set is known to nobody", exact="64dfa6d1")
rests("Half for the 442 patients", exact="a4e48445")
rests("The line to report", defines="the samples whose mean it is measured against")
rests("R² (决定系数)", exact="2087a5b3")
rests("Worse than the mean", exact="07481e73")
rests("R² divides by the spread", exact="a4e48445")
