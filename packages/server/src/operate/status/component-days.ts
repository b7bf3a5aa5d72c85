import { type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** What a look at a component found in one minute; `isGood` undefined: another process says so. */
export interface ComponentMinute {
  component: string;
  isGood: boolean | undefined;
}

/** Minutes of a calendar month in Madrid time, `2026-03`. */
export interface ComponentMonth {
  component: string;
  month: string;
  measured: number;
  good: number;
}

/** Counts a minute, epoch ms, once however many processes record it. Minutes of a component come in their order. */
export async function recordMinute(
  db: Db,
  { minute, components }: { minute: number; components: readonly ComponentMinute[] },
): Promise<void> {
  const [day, at] = [deliveryDayOf(minute), new Date(minute)];
  for (const { component, isGood } of components) {
    const good = isGood === true ? 1 : 0;
    await sql`
      insert into component_day as kept (component, day, measured, good, last_measured, last_good)
      values (${component}, ${day}, 1, ${good}, ${at}, ${good === 1 ? at : null})
      on conflict (component, day) do update set
        measured = kept.measured + 1,
        good = kept.good + excluded.good,
        last_measured = excluded.last_measured,
        last_good = coalesce(excluded.last_good, kept.last_good)
      where kept.last_measured is null or kept.last_measured < excluded.last_measured`.execute(db);
  }
}

/** Says that a component works in this minute, where others count the minutes that are measured. */
export async function noteGoodMinute(
  db: Db,
  { component, minute }: { component: string; minute: number },
): Promise<void> {
  await sql`
    insert into component_day as kept (component, day, good, last_good)
    values (${component}, ${deliveryDayOf(minute)}, 1, ${new Date(minute)})
    on conflict (component, day) do update set good = kept.good + 1, last_good = excluded.last_good
    where kept.last_good is null or kept.last_good < excluded.last_good`.execute(db);
}

/** When a component last worked, epoch ms. */
export async function findLastGood(db: Db, component: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('component_day')
    .select((of) => of.fn.max('last_good').as('at'))
    .where('component', '=', component)
    .executeTakeFirst();
  return row?.at?.getTime();
}

/** Sums by month from the month of a day on. Never more good minutes than measured ones: processes begin at different seconds. */
export async function listComponentMonths(db: Db, from: DeliveryDay): Promise<ComponentMonth[]> {
  const { rows } = await sql<ComponentMonth>`
    select component, to_char(day, 'YYYY-MM') as month,
      sum(measured)::int as measured, sum(least(good, measured))::int as good
    from component_day
    where day >= date_trunc('month', ${from}::date) and measured > 0
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Deletes the days before one. */
export async function deleteComponentDays(db: Db, before: DeliveryDay): Promise<void> {
  await db.deleteFrom('component_day').where('day', '<', before).execute();
}
