import { type Selectable, sql, type Transaction } from 'kysely';
import type { AlertRuleTable } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import { notifyOutbox } from '../../outbound/events/append-event.ts';

/** A rule has one name for each field: that of its column, which is also the one on the wire. */
export type AlertRule = Selectable<AlertRuleTable>;
/** What a user chooses of a rule. */
export type AlertRuleInput = Omit<
  AlertRule,
  'id' | 'tenant_id' | 'user_id' | 'created_at' | 'updated_at' | 'last_notified_at' | 'is_unchecked'
>;

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
  return tx
    .selectFrom('alert_rule')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The rule, which no other transaction changes until this one ends. */
export async function lockRule(tx: UserTransaction, id: string): Promise<AlertRule | undefined> {
  return tx.selectFrom('alert_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a rule, which waits to be held against the current run. */
export async function insertRule(
  tx: UserTransaction,
  rule: Omit<AlertRule, 'is_unchecked' | 'last_notified_at'>,
): Promise<AlertRule> {
  const row = { ...rule, last_notified_at: null, is_unchecked: true };
  await tx.insertInto('alert_rule').values(row).execute();
  await notifyOutbox(tx);
  return row;
}

/** Changes a rule, which then waits to be held against the current run. */
export async function updateRule(
  tx: UserTransaction,
  id: string,
  change: Partial<AlertRuleInput> & { updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('alert_rule')
    .set({ ...change, is_unchecked: true })
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
