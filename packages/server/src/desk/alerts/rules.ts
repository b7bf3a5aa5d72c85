import type { Product } from '@lonja/forecasting/market';
import { type Selectable, type Transaction, sql } from 'kysely';
import type { AlertChannel, AlertKind, AlertRuleTable } from '../../ground/database/notification-schema.ts';
import { notifyOutbox } from '../../outbound/events/append-event.ts';
import type { Database } from '../../ground/database/schema.ts';

/** What a user chooses of a rule; see the table for units. */
export interface AlertRuleInput {
  name: string;
  kind: AlertKind;
  product: Product;
  resolution: 'PT15M' | 'PT1H';
  threshold: number;
  probability: number | null;
  hours: number | null;
  fromHour: number;
  toHour: number;
  daysAhead: number;
  channels: AlertChannel[];
  enabled: boolean;
}

/** Instants are epoch ms. */
export interface AlertRule extends AlertRuleInput {
  id: string;
  createdAt: number;
  updatedAt: number;
  lastNotifiedAt: number | undefined;
}

type UserTransaction = Transaction<Database>;

/** Lets one transaction at a time count and add a user's rules. */
export async function lockRules(tx: UserTransaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alert rules ${userId}`}, 0))`.execute(tx);
}

export async function countRules(tx: UserTransaction): Promise<number> {
  const row = await tx
    .selectFrom('alert_rule')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A page of the user's rules, the newest first. */
export async function listRules(
  tx: UserTransaction,
  page: { limit: number; offset: number },
): Promise<AlertRule[]> {
  const rows = await tx
    .selectFrom('alert_rule')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(toRule);
}

/** The rule, which no other transaction changes until this one ends. */
export async function lockRule(tx: UserTransaction, id: string): Promise<AlertRule | undefined> {
  const row = await tx
    .selectFrom('alert_rule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toRule(row);
}

/** Adds a rule, which waits to be held against the current run. */
export async function insertRule(
  tx: UserTransaction,
  rule: AlertRuleInput & { id: string; tenantId: string; userId: string; now: number },
): Promise<void> {
  await tx
    .insertInto('alert_rule')
    .values({
      ...columnsOf(rule),
      id: rule.id,
      tenant_id: rule.tenantId,
      user_id: rule.userId,
      created_at: new Date(rule.now),
      updated_at: new Date(rule.now),
      is_unchecked: true,
    })
    .execute();
  await notifyOutbox(tx);
}

/** Writes all that a user chooses of a rule, which then waits to be held against the current run. */
export async function updateRule(
  tx: UserTransaction,
  id: string,
  rule: AlertRuleInput,
  now: number,
): Promise<void> {
  await tx
    .updateTable('alert_rule')
    .set({ ...columnsOf(rule), updated_at: new Date(now), is_unchecked: true })
    .where('id', '=', id)
    .execute();
  await notifyOutbox(tx);
}

/** Deletes what was reported for a rule, so that all of it is reported afresh. */
export async function forgetFindings(tx: UserTransaction, ruleId: string): Promise<void> {
  await tx.deleteFrom('alert_finding').where('rule_id', '=', ruleId).execute();
}

export async function deleteRule(tx: UserTransaction, id: string): Promise<void> {
  await tx.deleteFrom('alert_rule').where('id', '=', id).execute();
}

export function toRule(row: Selectable<AlertRuleTable>): AlertRule {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    product: row.product,
    resolution: row.resolution,
    threshold: row.threshold,
    probability: row.probability,
    hours: row.hours,
    fromHour: row.from_hour,
    toHour: row.to_hour,
    daysAhead: row.days_ahead,
    channels: row.channels,
    enabled: row.enabled,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    lastNotifiedAt: row.last_notified_at?.getTime(),
  };
}

function columnsOf(rule: AlertRuleInput) {
  return {
    name: rule.name,
    kind: rule.kind,
    product: rule.product,
    resolution: rule.resolution,
    threshold: rule.threshold,
    probability: rule.probability,
    hours: rule.hours,
    from_hour: rule.fromHour,
    to_hour: rule.toHour,
    days_ahead: rule.daysAhead,
    channels: rule.channels,
    enabled: rule.enabled,
  };
}
