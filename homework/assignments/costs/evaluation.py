"""What the forecast costs at the airport, from its errors at the station."""

import numpy as np

SHARE = 0.16  # of frost nights at the airport
COST_MISS, COST_ALARM = 12, 2  # at the airport
THRESHOLD = 0.31

frost, risk = np.loadtxt("airport.csv", delimiter=",", skiprows=1).T  # at the station
frost, salted = frost == 1, risk >= THRESHOLD
missed, needless = frost & ~salted, ~frost & salted
fnr, fpr = missed.sum() / frost.sum(), needless.sum() / (~frost).sum()

cost = SHARE * fnr * COST_MISS + (1 - SHARE) * fpr * COST_ALARM
never, always = SHARE * COST_MISS, (1 - SHARE) * COST_ALARM
report = {
    "cost per night at the airport": cost,
    "risk of frost above which salting pays there": COST_ALARM / COST_MISS,
    "saved against the cheaper of never and always salting": 1 - cost / min(never, always),
}
