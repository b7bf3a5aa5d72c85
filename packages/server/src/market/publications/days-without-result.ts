import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';

/** A delivery day whose auction was published without prices. */
export interface DayWithoutResult {
  /** Of the publication, such as `price.ida1`. */
  name: string;
  day: DeliveryDay;
}

/**
 * The days whose auction was published without a result as far as it was known at `asOf`, by name and day: of the named publications and
 * days, or of all.
 */
export async function listDaysWithoutResult(
  db: Db,
  query: { names?: readonly string[]; from?: DeliveryDay; to?: DeliveryDay; asOf: number },
): Promise<DayWithoutResult[]> {
  const { names, from, to, asOf } = query;
  if (names?.length === 0) return [];
  let rows = db
    .selectFrom('publication')
    .select(['name', 'day'])
    .distinct()
    .where('state', '=', 'no_result')
    .where('published_at', '<=', new Date(asOf))
    .orderBy('name')
    .orderBy('day');
  if (names !== undefined) rows = rows.where('name', 'in', [...names]);
  if (from !== undefined) rows = rows.where('day', '>=', from);
  if (to !== undefined) rows = rows.where('day', '<=', to);
  return rows.execute();
}
