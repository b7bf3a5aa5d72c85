import { IBERIA, ZONES } from '@lonja/forecasting/market';
import { OperatorError } from '../errors.ts';
import type { Db } from './database.ts';

/** Which world the service's data come from: the real market's, or the built-in simulator's. Never mixed. */
export type DataOrigin = 'market' | 'simulator';

const MARKET_KEY = 'market';
const DATA_ORIGIN_KEY = 'data_origin';

/** The origin that forecasts and prices are served from; undefined before anything was loaded. */
export async function findDataOrigin(db: Db): Promise<DataOrigin | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', DATA_ORIGIN_KEY)
    .executeTakeFirst();
  return row?.value === 'market' || row?.value === 'simulator' ? row.value : undefined;
}

export async function saveDataOrigin(db: Db, origin: DataOrigin): Promise<void> {
  const value = JSON.stringify(origin);
  await db
    .insertInto('service_state')
    .values({ key: DATA_ORIGIN_KEY, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('service_state.value', '!=', value),
    )
    .execute();
}

/**
 * Notes whose data the database is for. Throws OperatorError where it has those of another first market: products and series of that market
 * are named without it. Without a note it is for Iberia.
 */
export async function claimForMarket(db: Db): Promise<void> {
  const [market] = ZONES;
  const note = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', MARKET_KEY)
    .executeTakeFirst();
  if (note?.value === market) return;
  const isUsed = note !== undefined || (await hasFeeds(db));
  const known = note === undefined ? IBERIA[0].id : String(note.value);
  if (isUsed && known !== market) {
    throw new OperatorError(
      `The database is for the market ${known}, and MARKETS_FILE names ${market} first; give each first market a database of its own.`,
    );
  }
  if (market === known) return;
  await db
    .insertInto('service_state')
    .values({ key: MARKET_KEY, value: JSON.stringify(market) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function hasFeeds(db: Db): Promise<boolean> {
  return (await db.selectFrom('feed').select('id').limit(1).executeTakeFirst()) !== undefined;
}
