"""Writes test/fixtures/lasso-reference.json: LASSO problems and their solutions by scikit-learn's coordinate descent.

Run with Debian's python3-sklearn and python3-numpy from packages/forecasting:
    python3 tools/lasso-reference.py > test/fixtures/lasso-reference.json

Each problem holds X (row-major) and y, rounded to four decimals and not centred; each solution the coefficients that, with an
intercept of their own, minimise |y - Xb|^2 / 2n + alpha |b|_1.
"""

import json
import sys

import numpy as np
import sklearn
from sklearn.linear_model import Lasso


def problem(rows, columns, correlation, seed):
    random = np.random.RandomState(seed)
    common = random.normal(size=(rows, 1))
    x = np.sqrt(1 - correlation) * random.normal(size=(rows, columns)) + np.sqrt(correlation) * common
    x *= 10.0 ** random.uniform(-1, 1, size=columns)
    truth = np.where(random.uniform(size=columns) < 0.4, random.normal(size=columns), 0)
    y = 3 + x @ truth + random.normal(size=rows)
    return np.round(x, 4), np.round(y, 4)


def solve(x, y, alpha):
    model = Lasso(alpha=alpha, tol=1e-15, max_iter=10_000_000).fit(x, y)
    return {"alpha": alpha, "coefficients": [round(float(value), 12) + 0.0 for value in model.coef_]}


def main():
    problems = []
    for rows, columns, correlation, seed in [(24, 6, 0.0, 1), (30, 10, 0.8, 2), (12, 18, 0.3, 3)]:
        x, y = problem(rows, columns, correlation, seed)
        largest = np.abs((x - x.mean(axis=0)).T @ (y - y.mean())).max() / rows
        problems.append(
            {
                "rows": rows,
                "columns": columns,
                "x": x.ravel().tolist(),
                "y": y.tolist(),
                "solutions": [solve(x, y, float(np.round(largest * share, 6))) for share in (0.5, 0.05, 0.002)],
            }
        )
    json.dump({"source": f"scikit-learn {sklearn.__version__} Lasso, tol 1e-15", "problems": problems}, sys.stdout)
    sys.stdout.write("\n")


main()
