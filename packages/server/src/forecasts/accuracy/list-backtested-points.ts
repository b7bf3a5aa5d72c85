import type { ForecastPoint } from '@lonja/forecasting/data';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import { type BacktestedRun, listBacktestedRuns } from '../runs/backtested-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import type { ScoredDay, ScoredPoint } from './scored-forecasts.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { backtestedHours } from '../runs/backtested-hours.ts';
import { type Cutoff, lastScheduledRun } from '../runs/cutoff.ts';

/**
 * The hours of each day by the back-tested run that was the last one scheduled before the cutoff of the auction of so many days before as
 * its lead says, in the order of `days`, then of time. Days of which that run has not been made are left out.
 */
export async function listBacktestedPoints(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; cutoff: Cutoff; days: readonly ScoredDay[] },
): Promise<ScoredPoint[]> {
  const { product, dataOrigin, cutoff, days } = query;
  const firstDays = new Set(days.map(({ day, leadDay }) => addDays(day, 1 - leadDay)));
  const scheduledFor = [...firstDays].flatMap((day) => lastScheduledRun(product, day, cutoff) ?? []);
  const runs = new Map<DeliveryDay, { run: BacktestedRun; hours: ForecastPoint[] }>();
  for (const run of await listBacktestedRuns(db, { product, dataOrigin, scheduledFor })) {
    runs.set(run.firstDay, { run, hours: backtestedHours(product, run) });
  }
  return days.flatMap(({ day, leadDay, from: dayFrom, to: dayTo }) => {
    const found = runs.get(addDays(day, 1 - leadDay));
    if (found === undefined) return [];
    const { scheduledFor: issuedAt, modelVersionId } = found.run;
    return found.hours
      .filter(({ start }) => start >= dayFrom && start < dayTo)
      .map((point) => ({ ...point, leadDay, runId: '', modelVersionId, issuedAt }));
  });
}
