import { marketProductId } from '../../ground/market-ids.ts';
import type { AlertRuleInput } from './rules.ts';
import type { AlertKind } from '../../ground/database/notification-schema.ts';
import { fieldFault } from '../../ground/errors.ts';
import { type Principal, assertSubscription } from '../../people/access/principal.ts';

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
  if (rule.fromHour >= rule.toHour)
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
