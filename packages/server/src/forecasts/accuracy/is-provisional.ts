import {
  auctionOf,
  DAY_MS,
  dayRange,
  deliveryDayOf,
  isFirstZone,
  type Product,
  zoneOf,
} from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { countPendingBacktests } from '../runs/backtested-runs.ts';
import { findChampion } from '../runs/model-versions.ts';
import { findPreparationStates } from '../runs/preparation-state.ts';
import { zoneBacktestInstants } from '../issue/backtest-zone-runs.ts';
import { countDueZoneBacktests } from '../runs/zone-backtests.ts';
import { BACKTEST_GROWTH, backtestedDays, calibrationSpanOf } from '../issue/backtest-runs.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';
import { type Cutoff, lastScheduledRun } from '../runs/cutoff.ts';
import type { DayCounts } from './day-counts.ts';
import type { AccuracyBasis } from './scored-points.ts';

/** What is missing so long after a first start is no longer being made. */
const LONGEST_PREPARATION_MS = DAY_MS;

/**
 * Whether figures of a span will still change because the past that they rest on is being made: runs of the days before the first start of a
 * simulated market, back-tested runs that are not there yet, or bounds that are to rest on more days.
 */
export async function isProvisional(
  context: ReadContext,
  query: { product: Product; basis: AccuracyBasis; cutoff: Cutoff } & DaySpan,
  { withoutForecast }: Pick<DayCounts, 'withoutForecast'>,
): Promise<boolean> {
  const { db, clock } = context;
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return false;
  const { first_forecast: first, issued_past: past } = await findPreparationStates(db);
  if (query.basis === 'issued') {
    return dataOrigin === 'simulator' && past !== undefined && past.done < past.total;
  }
  const now = clock.now();
  const isYoung = first !== undefined && now - first.startedAt < LONGEST_PREPARATION_MS;
  if (isYoung && withoutForecast > 0) return true;
  const { product, cutoff } = query;
  if (!isFirstZone(zoneOf(product))) return isZoneProvisional(db, { product, dataOrigin, now });
  const champion = await findChampion(db, product);
  const days = clampToServedDays({
    from: later(query.from, deliveryDayOf(now - backtestedDays(product) * DAY_MS)),
    to: query.to,
  });
  if (champion === undefined || days === undefined) return false;
  const pending = await countPendingBacktests(db, {
    product,
    dataOrigin,
    modelVersionId: champion.id,
    scheduledFor: dayRange(days.from, days.to).flatMap((day) => lastScheduledRun(product, day, cutoff) ?? []),
    ...calibrationSpanOf(champion),
    growth: BACKTEST_GROWTH,
  });
  return pending > 0;
}

/** Whether a zone's runs of the past are still to be made from those of Spain. */
async function isZoneProvisional(
  db: Db,
  { product, dataOrigin, now }: { product: Product; dataOrigin: DataOrigin; now: number },
): Promise<boolean> {
  const champion = await findChampion(db, product);
  if (champion === undefined) return false;
  const scheduledFor = zoneBacktestInstants(product, now);
  const set = { product, dataOrigin, modelVersionId: champion.id };
  return (await countDueZoneBacktests(db, { ...set, auction: auctionOf(product), scheduledFor })) > 0;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
