import { sql } from 'kysely';
import type { Auction, DeliveryDay } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { KeptPlanTable, PlanSettlementTable } from '../../ground/database/site-schema.ts';
import { type Reasons, reasonsText, sentenceOf } from '../../ground/reasons/reasons.ts';
import type { FrozenContent } from './frozen-content.ts';
import type { SettledContent } from './settle-content.ts';

/** A plan or offer as it was frozen, by the names of its columns. */
export type KeptPlan = Omit<KeptPlanTable, 'content'>;

/** What came of it. */
export type Settlement = Pick<PlanSettlementTable, (typeof SETTLEMENT_COLUMNS)[number]>;

export interface ListedPlan extends KeptPlan {
  /** The newest; undefined: its prices are not known yet. */
  settlement: Settlement | undefined;
}

export interface KeptPlansQuery {
  siteId: string | undefined;
  from: DeliveryDay | undefined;
  to: DeliveryDay | undefined;
}

/** Stores what was frozen; gives false where the gate of that day has kept something for the site before. */
export async function insertKeptPlan(tx: Db, plan: KeptPlan, content: FrozenContent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('kept_plan')
    .values({ ...plan, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stores a further settlement; gives false where another process was first. */
export async function insertSettlement(
  tx: Db,
  plan: Pick<KeptPlan, 'id' | 'tenant_id'>,
  settled: SettledContent & Pick<PlanSettlementTable, 'revision' | 'settled_at' | 'prices_digest'>,
): Promise<boolean> {
  const periods = JSON.stringify(settled.periods);
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('plan_settlement')
    .values({ ...settled, periods, plan_id: plan.id, tenant_id: plan.tenant_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const SETTLEMENT_COLUMNS = [
  'revision',
  'settled_at',
  'bid_mwh',
  'traded_mwh',
  'earned_eur',
  'foresight_eur',
  'last_day_eur',
] as const;

const newestSettlement = (db: Db) =>
  db
    .selectFrom('plan_settlement')
    .distinctOn('plan_id')
    .select(['plan_id', ...SETTLEMENT_COLUMNS])
    .orderBy('plan_id')
    .orderBy('revision', 'desc');

const PLAN_COLUMNS = [
  'id',
  'tenant_id',
  'site_id',
  'kind',
  'product',
  'delivery_day',
  'resolution',
  'is_automatic',
  'frozen_at',
  'author_kind',
  'author_id',
  'forecast_id',
  'issued_at',
  'simulated',
  'expected_eur',
  'p10_eur',
  'p90_eur',
] as const;

/** Kept plans with their newest settlements, the newest day and freeze first. Call it as the tenant. */
export async function listKeptPlans(
  tx: Db,
  query: KeptPlansQuery,
  window: { limit: number; offset: number },
): Promise<ListedPlan[]> {
  const rows = await matching(tx, query)
    .leftJoin(newestSettlement(tx).as('settled'), 'settled.plan_id', 'kept_plan.id')
    .select(PLAN_COLUMNS.map((column) => `kept_plan.${column}` as const))
    .select(SETTLEMENT_COLUMNS)
    .orderBy('kept_plan.delivery_day', 'desc')
    .orderBy('kept_plan.frozen_at', 'desc')
    .orderBy('kept_plan.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return rows.map((row) => ({
    ...row,
    // The other columns of a settlement are there with its revision.
    settlement: row.revision === null ? undefined : (row as typeof row & Settlement),
  }));
}

export async function countKeptPlans(tx: Db, query: KeptPlansQuery): Promise<number> {
  const { count } = await matching(tx, query)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many have been kept by hand for the site and the day of a plan. Call it as the tenant. */
export async function countKeptByHand(
  tx: Db,
  { site_id: siteId, delivery_day: day }: Pick<KeptPlan, 'site_id' | 'delivery_day'>,
): Promise<number> {
  const { count } = await matching(tx, { siteId, from: day, to: day })
    .where('kept_plan.is_automatic', '=', false)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matching(tx: Db, { siteId, from, to }: KeptPlansQuery) {
  return tx
    .selectFrom('kept_plan')
    .$if(siteId !== undefined, (rows) => rows.where('kept_plan.site_id', '=', siteId ?? ''))
    .$if(from !== undefined, (rows) => rows.where('kept_plan.delivery_day', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('kept_plan.delivery_day', '<=', to ?? ''));
}

/** One kept plan with its content and all its settlements, the newest first. Call it as the tenant. */
export async function findKeptPlan(tx: Db, id: string) {
  const row = await tx.selectFrom('kept_plan').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const settlements = await tx
    .selectFrom('plan_settlement')
    .selectAll()
    .where('plan_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  return {
    plan: row,
    content: contentOf(row.content),
    settlements: settlements.map((settled) => ({ ...settled, periods: periodsOf(settled.periods) })),
  };
}

/** The plan that was kept last for the day before, of the same site. */
export async function findPlanOfDayBefore(
  tx: Db,
  { site_id, product }: Pick<KeptPlan, 'site_id' | 'product'>,
  dayBefore: DeliveryDay,
): Promise<FrozenContent | undefined> {
  const row = await tx
    .selectFrom('kept_plan')
    .select('content')
    .where('site_id', '=', site_id)
    .where('product', '=', product)
    .where('delivery_day', '=', dayBefore)
    .orderBy('frozen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && contentOf(row.content);
}

/** The days from `from` to `to` for which any tenant has kept something, with the lengths of their periods. */
export async function listKeptDays(
  db: Db,
  { from, to }: { from: DeliveryDay; to: DeliveryDay },
): Promise<Pick<KeptPlan, 'delivery_day' | 'resolution'>[]> {
  return db
    .selectFrom('kept_plan')
    .distinct()
    .select(['delivery_day', 'resolution'])
    .where('delivery_day', '>=', from)
    .where('delivery_day', '<=', to)
    .orderBy('delivery_day')
    .execute();
}

/** Kept plans of all tenants for a day that are not settled at prices of this digest, in order of their ids, after one of them. */
export async function listPlansToSettle(
  db: Db,
  { delivery_day, resolution, simulated }: Pick<KeptPlan, 'delivery_day' | 'resolution' | 'simulated'>,
  { digest, after, limit }: { digest: string; after: string | undefined; limit: number },
): Promise<(KeptPlan & { content: FrozenContent; revision: number })[]> {
  const rows = await db
    .selectFrom('kept_plan')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('plan_settlement')
          .select(['revision', 'prices_digest'])
          .whereRef('plan_id', '=', 'kept_plan.id')
          .orderBy('revision', 'desc')
          .limit(1)
          .as('settled'),
      (join) => join.onTrue(),
    )
    .selectAll('kept_plan')
    .select('settled.revision')
    .where('kept_plan.delivery_day', '=', delivery_day)
    .where('kept_plan.resolution', '=', resolution)
    .where('kept_plan.simulated', '=', simulated)
    .where('settled.prices_digest', 'is distinct from', digest)
    .$if(after !== undefined, (rows) => rows.where('kept_plan.id', '>', after ?? ''))
    .orderBy('kept_plan.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, content: contentOf(row.content), revision: row.revision ?? 0 }));
}

/** Ids of the sites for which the gate of a day has kept something, or was found to have nothing to keep. */
export async function listKeptAtGate(db: Db, day: DeliveryDay, product: Auction): Promise<Set<string>> {
  const unkept = await db
    .selectFrom('unkept_plan')
    .select('site_id')
    .where('delivery_day', '=', day)
    .where('product', '=', product)
    .execute();
  const rows = await db
    .selectFrom('kept_plan')
    .select('site_id')
    .where('is_automatic', '=', true)
    .where('delivery_day', '=', day)
    .where('product', '=', product)
    .execute();
  return new Set([...rows, ...unkept].map(({ site_id: id }) => id));
}

/** Notes that the gate of a day could keep nothing of a site; false where that was noted before, or the site is gone. */
export async function insertUnkept(
  tx: Db,
  unkept: {
    siteId: string;
    tenantId: string;
    day: DeliveryDay;
    product: Auction;
    reasons: Reasons;
    now: number;
  },
): Promise<boolean> {
  const site = await tx
    .selectFrom('site')
    .select('id')
    .where('id', '=', unkept.siteId)
    .forKeyShare()
    .executeTakeFirst();
  if (site === undefined) return false;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('unkept_plan')
    .values({
      site_id: unkept.siteId,
      tenant_id: unkept.tenantId,
      delivery_day: unkept.day,
      product: unkept.product,
      reason: sentenceOf(unkept.reasons),
      reason_codes: reasonsText(unkept.reasons),
      noted_at: new Date(unkept.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Sums of the newest settlements by day, month or site. Call it as the tenant. */
export async function sumSettlements(
  tx: Db,
  query: KeptPlansQuery & { groupBy: 'day' | 'month' | 'site' },
): Promise<
  ({ group: string; plans: number; expected_eur: number } & Omit<SettledContent, 'periods'> & {
      /** Of those that have a plan of the day before. */
      comparable: number;
    })[]
> {
  const group = {
    day: sql<string>`kept_plan.delivery_day::text`,
    month: sql<string>`to_char(kept_plan.delivery_day, 'YYYY-MM')`,
    site: sql<string>`kept_plan.site_id::text`,
  }[query.groupBy];
  const sum = (column: string) => sql<number>`sum(${sql.ref(column)})`;
  return lastOfDay(tx, query)
    .innerJoin(newestSettlement(tx).as('settled'), 'settled.plan_id', 'kept_plan.id')
    .select([
      group.as('group'),
      sql<number>`count(*)::integer`.as('plans'),
      sum('expected_eur').as('expected_eur'),
      sum('bid_mwh').as('bid_mwh'),
      sum('traded_mwh').as('traded_mwh'),
      sum('earned_eur').as('earned_eur'),
      sum('foresight_eur').as('foresight_eur'),
      sql<number | null>`sum(last_day_eur)`.as('last_day_eur'),
      sql<number>`coalesce(sum(earned_eur) filter (where last_day_eur is not null), 0)`.as('comparable'),
    ])
    .groupBy(group)
    .orderBy(group)
    .execute();
}

/** Of several that were kept for a site and a day the one that was frozen last counts. */
function lastOfDay(tx: Db, query: KeptPlansQuery) {
  return matching(tx, query).where(
    'kept_plan.id',
    'in',
    tx
      .selectFrom('kept_plan as each')
      .distinctOn(['each.site_id', 'each.delivery_day', 'each.product'])
      .select('each.id')
      .orderBy('each.site_id')
      .orderBy('each.delivery_day')
      .orderBy('each.product')
      .orderBy('each.frozen_at', 'desc')
      .orderBy('each.id'),
  );
}

/** Safe: nothing but this file writes it, and nobody changes it. */
function contentOf(stored: unknown): FrozenContent {
  return stored as FrozenContent;
}

/** Likewise. */
function periodsOf(stored: unknown): SettledContent['periods'] {
  return stored as SettledContent['periods'];
}
