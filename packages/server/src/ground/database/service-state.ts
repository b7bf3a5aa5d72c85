import type { Db } from './database.ts';

/** Which world the service's data come from: the real market's, or the built-in simulator's. Never mixed. */
export type DataOrigin = 'market' | 'simulator';

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
