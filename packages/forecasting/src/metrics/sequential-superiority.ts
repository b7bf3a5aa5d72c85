import { lossesByDay } from './losses.ts';

/** Whether a forecast is better than another, by a test that may be asked at any time. */
export interface SequentialSuperiority {
  /** Whole weeks that count; days of a week that is not full yet wait. */
  weeks: number;
  /**
   * H0: `second` is not better. Where weeks do not depend on one another, at most `rate` of equally good pairs ever come to a p below
   * `rate`, however often one looks. 1 where the mean loss of `second` is not lower. Undefined before the first whole week.
   */
  pSecondBetter: number | undefined;
}

/** Losses of one day depend on those of the day before; those of a week hardly on those of the week before. */
const DAYS_OF_WEEK = 7;
/** Usual differences at which one counts no more, so that no single week decides. */
const MOST_USUAL_DIFFERENCES = 3;
/** Shares of the wealth that are bet on each week; their mean spares a choice. */
const BETS = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);

/**
 * Whether `second` is better than `first`, by a test that may be asked at any time: a bettor stakes a share of the wealth on each week in
 * which `second` loses less, at odds that are fair where both are equally good, so that the wealth grows beyond 1 / p with
 * probability p at most. p is the inverse of the wealth, the mean over `BETS`. A week's difference of the sums of absolute errors counts
 * in units of `MOST_USUAL_DIFFERENCES` times the root mean square of the weeks before and lies within -1 and 1; the first week gives
 * the unit alone. The origin of the data must not move with the questions: the first value is always of the same day. `days` names the
 * day of each value, in order of time. NaN is refused. O(n).
 * Sources: Waudby-Smith, Ramdas (2024), JRSS B 86:1-27, on betting; Choe, Ramdas (2024), Operations Research 72:1368-1387, on
 * forecasts; Ville (1939) on the largest wealth.
 */
export function sequentialSuperiority(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  actual: ArrayLike<number>,
  { days }: { days: ArrayLike<string> },
): SequentialSuperiority {
  const firstLosses = lossesByDay(first, actual, { days, norm: 1 });
  const secondLosses = lossesByDay(second, actual, { days, norm: 1 });
  return superiorityOf(firstLosses.map((loss, i) => loss - secondLosses[i]));
}

/** The same of the daily losses of `first` less those of `second`. */
export function superiorityOf(differences: Float64Array): SequentialSuperiority {
  const weekly = weeklySums(differences);
  const weeks = weekly.length;
  if (weeks === 0) return { weeks, pSecondBetter: undefined };
  const lead = differences.reduce((sum, difference) => sum + difference, 0);
  return { weeks, pSecondBetter: lead > 0 ? Math.min(1, 1 / wealthAfter(weekly)) : 1 };
}

function wealthAfter(weekly: Float64Array): number {
  const wealth = BETS.map(() => 1);
  let squares = 0;
  for (const [week, difference] of weekly.entries()) {
    if (squares > 0) {
      const unit = MOST_USUAL_DIFFERENCES * Math.sqrt(squares / week);
      const gain = Math.max(-1, Math.min(1, difference / unit));
      for (const [i, bet] of BETS.entries()) wealth[i] *= 1 + bet * gain;
    }
    squares += difference ** 2;
  }
  return wealth.reduce((sum, each) => sum + each, 0) / wealth.length;
}

function weeklySums(differences: Float64Array): Float64Array {
  const sums = new Float64Array(Math.floor(differences.length / DAYS_OF_WEEK));
  for (let i = 0; i < sums.length * DAYS_OF_WEEK; i++) sums[Math.floor(i / DAYS_OF_WEEK)] += differences[i];
  return sums;
}
