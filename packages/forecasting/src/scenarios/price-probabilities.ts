import { groupBy } from '../data/group-by.ts';
import type { PeriodDistribution } from '../distribution/period-distribution.ts';
import { probabilityAtMost } from '../distribution/price-distribution.ts';
import { type DeliveryDay, deliveryDayOf } from '../market/delivery-day.ts';

/** What is asked of the prices of whole days. */
export interface ProbabilityQuestion {
  /** Prices, EUR/MWh. */
  thresholds: number[];
  /** Hours that are counted in a day: at or below a threshold, and how many cheapest and dearest ones are meant. */
  hours: number;
  periodsPerHour: number;
}

/** Probabilities of the price of one delivery period, 0 to 1. */
export interface PeriodProbabilities {
  start: number;
  /** That the price is the threshold or less, for each threshold. */
  atMost: number[];
  /** That fewer than the counted hours of its day are cheaper, or dearer. */
  cheapest: number;
  dearest: number;
}

/** Probabilities of a delivery day, 0 to 1, for each threshold. */
export interface DayProbabilities {
  day: DeliveryDay;
  /** That any period is at or below it. */
  any: number[];
  /** That the counted hours or more are, together or apart. */
  atLeast: number[];
  /** That so many in a row are. */
  consecutive: number[];
}

/**
 * Probabilities of prices: of single periods by their distribution, of days by the share of paths. `periods` and `paths` cover the same
 * periods, which are whole days; prices are EUR/MWh. O(paths × periods × thresholds).
 */
export function priceProbabilities(
  periods: readonly PeriodDistribution[],
  paths: readonly Float64Array[],
  { thresholds, hours, periodsPerHour }: ProbabilityQuestion,
): { periods: PeriodProbabilities[]; days: DayProbabilities[] } {
  const counted = hours * periodsPerHour;
  const share = (isTrue: (path: Float64Array) => boolean) => paths.filter(isTrue).length / paths.length;
  const days = groupBy(periods.keys(), (i) => deliveryDayOf(periods[i].start));
  const cheap = new Float64Array(periods.length);
  const dear = new Float64Array(periods.length);
  for (const indices of days.values()) {
    for (const path of paths) {
      const ascending = Float64Array.from(indices, (i) => path[i]).sort();
      const last = Math.min(counted, ascending.length) - 1;
      const [highestCheap, lowestDear] = [ascending[last], ascending[ascending.length - 1 - last]];
      for (const i of indices) {
        if (path[i] <= highestCheap) cheap[i]++;
        if (path[i] >= lowestDear) dear[i]++;
      }
    }
  }
  return {
    periods: periods.map(({ start, distribution }, i) => ({
      start,
      atMost: thresholds.map((threshold) => probabilityAtMost(distribution, threshold)),
      cheapest: cheap[i] / paths.length,
      dearest: dear[i] / paths.length,
    })),
    days: [...days].map(([day, indices]) => ({
      day,
      any: thresholds.map((most) => share((path) => indices.some((i) => path[i] <= most))),
      atLeast: thresholds.map((most) =>
        share((path) => indices.filter((i) => path[i] <= most).length >= counted),
      ),
      consecutive: thresholds.map((most) =>
        share((path) => longestRun(indices, (i) => path[i] <= most) >= counted),
      ),
    })),
  };
}

function longestRun(indices: number[], isTrue: (index: number) => boolean): number {
  let longest = 0;
  let run = 0;
  for (const i of indices) {
    run = isTrue(i) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
