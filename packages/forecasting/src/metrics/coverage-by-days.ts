import { longRunVariance, neweyWestLag } from './long-run-variance.ts';

/** What a sample lets one say of intervals that promise to hold a share of prices. */
export type CoverageVerdict = 'too few days to tell' | 'as promised' | 'too narrow' | 'too wide';

/** Coverage with its uncertainty, in percent. */
export interface CoverageByDays {
  days: number;
  percent: number;
  /** Of the percentage, from how it differs between days; 0 where every day has the same. */
  standardErrorPercent: number;
  /** 95 % interval of the coverage. */
  low: number;
  high: number;
  verdict: CoverageVerdict;
}

/** With fewer days no verdict is given. */
const FEWEST_DAYS = 30;
/** Two-sided 95 % of the normal distribution. */
const Z = 1.959964;
/** A coverage so near to what is promised, in percent, is as good as right. */
const TOLERANCE = 5;

/**
 * Coverage of intervals, judged by days: hours of one day miss together and so do days that follow each other, so the sample is
 * much smaller than the number of hours. The standard error is that of a ratio of sums over days with Newey and West's weights; the
 * interval is that of Wilson for as many independent periods as have this standard error, and for as many as there are days where
 * all or none are inside. `isInside` in order of time with the day of each period. The verdict is `as promised` where the whole
 * interval lies within 5 points of `nominalPercent`, `too narrow` or `too wide` where it does not hold `nominalPercent`.
 * Sources: Cochran (1977), Sampling Techniques, section 3.12; Newey, West (1987); Wilson (1927), JASA 22:209-212. O(n).
 */
export function coverageByDays(
  isInside: readonly boolean[],
  days: readonly string[],
  nominalPercent: number,
): CoverageByDays {
  if (isInside.length === 0 || days.length !== isInside.length)
    throw new RangeError(`Coverage needs a day for each period; got ${days.length} for ${isInside.length}.`);
  const counts = new Map<string, { inside: number; periods: number }>();
  days.forEach((day, i) => {
    const { inside, periods } = counts.get(day) ?? { inside: 0, periods: 0 };
    counts.set(day, { inside: inside + Number(isInside[i]), periods: periods + 1 });
  });
  const share = isInside.filter(Boolean).length / isInside.length;
  const n = counts.size;
  const perDay = isInside.length / n;
  const residuals = Float64Array.from(
    counts.values(),
    ({ inside, periods }) => (inside - share * periods) / perDay,
  );
  const standardError = Math.sqrt(longRunVariance(residuals, 0, neweyWestLag(n)) / n);
  const size =
    standardError === 0
      ? n
      : Math.min(isInside.length, (share * (1 - share)) / (standardError * standardError));
  const { low, high } = wilson(share, size);
  const interval = { low: 100 * low, high: 100 * high };
  return {
    days: n,
    percent: 100 * share,
    standardErrorPercent: 100 * standardError,
    ...interval,
    verdict: verdictOf(n, interval, nominalPercent),
  };
}

function wilson(share: number, size: number): { low: number; high: number } {
  const square = Z * Z;
  const centre = (share + square / (2 * size)) / (1 + square / size);
  const reach =
    (Z / (1 + square / size)) * Math.sqrt((share * (1 - share)) / size + square / (4 * size * size));
  return { low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) };
}

function verdictOf(
  days: number,
  { low, high }: { low: number; high: number },
  nominal: number,
): CoverageVerdict {
  if (days < FEWEST_DAYS) return 'too few days to tell';
  if (low >= nominal - TOLERANCE && high <= nominal + TOLERANCE) return 'as promised';
  if (high < nominal) return 'too narrow';
  return low > nominal ? 'too wide' : 'too few days to tell';
}
