import { chiSquareUpperTail } from './chi-square.ts';
import { lengthOfComplete } from './complete-columns.ts';

export interface GiacominiWhiteResult {
  /** n times the quadratic form of the mean of (1, d[t-1]) d[t], where d is loss(first) - loss(second). */
  statistic: number;
  /** 2; 1 where yesterday's difference adds nothing to a constant. */
  degreesOfFreedom: 1 | 2;
  /** H0: equal accuracy on every day, given yesterday's difference. Small: one is predictably better on some days. */
  p: number;
  /** Percent of days on which the regression of d[t] on (1, d[t-1]) says that `first` will do better. */
  firstPreferredPercent: number;
}

/** Below this share of its largest possible value a determinant is taken for zero. */
const COLLINEAR = 1e-12;

/**
 * Giacomini-White test of conditional predictive ability for forecasts one step ahead, with the test function (1, d[t-1]):
 * the forecasts may be equally good on average, and yet which of them is better tomorrow may follow from today. Losses
 * are in order of time, one for each day, at least three. Held against the chi-square distribution. Identical losses give
 * statistic 0 and p = 1. NaN is refused. O(n).
 * Source: Giacomini, White (2006), Econometrica 74:1545-1578, theorem 1 and section 4.
 */
export function giacominiWhite(
  firstLosses: ArrayLike<number>,
  secondLosses: ArrayLike<number>,
): GiacominiWhiteResult {
  const n = lengthOfComplete({ firstLosses, secondLosses });
  if (n < 3) throw new RangeError('A Giacomini-White test needs at least three losses.');
  const difference = scaled(Float64Array.from({ length: n }, (_, i) => firstLosses[i] - secondLosses[i]));
  const today = difference.subarray(1);
  const yesterday = difference.subarray(0, n - 1);
  return { ...waldTest(today, yesterday), firstPreferredPercent: preferredPercent(today, yesterday) };
}

function waldTest(
  today: Float64Array,
  yesterday: Float64Array,
): Pick<GiacominiWhiteResult, 'statistic' | 'degreesOfFreedom' | 'p'> {
  const n = today.length;
  const product = today.map((d, i) => d * yesterday[i]);
  const [meanToday, meanProduct] = [sum(today) / n, sum(product) / n];
  const a = sum(today.map((d) => d * d)) / n;
  const b = sum(today.map((d, i) => d * product[i])) / n;
  const c = sum(product.map((z) => z * z)) / n;
  const determinant = a * c - b * b;
  if (a === 0) return { statistic: 0, degreesOfFreedom: 1, p: 1 };
  if (determinant <= COLLINEAR * a * c) {
    const statistic = (n * meanToday * meanToday) / a;
    return { statistic, degreesOfFreedom: 1, p: chiSquareUpperTail(statistic, 1) };
  }
  const form = c * meanToday ** 2 - 2 * b * meanToday * meanProduct + a * meanProduct ** 2;
  const statistic = Math.max(0, (n * form) / determinant);
  return { statistic, degreesOfFreedom: 2, p: chiSquareUpperTail(statistic, 2) };
}

function preferredPercent(today: Float64Array, yesterday: Float64Array): number {
  const n = today.length;
  const [meanToday, meanYesterday] = [sum(today) / n, sum(yesterday) / n];
  const variance = sum(yesterday.map((d) => (d - meanYesterday) ** 2));
  const covariance = sum(today.map((d, i) => (d - meanToday) * (yesterday[i] - meanYesterday)));
  const slope = variance === 0 ? 0 : covariance / variance;
  const predicted = yesterday.map((d) => meanToday + slope * (d - meanYesterday));
  return (100 * predicted.filter((d) => d < 0).length) / n;
}

/** The test does not depend on the unit; a root mean square of 1 keeps fourth powers within the range of doubles. */
function scaled(values: Float64Array): Float64Array {
  const largest = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  if (largest === 0) return values;
  const unit = largest * Math.sqrt(sum(values.map((value) => (value / largest) ** 2)) / values.length);
  return values.map((value) => value / unit);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
