import type { Product } from '@lonja/forecasting/market';
import { z } from 'zod';
import type { Db } from '../../ground/database/database.ts';

/** Why the latest run of a product should be issued again; it is, unless a run was issued after `at` (epoch ms). */
const Reissue = z.object({ at: z.number(), reason: z.string() });
export type Reissue = z.infer<typeof Reissue>;

function keyOf(product: Product): string {
  return `reissue.${product}`;
}

/** Asks for the latest run of a product again, because what it rests on has become better than what it had. */
export async function requestReissue(db: Db, product: Product, reissue: Reissue): Promise<void> {
  const value = JSON.stringify(reissue);
  await db
    .insertInto('service_state')
    .values({ key: keyOf(product), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function findReissue(db: Db, product: Product): Promise<Reissue | undefined> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', keyOf(product))
    .executeTakeFirst();
  return row === undefined ? undefined : Reissue.parse(row.value);
}
