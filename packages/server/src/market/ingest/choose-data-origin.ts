import { addDays, dayStart, deliveryDayOf, MARKETS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { SourcesSetting } from '../connectors/source.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { findKnownUntil } from '../observations/observation-spans.ts';
import { type DataOrigin, findDataOrigin, saveDataOrigin } from '../../ground/database/service-state.ts';

/**
 * How far behind the clock the newest market price may lie for the market to count as reaching the present. A service that simulates
 * moves to the market from then on, and one on the market warns of older prices.
 */
const MARKET_MAY_LAG_DAYS = 14;

/**
 * Decides whether the service works on the market's data or on the simulator's, and keeps the decision. `auto` takes the
 * market's as soon as they reach the clock, whether they came live or by import. An installation with market data never begins to
 * simulate by itself, however old they are. Throws OperatorError when no allowed source has data.
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
      `SOURCES=${String(sources)} has no prices before the clock; import some with "lonja import"${MARKETS[0].isSimulated ? ', or set SOURCES=auto' : ''}.`,
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
  const allowsSimulator = MARKETS[0].isSimulated && (sources === 'auto' || sources.includes('simulator'));
  if (!allowsMarket) return allowsSimulator ? 'simulator' : undefined;
  const knownUntil = await findMarketEnd(context);
  if (reachesPresent(knownUntil, context.clock.now())) return 'market';
  const served = await findDataOrigin(context.db);
  const isSimulated = allowsSimulator && served === 'simulator';
  if (served === 'market' || (knownUntil !== undefined && !isSimulated)) return 'market';
  return allowsSimulator ? 'simulator' : undefined;
}

/** Whether market prices known now reach the present. */
export async function marketReachesPresent(context: { db: Db; clock: Clock }): Promise<boolean> {
  return reachesPresent(await findMarketEnd(context), context.clock.now());
}

/** Warns where the service works on the market and the newest price is old. */
export async function warnOfOldPrices(context: { db: Db; clock: Clock; logger: Logger }): Promise<void> {
  if ((await findDataOrigin(context.db)) !== 'market') return;
  const knownUntil = await findMarketEnd(context);
  if (reachesPresent(knownUntil, context.clock.now())) return;
  const newestPrice = knownUntil === undefined ? null : deliveryDayOf(knownUntil);
  context.logger.warn(
    { newestPrice },
    'the newest market price is old: forecasts are late or degraded until a source answers or prices are imported',
  );
}

/** The start of the newest period whose day-ahead price is known now. */
function findMarketEnd({ db, clock }: { db: Db; clock: Clock }): Promise<number | undefined> {
  return findKnownUntil(db, { series: 'price.da', dataOrigin: 'market', asOf: clock.now() });
}

function reachesPresent(knownUntil: number | undefined, now: number): boolean {
  return (
    knownUntil !== undefined && knownUntil >= dayStart(addDays(deliveryDayOf(now), -MARKET_MAY_LAG_DAYS))
  );
}
