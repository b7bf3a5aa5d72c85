"""A plain LEAR on scikit-learn, as a reader of the paper would write it: the baseline of this benchmark.

Run by run.ts, with the Python that Debian ships and its package python3-sklearn.

Lago, Marcjasz, De Schutter and Weron (2021), Applied Energy 293:116983, section 4.2. Reads one JSON object from standard
input: `price` and `inputs` (rows of days by slots), `weekdays` (0 is Monday), `windows` (days) and `targets` (rows).
Answers with the seconds of processor time that every target day took, and its forecasts. Timing leaves out the imports,
the parsing and a first day that warms everything up.
"""

import json
import sys
import time
import warnings

import numpy
import scipy
import sklearn
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, LassoLarsIC

NORMAL_UPPER_QUARTILE = 0.6744897501960817


class Asinh:
    """asinh of the values about the median of each column, in units of the normalised median absolute deviation."""

    def __init__(self, values):
        self.center = numpy.median(values, axis=0)
        self.spread = numpy.median(numpy.abs(values - self.center), axis=0) / NORMAL_UPPER_QUARTILE
        self.spread = numpy.where(self.spread > 0, self.spread, values.std(axis=0))
        self.spread = numpy.where(self.spread > 0, self.spread, 1.0)

    def apply(self, values):
        return numpy.arcsinh((values - self.center) / self.spread)

    def undo(self, values):
        return numpy.sinh(values) * self.spread + self.center


def design(price, inputs, rows):
    blocks = [price[rows - lag] for lag in (1, 2, 3, 7)]
    blocks += [values[rows - lag] for values in inputs for lag in (0, 1, 7)]
    return numpy.hstack(blocks)


def forecast_window(price, inputs, dummies, target, window):
    rows = numpy.arange(max(0, target - window) + 7, target)
    features = design(price, inputs, rows)
    scale = Asinh(features)
    x = numpy.hstack([scale.apply(features), dummies[rows]])
    last = numpy.hstack([scale.apply(design(price, inputs, numpy.array([target]))), dummies[[target]]])
    target_scale = Asinh(price[rows])
    y = target_scale.apply(price[rows])
    centred = x - x.mean(axis=0)
    lengths = numpy.sqrt((centred**2).sum(axis=0))
    unit = centred / numpy.where(lengths > 0, lengths, 1.0)
    z = numpy.empty(price.shape[1])
    for slot in range(price.shape[1]):
        # The noise variance of the criterion is the variance of y, as in the paper's code: with the estimate that newer
        # versions make, windows with more columns than days are refused.
        path = LassoLarsIC(criterion="aic", max_iter=2500, noise_variance=y[:, slot].var(), **LARS_OPTIONS)
        alpha = path.fit(unit, y[:, slot]).alpha_
        z[slot] = Lasso(max_iter=2500, alpha=alpha).fit(x, y[:, slot]).predict(last)[0]
    lowest, highest = price[rows].min(axis=0), price[rows].max(axis=0)
    return numpy.clip(target_scale.undo(z), lowest, highest)


def forecast_day(price, inputs, dummies, target, windows):
    return numpy.mean([forecast_window(price, inputs, dummies, target, days) for days in windows], axis=0)


# Columns come at unit length already; `normalize` exists in old versions only and would warn where it is left to itself.
LARS_OPTIONS = {"normalize": False} if "normalize" in LassoLarsIC().get_params() else {}


def main():
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", FutureWarning)
    task = json.load(sys.stdin)
    price = numpy.array(task["price"])
    inputs = [numpy.array(values) for values in task["inputs"]]
    dummies = numpy.eye(7)[task["weekdays"]]
    first, *_ = task["targets"]
    forecast_day(price, inputs, dummies, first, task["windows"][:1])
    seconds, forecasts = [], []
    for target in task["targets"]:
        start = time.process_time()
        forecasts.append(forecast_day(price, inputs, dummies, target, task["windows"]).tolist())
        seconds.append(time.process_time() - start)
    versions = {
        "python": sys.version.split()[0],
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }
    json.dump({"seconds": seconds, "forecasts": forecasts, "versions": versions}, sys.stdout)


if __name__ == "__main__":
    main()
