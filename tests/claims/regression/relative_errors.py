"""What *Relative errors* concludes is algebra, counted on the page, or cited; what was said of other data fell."""

from __future__ import annotations

from evalbook_tools.claims import fell, rests

fell(
    "The one factor on least squares forecasts that makes their MAPE smallest is below 1, and below the factor that"
    " makes their RMSLE smallest.",
    became="gone",
)
fell("Cut every forecast by a fifth, and MAPE improves.", became="gone")
fell(
    "Where least squares forecasts have an RMSLE of 0.1 or more, the one factor that makes their MAPE smallest is below"
    " 1, and below the one that makes their RMSLE smallest.",
    became="gone",
)
fell("Cut by a fifth, least squares forecasts with an RMSLE of 0.35 or more have a lower MAPE.", became="gone")
fell("MAPE's best guess is lower than 84% of the incomes.", became="gone")
fell("Drawn anew, bread and cake have the same MASE: the lead of bread is luck.", became="gone")
fell(
    "If most days sold nothing, the best forecast by MASE is none.",
    became="gone",
)
fell(
    "A MASE of 1 is as one season before.",
    became="gone",
    unlike={
        "MASE, mean_absolute_scaled_error": "in the past, on which the scale was measured",
    },
)
fell(
    "A label typed too large hits RMSE, one typed too small MAPE.",
    became="gone",
    unlike={
        "A middle label that is too large": "a middle label",
    },
)
fell(
    "Where a model errs by factors, one tenth of the people make two thirds of the squares.",
    became="gone",
    unlike={
        "It is true of a model that errs by factors": "counted on the incomes of the chapter",
        "Where a model errs by factors, the claim": "most of the squares, for two thirds",
    },
)

rests("relative-bet-1", exact="6910e570-assert")
rests("relative-bet-2", exact="2dccc0a4-assert")
rests("Half and double in logarithms", exact="6910e570-assert")
rests("What each metric picks for the three days", exact="2dccc0a4-assert")
rests("MAPE's best guess beside the median", once="relative-other-incomes-assert", by="between 0.33 and 0.40")
rests("What a cut by a fifth does", once="e67da7bc-assert", by="MAPE falls by 0.041 ± 0.023")
rests("MASE compares errors", once="bakery-again-assert", by="0.03 ± 0.02")
rests("What to report with a relative error", defines="the number of zeros")
rests("RMSLE (", exact="2e739604-assert")
rests("MAPE (", once="relative-smaller-errors-assert", by="MAPE rises by 0.028 ± 0.019")
rests("MASE (", exact="199a9942-assert")
rests("The best constant", exact="1bab6938-assert")
