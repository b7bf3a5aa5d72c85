import { type DeliveryDay, type Product, ZONES } from '@lonja/forecasting/market';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { Recipient } from '../../outbound/notifications/notify.ts';
import type { AlertRule } from './store.ts';

/** A published run that rules after `afterRule`, in order of their ids, are still to be held against. */
export interface PendingRun {
  runId: string;
  previousRunId: string | undefined;
  afterRule: string | undefined;
}

/** A rule whose turn it is, with whom it belongs to. */
export type OwnedRule = AlertRule & Recipient;

/** The pending run that failed least often, of these the oldest, that no other process works on; it stays taken until the transaction ends. */
export async function claimPendingRun(
  tx: Transaction<Database>,
  { except }: { except: readonly string[] },
): Promise<PendingRun | undefined> {
  const row = await tx
    .selectFrom('alert_run')
    .selectAll()
    .where((run) => sql<boolean>`not ${run.ref('run_id')} = any (${[...except]}::uuid[])`)
    .orderBy('tries')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return (
    row && {
      runId: row.run_id,
      previousRunId: row.previous_run_id ?? undefined,
      afterRule: row.after_rule ?? undefined,
    }
  );
}

/** Counts a failed try of a pending run, and drops the run after `most` of them; true where it was dropped. */
export async function noteFailedTry(db: Db, runId: string, most: number): Promise<boolean> {
  const row = await db
    .updateTable('alert_run')
    .set((run) => ({ tries: sql`${run.ref('tries')} + 1` }))
    .where('run_id', '=', runId)
    .returning('tries')
    .executeTakeFirst();
  if (row === undefined || row.tries < most) return false;
  await db.deleteFrom('alert_run').where('run_id', '=', runId).execute();
  return true;
}

/** When the run was published that has waited longest for its rules, epoch ms; undefined where none waits. */
export async function findOldestPendingRun(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('alert_run')
    .select((run) => run.fn.min('created_at').as('oldest'))
    .executeTakeFirst();
  return row?.oldest?.getTime();
}

/** Remembers how far the rules are through, and that none is left when `afterRule` is undefined. */
export async function advancePendingRun(
  tx: Transaction<Database>,
  runId: string,
  afterRule: string | undefined,
): Promise<void> {
  if (afterRule === undefined) await tx.deleteFrom('alert_run').where('run_id', '=', runId).execute();
  else await tx.updateTable('alert_run').set({ after_rule: afterRule }).where('run_id', '=', runId).execute();
}

/**
 * The next rules on a product, in order of their ids, of active users who may have rules and whose tenant is active and
 * subscribes to it. Nobody changes or deletes them until the transaction ends.
 */
export async function lockNextRules(
  tx: Transaction<Database>,
  query: { product: Product; afterRule: string | undefined; limit: number },
): Promise<OwnedRule[]> {
  const { rows } = await sql<OwnedRule>`
    ${ownedRules()}
      and rule.product = ${query.product}
      and rule.id > ${query.afterRule ?? NO_ID}::uuid
    order by rule.id
    limit ${query.limit}
    for share of rule`.execute(tx);
  return rows;
}

/** The next of these rules that was saved and not held against the current run since, now taken as held against it. */
export async function claimSavedRule(tx: Transaction<Database>): Promise<OwnedRule | undefined> {
  const { rows } = await sql<OwnedRule>`
    ${ownedRules()}
      and rule.is_unchecked
    order by rule.id
    limit 1
    for update of rule skip locked`.execute(tx);
  const rule = rows.at(0);
  if (rule === undefined) return undefined;
  await tx.updateTable('alert_rule').set({ is_unchecked: false }).where('id', '=', rule.id).execute();
  return rule;
}

/** Rules that are on, of active users who may have them and whose tenant is active and subscribes to the product. */
const ownedRules = () => sql`
  select rule.*, rule.tenant_id as "tenantId", rule.user_id as "userId", owner.email, owner.locale
  from alert_rule as rule
  join app_user as owner on owner.id = rule.user_id
  join tenant on tenant.id = rule.tenant_id
  where rule.enabled
    and owner.deactivated_at is null
    and owner.role <> 'viewer'
    and tenant.deactivated_at is null
    and case when rule.product like '%-%' then rule.product else ${`${ZONES[0]}-`} || rule.product end = any (tenant.products)`;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The delivery days that rules have notified of, by rule. */
export async function listNotifiedDays(
  tx: Transaction<Database>,
  ruleIds: string[],
): Promise<Map<string, Set<DeliveryDay>>> {
  const notified = new Map<string, Set<DeliveryDay>>();
  if (ruleIds.length === 0) return notified;
  const rows = await tx
    .selectFrom('alert_finding')
    .select(['rule_id', 'delivery_day'])
    .where('rule_id', 'in', ruleIds)
    .execute();
  for (const row of rows) {
    const days = notified.get(row.rule_id) ?? new Set<DeliveryDay>();
    notified.set(row.rule_id, days.add(row.delivery_day));
  }
  return notified;
}

/** Stores what is reported for rules now. */
export async function recordFindings(
  tx: Transaction<Database>,
  findings: readonly { rule: { id: string; tenantId: string }; day: string; figure: number }[],
  now: number,
): Promise<void> {
  if (findings.length === 0) return;
  const toldAt = new Date(now);
  const rows = findings.map(({ rule, day, figure }) => ({
    tenant_id: rule.tenantId,
    rule_id: rule.id,
    delivery_day: day,
    figure,
    told_at: toldAt,
  }));
  await tx
    .insertInto('alert_finding')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'delivery_day']).doUpdateSet((row) => ({
        figure: row.ref('excluded.figure'),
        told_at: toldAt,
      })),
    )
    .execute();
  const ids = [...new Set(rows.map(({ rule_id: id }) => id))];
  await tx.updateTable('alert_rule').set({ last_notified_at: toldAt }).where('id', 'in', ids).execute();
}

/** Deletes what was reported of delivery days before one. */
export async function deleteFindingsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('alert_finding').where('delivery_day', '<', day).execute();
}
