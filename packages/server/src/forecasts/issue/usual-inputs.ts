import { AUCTION_CALENDAR, earlierRunsOf, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import { knownInputs } from './horizon-task.ts';

/** The inputs of their first day that most of the runs before a run, at the same time of day, had. */
export function usualInputs(
  inputs: ForecastInputs,
  { product, run, usualInputDays }: { product: Product; run: ScheduledRun; usualInputDays: number },
): ReadonlySet<string> {
  const known = earlierRunsOf(AUCTION_CALENDAR[product], run, usualInputDays).flatMap(
    ({ firstDay, scheduledFor }) =>
      knownInputs(panelAsOf(inputs, { from: firstDay, to: firstDay, asOf: scheduledFor }), 0),
  );
  return new Set(known.filter((name) => known.filter((other) => other === name).length > usualInputDays / 2));
}
