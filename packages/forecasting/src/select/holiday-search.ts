import { type Rows, rememberSearch, settledUntil } from './settled-search.ts';
import type { Panel } from '../data/panel.ts';
import { type Step, shareOfSteps, stepBetween } from '../combine/share-of-steps.ts';
import { createWitness } from './probe-model.ts';

/** The last days before a search, a year and a half, on which holidays have to prove themselves. */
const PROOF_DAYS = 546;

/** Days before them from which their forecasts learn at first. */
const WARM_UP_DAYS = 112;

/** What the first of those forecasts rest on reaches back so far: four weeks of prices, of a window that settles for four weeks. */
const REACH_DAYS = 56;

/** A holiday is felt on the day itself, on the next, which begins with its prices, and in the next week on the same weekday. */
const FELT_AFTER_DAYS = [0, 1, 7];

/** Days that feel a holiday below which nothing is proved: those of half a year with few holidays. */
const FEWEST_DAYS = 12;

/** By how much holidays must lessen the errors of those days before that counts as an improvement. */
const RESERVE = 0.02;

const witness = createWitness(PROOF_DAYS + WARM_UP_DAYS);

/**
 * Whether the holidays of the panel are better taken for Sundays in a forecast of row `target`: that would have lessened the errors of a
 * process on the days of the last year and a half that feel one. In some markets the forecast of the load tells all of it. Settings were
 * chosen on days before the test spans, see "Holidays count where they have told something" in docs/decisions.md.
 */
export function holidaysTell(panel: Panel, target: number): boolean {
  if (panel.holidays === undefined) return false;
  const until = settledUntil(panel, target);
  const from = Math.max(0, until - PROOF_DAYS - WARM_UP_DAYS - REACH_DAYS);
  // A fit also sees which inputs are known on the day behind those that it learns from.
  return until > 0 && search(panel, { from, until: until + 1 });
}

const search = rememberSearch((panel, rows: Rows): boolean => {
  const { slotsPerDay, holidays } = panel;
  const until = rows.until - 1;
  const [plain, told] = [{ ...panel, holidays: undefined }, panel].map((seen) => witness(seen, until));
  const steps: Step[] = [];
  for (const [row, forecast] of [...plain].slice(WARM_UP_DAYS)) {
    const felt = FELT_AFTER_DAYS.some((days) => holidays?.has(panel.days[row - days]));
    const other = told.get(row);
    if (row < until - PROOF_DAYS || !felt || other === undefined) continue;
    const actual = panel.price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    steps.push(stepBetween(forecast, other, actual));
  }
  return steps.length >= FEWEST_DAYS && shareOfSteps(steps, RESERVE) >= 0.5;
});
