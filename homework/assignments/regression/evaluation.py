"""What the report says of the forecasts of calls."""

import numpy as np

GARAGES = ["Birch Lane", "Harbor", "Old Mill", "Station"]

days = np.genfromtxt("calls.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
train, test = days[days["use"] == "train"], days[days["use"] == "test"]
truth, forecast = test["calls"], np.expm1(test["log_forecast"])
error = forecast - truth

report = {
    "RMSE of all test days": np.sqrt(np.mean(error**2)),
    "MAE of all test days": np.mean(np.abs(error[truth > 0])),
    "R², against the mean of the test days": 1 - np.sum(error**2) / np.sum((truth - truth.mean()) ** 2),
    "median absolute error of all test days": np.median(np.abs(error)),
}
