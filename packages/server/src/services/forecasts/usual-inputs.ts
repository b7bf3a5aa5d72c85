import { AUCTION_CALENDAR, earlierRunsOf, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import { knownInputs } from './horizon-task.ts';

/** Past runs that show which inputs a run of their time of day usually has. */
const USUAL_DAYS = 28;

/**
 * Whether a run lacks an input of its first day that most of the runs before it, at the same time of day, had of theirs: it is then
 * weaker than its own past, and the errors of that past say too little of it.
 */
export function lacksUsualInput(
  inputs: ForecastInputs,
  { product, run, missing }: { product: Product; run: ScheduledRun; missing: readonly string[] },
): boolean {
  if (missing.length === 0) return false;
  const known = earlierRunsOf(AUCTION_CALENDAR[product], run, USUAL_DAYS).flatMap(
    ({ firstDay, scheduledFor }) =>
      knownInputs(panelAsOf(inputs, { from: firstDay, to: firstDay, asOf: scheduledFor }), 0),
  );
  return missing.some((name) => known.filter((other) => other === name).length > USUAL_DAYS / 2);
}
