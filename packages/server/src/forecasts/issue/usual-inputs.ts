import { AUCTION_CALENDAR, earlierRunsOf, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import { knownInputs } from './horizon-task.ts';

/** Past runs that show which inputs a run of their time of day usually has. */
const USUAL_DAYS = 28;

/** The inputs of their first day that most of the runs before a run, at the same time of day, had. */
export function usualInputs(
  inputs: ForecastInputs,
  { product, run }: { product: Product; run: ScheduledRun },
): ReadonlySet<string> {
  const known = earlierRunsOf(AUCTION_CALENDAR[product], run, USUAL_DAYS).flatMap(
    ({ firstDay, scheduledFor }) =>
      knownInputs(panelAsOf(inputs, { from: firstDay, to: firstDay, asOf: scheduledFor }), 0),
  );
  return new Set(known.filter((name) => known.filter((other) => other === name).length > USUAL_DAYS / 2));
}
