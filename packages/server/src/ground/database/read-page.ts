import type { SelectQueryBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** One page of what a query selects, in its order, and how many rows it has on all pages. */
export async function readPage<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { offset, limit }: { offset: number; limit: number },
) {
  const rows = await query.offset(offset).limit(limit).execute();
  const counted = query.clearSelect().clearOrderBy();
  const [{ total }] = await counted.select(({ fn }) => fn.countAll<string>().as('total')).execute();
  return { rows, total: Number(total) };
}
