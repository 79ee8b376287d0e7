"""What *R²* concludes is algebra, or seen once, with an interval; what was said of other data fell."""

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
        "Do not compare R² across groups": "speaks of R²; RMSE has a condition, true values at the same level",
    },
)
fell(
    "Put groups together whose errors are alike and whose means differ, and R² rises.",
    became="gone",
)
fell(
    "The thirds have the same errors; what changed is the rival.",
    became="gone",
)
fell(
    "A forecaster who is wrong for everybody in the same way loses no squared correlation.",
    became="gone",
)
fell(
    "Within one city rents differ less than in the whole country, so R² falls.",
    became="gone",
    unlike={
        "If the rents differ less within": "says if it is so, and with the same errors",
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
)

rests("r2-half", exact="2087a5b3-assert")
rests("errors-bet-3", exact="07481e73-assert")
rests("R² and the RMSE", exact="2087a5b3-assert")
rests("How low R² can go", exact="07481e73-assert")
rests("R² and the squared correlation", exact="0c948560-assert")
rests("R² depends on who is tested", once="5aea60d1-assert", by="none of the three intervals reaches the interval")
rests("Where it stops", once="r2-heavier-drawn-assert", by="95% interval 37% to 49%")
rests("What to report", defines="Say which samples they were")
rests("R² (决定系数)", exact="2087a5b3-assert")
rests("R² is below 0 if", exact="0c948560-assert")
rests("Do not compare R² across groups", exact="r2-towns-assert")
rests("In R², the rival uses", once="r2-heavier-drawn-assert", by="95% interval 37% to 49%")
