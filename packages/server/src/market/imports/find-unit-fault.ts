import type { Series } from '@lonja/forecasting/data';
import { type DayPart, dayPartsOf } from '../ingest/day-parts.ts';
import { isDayAhead, mayBePerKwh, perKwhRange } from '../ingest/per-kwh.ts';

/** Fewer days, without others to compare with, are held back one by one. */
const FEWEST_DAYS = 7;

/** Why day-ahead prices are in EUR/kWh, and what to do; undefined where they are not. Nothing else is needed to see it. */
export function findUnitFault(series: readonly Series[]): string | undefined {
  for (const one of series) {
    if (!isDayAhead(one.key) || one.resolution === 'P1D') continue;
    const run = longestRun(dayPartsOf(one).filter(({ isWhole }) => isWhole));
    if (run.length < FEWEST_DAYS) continue;
    const prices = perKwhRange(run.flatMap(({ values }) => [...values.value]));
    if (prices === undefined) continue;
    const [first, last] = [run[0].day, run[run.length - 1].day];
    const range = `between ${prices[0]} and ${prices[1]} on all ${run.length} days from ${first} to ${last}`;
    return [
      `the prices of ${one.key} are ${range}, as in EUR/kWh;`,
      'set "scale": 1000 of the series in the mapping, or store them as they are with --accept-held-back',
    ].join(' ');
  }
  return undefined;
}

/** The longest run of days whose prices all lie within the limits; days that the file lacks do not end it. */
function longestRun(parts: readonly DayPart[]): DayPart[] {
  let longest: DayPart[] = [];
  let run: DayPart[] = [];
  for (const part of parts) {
    run = part.values.value.every(mayBePerKwh) ? [...run, part] : [];
    if (run.length > longest.length) longest = run;
  }
  return longest;
}
