import { type Auction, productOf, zoneOf } from '@lonja/forecasting/market';
import type { Transaction } from 'kysely';
import { withUser } from '../../ground/database/database.ts';
import type { AlertKind } from '../../ground/database/notification-schema.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';
import type { Database } from '../../ground/database/schema.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { assertSubscription, auditChange, type Principal } from '../../people/access/principal.ts';
import { auditedFields } from '../../people/audit/audit.ts';
import { userOf } from '../../people/users/session-user.ts';
import {
  type AlertRule,
  type AlertRuleInput,
  countRules,
  deleteRule,
  forgetFindings,
  insertRule,
  listRules,
  lockRule,
  lockRules,
  updateRule,
} from './store.ts';

const MOST_RULES = 50;

/** Adds a rule of the user's own. It is held against the current run and those that come. */
export async function createRule(
  { db, clock }: IdentityContext,
  principal: Principal,
  input: AlertRuleInput,
): Promise<AlertRule> {
  assertRule(principal, input);
  const user = userOf(principal);
  const id = orderedId();
  const now = clock.now();
  const at = new Date(now);
  return withUser(db, user, async (tx) => {
    await lockRules(tx, user.userId);
    if ((await countRules(tx)) >= MOST_RULES) {
      throw new AppError('conflict', `A user has at most ${MOST_RULES} alert rules; delete one first.`);
    }
    const owner = { tenant_id: user.tenantId, user_id: user.userId };
    const rule = await insertRule(tx, { ...input, ...owner, id, created_at: at, updated_at: at });
    await auditChange(tx, principal, 'alert_rule.created', { id, details: auditedFields(input), now });
    return rule;
  });
}

/** A page of the user's own rules, the newest first. */
export async function listOwnRules(
  { db }: IdentityContext,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ rules: AlertRule[]; total: number }> {
  return withUser(db, userOf(principal), async (tx) => ({
    rules: await listRules(tx, page),
    total: await countRules(tx),
  }));
}

export async function getRule(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<AlertRule> {
  return withRule(context, principal, id, async (_tx, rule) => rule);
}

/** Changes one of the user's own rules. One with another condition notifies of every delivery day afresh, first by the current run. It stays one of its market. */
export async function changeRule(
  context: IdentityContext,
  principal: Principal,
  id: string,
  { product: auction, ...others }: Partial<Omit<AlertRuleInput, 'product'>> & { product?: Auction },
): Promise<AlertRule> {
  return withRule(context, principal, id, async (tx, before) => {
    const product = auction === undefined ? before.product : productOf(zoneOf(before.product), auction);
    const now = context.clock.now();
    const change = { ...others, ...(auction !== undefined && { product }) };
    const rule = { ...before, ...change, updated_at: new Date(now) };
    assertRule(principal, rule);
    await updateRule(tx, id, { ...change, updated_at: rule.updated_at });
    if (LOOKED_FOR.some((field) => rule[field] !== before[field])) await forgetFindings(tx, id);
    await auditChange(tx, principal, 'alert_rule.changed', { id, details: auditedFields(change), now });
    return rule;
  });
}

const LOOKED_FOR = [
  'kind',
  'product',
  'resolution',
  'threshold',
  'probability',
  'hours',
  'from_hour',
  'to_hour',
  'enabled',
] as const;

/** Removes one of the user's own rules. Its notifications stay. */
export async function removeRule(context: IdentityContext, principal: Principal, id: string): Promise<void> {
  await withRule(context, principal, id, async (tx, { name, kind }) => {
    await deleteRule(tx, id);
    const now = context.clock.now();
    await auditChange(tx, principal, 'alert_rule.deleted', { id, details: { name, kind }, now });
  });
}

const PRICE_LIMIT_EUR_PER_MWH = 9999;
const MOST_HOURS_OF_A_DAY = 25;

/** Throws where the parts of a rule do not go together, or its product is outside the subscription. */
export function assertRule(
  principal: Principal,
  rule: Omit<AlertRuleInput, 'name' | 'channels' | 'enabled'>,
): void {
  assertSubscription(principal, marketProductId(rule.product));
  const { least, most, says } = THRESHOLDS[rule.kind];
  if (rule.threshold < least || rule.threshold > most) throw fieldFault('threshold', says);
  if (rule.kind === 'negative_hours' && !Number.isInteger(rule.threshold))
    throw fieldFault('threshold', says);
  const isOnProbability = rule.kind === 'probability_above' || rule.kind === 'probability_below';
  for (const field of ['probability', 'hours'] as const) {
    if (isOnProbability === (rule[field] !== null)) continue;
    const says = isOnProbability
      ? `Send ${field} with this kind.`
      : `Send ${field} with probability rules only.`;
    throw fieldFault(field, says);
  }
  if (rule.from_hour >= rule.to_hour)
    throw fieldFault('to_hour', 'Send a to_hour that is later than from_hour.');
}

const PRICE = {
  least: -PRICE_LIMIT_EUR_PER_MWH,
  most: PRICE_LIMIT_EUR_PER_MWH,
  says: 'Send a price from -9999 to 9999 EUR/MWh.',
};
const DIFFERENCE = {
  least: 0.01,
  most: 2 * PRICE_LIMIT_EUR_PER_MWH,
  says: 'Send a difference from 0.01 to 19998 EUR/MWh.',
};

const THRESHOLDS: Record<AlertKind, { least: number; most: number; says: string }> = {
  price_above: PRICE,
  price_below: PRICE,
  negative_hours: { least: 1, most: MOST_HOURS_OF_A_DAY, says: 'Send a whole number of hours from 1 to 25.' },
  forecast_change: DIFFERENCE,
  spread: DIFFERENCE,
  probability_above: PRICE,
  probability_below: PRICE,
};

/**
 * Runs `work` on one of the user's own rules, in a transaction that sees those alone. A rule of another tenant is refused with
 * 403; one of another user of the tenant, and one that nobody has, is 404.
 */
async function withRule<T>(
  { db }: Pick<IdentityContext, 'db'>,
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, rule: AlertRule) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'alert_rule', id, noun: 'alert rule' });
  return withUser(db, userOf(principal), async (tx) => {
    const rule = await lockRule(tx, id);
    if (rule === undefined) throw new AppError('not_found', 'You have no alert rule with this id.');
    return work(tx, rule);
  });
}
