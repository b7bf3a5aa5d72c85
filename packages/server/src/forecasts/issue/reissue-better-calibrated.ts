import type { DeliveryDay } from '@lonja/forecasting/market';
import type { CalibrationSet } from '../runs/calibration-forecasts.ts';
import { findNewestRun } from '../runs/forecast-queries.ts';
import { requestReissue } from '../runs/reissues.ts';
import { getRepeatableRun } from '../runs/stored-runs.ts';
import type { ForecastContext } from './forecast-context.ts';

/**
 * Asks for the latest run of a product anew where its bounds rest on forecasts of less than half of the wanted days, and can rest on more by
 * now. `countKnown`: how many days they can rest on.
 */
export async function reissueBetterCalibrated(
  { db, clock, logger }: ForecastContext,
  { product, dataOrigin }: CalibrationSet,
  {
    firstDay,
    wanted,
    countKnown,
  }: { firstDay: DeliveryDay; wanted: number; countKnown: () => Promise<number> },
): Promise<void> {
  const newest = await findNewestRun(db, { product, dataOrigin, asOf: clock.now() });
  if (newest === undefined || newest.firstDay !== firstDay) return;
  const { calibratedOn } = await getRepeatableRun(db, newest.id);
  if (calibratedOn === undefined || calibratedOn.length >= wanted / 2) return;
  const known = await countKnown();
  if (known < wanted / 2) return;
  const reason = `its bounds can rest on ${known} days instead of ${calibratedOn.length}`;
  logger.info({ product, reason }, 'the latest forecast is issued again');
  await requestReissue(db, product, { at: clock.now(), reason });
}
