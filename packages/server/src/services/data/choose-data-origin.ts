import { addDays, dayStart, deliveryDayOf } from '@lonja/forecasting';
import type { Clock } from '../../clock.ts';
import type { SourcesSetting } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../../store/database.ts';
import { findKnownUntil } from '../../store/observation-spans.ts';
import { type DataOrigin, saveDataOrigin } from '../../store/service-state.ts';

/**
 * How far behind the clock the newest market price may lie for the market to count as reaching the present. A source that
 * is silent for days degrades the forecasts; it must not turn a service on the market into a simulation.
 */
const MARKET_MAY_LAG_DAYS = 14;

/**
 * Decides whether the service works on the market's data or on the simulator's, and keeps the decision. `auto` takes the
 * market's as soon as they reach the clock, whether they came live or by import. Throws OperatorError when no allowed
 * source has data.
 */
export async function chooseDataOrigin(context: {
  db: Db;
  clock: Clock;
  sources: SourcesSetting;
}): Promise<DataOrigin> {
  const { db, sources } = context;
  const origin = await findUsableOrigin(context);
  if (origin === undefined) {
    throw new OperatorError(
      `SOURCES=${String(sources)} has no prices up to the clock; import some with "lonja import", or set SOURCES=auto.`,
    );
  }
  await saveDataOrigin(db, origin);
  return origin;
}

async function findUsableOrigin(context: {
  db: Db;
  clock: Clock;
  sources: SourcesSetting;
}): Promise<DataOrigin | undefined> {
  const { sources } = context;
  const allowsMarket = sources === 'auto' || sources.some((source) => source !== 'simulator');
  const allowsSimulator = sources === 'auto' || sources.includes('simulator');
  if (allowsMarket && (await marketReachesPresent(context))) return 'market';
  return allowsSimulator ? 'simulator' : undefined;
}

/** Whether market prices known now reach the present. */
export async function marketReachesPresent({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  const now = clock.now();
  const knownUntil = await findKnownUntil(db, { series: 'price.da', dataOrigin: 'market', asOf: now });
  return (
    knownUntil !== undefined && knownUntil >= dayStart(addDays(deliveryDayOf(now), -MARKET_MAY_LAG_DAYS))
  );
}
