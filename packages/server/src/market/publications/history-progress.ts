import { PRODUCTS, type Product } from '@lonja/forecasting/market';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';

const KEY = 'history_loading';
const Loading = z.array(z.enum(PRODUCTS));

/** Products whose history is being loaded, so that their forecasts and calibrations are better made once it is there. */
export async function listLoadingProducts(db: Db): Promise<Product[]> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  return row === undefined ? [] : Loading.parse(row.value);
}

export async function saveLoadingProducts(db: Db, products: readonly Product[]): Promise<void> {
  const value = JSON.stringify(products);
  await db
    .insertInto('service_state')
    .values({ key: KEY, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('service_state.value', '!=', value),
    )
    .execute();
}
