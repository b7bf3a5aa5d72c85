import { DAY_MS } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { addressGroup } from '../../ground/http/caller-address.ts';
import {
  assertAllowed,
  createRateLimiter,
  type RateLimitDecision,
  type RateLimiter,
} from '../limits/rate-limiter.ts';

const MINUTE_MS = 60_000;

/** Mails to one address that strangers and other tenants cause, from all routes together. */
const MAILS_PER_DAY = 6;
/** Mails that a device may ask for beside those, which has signed in to the account of the address. */
const MAILS_PER_DEVICE_AND_DAY = 3;
/** Mails that one network may cause without a credential, to whomever. */
const MAILS_PER_NETWORK_AND_DAY = 100;
const INVITATIONS_PER_TENANT_AND_DAY = 30;
const INVITATIONS_TO_ADDRESS_AND_DAY = 3;

/** Bounds the mail that others can cause: nobody can have a mailbox flooded, nor use the service to write to strangers. */
export interface MailAllowance {
  /** By minute and by day. */
  minute: RateLimiter;
  day: RateLimiter;
  clock: Clock;
}

export function createMailAllowance(context: { db: Db; clock: Clock }): MailAllowance {
  return {
    minute: createRateLimiter(context, { name: 'mail-minute', windowMs: MINUTE_MS }),
    day: createRateLimiter(context, { name: 'mail-day', windowMs: DAY_MS }),
    clock: context.clock,
  };
}

/** Throws 429 once a network has caused too many mails; whether there are accounts at their addresses is no part of it. */
export async function assertNetworkMayMail({ day, clock }: MailAllowance, address: string): Promise<void> {
  const decision = await day.take(`network:${addressGroup(address)}`, MAILS_PER_NETWORK_AND_DAY);
  assertAllowed(decision, clock.now(), 'Too many mails were asked for from this network');
}

/**
 * Whether a mail may go to an address: one in a minute and a few in a day. A known device is counted by itself, so that nobody can use up
 * what an account's owner needs.
 */
export async function mayMail(allowance: MailAllowance, to: string, deviceId?: string): Promise<boolean> {
  return (await takeMail(allowance, to, deviceId)).allowed;
}

/** Throws 429 where a tenant may not invite an address now, and says why. */
export async function assertMayInvite(
  allowance: MailAllowance,
  { tenantId, to }: { tenantId: string; to: string },
): Promise<void> {
  const { day, clock } = allowance;
  const now = clock.now();
  const ofTenant = await day.take(`invitations:${tenantId}`, INVITATIONS_PER_TENANT_AND_DAY);
  assertAllowed(ofTenant, now, `More than ${INVITATIONS_PER_TENANT_AND_DAY} invitations in a day`);
  const ofAddress = await day.take(`invitations:${tenantId}:${to}`, INVITATIONS_TO_ADDRESS_AND_DAY);
  assertAllowed(
    ofAddress,
    now,
    `This address was invited ${INVITATIONS_TO_ADDRESS_AND_DAY} times within a day`,
  );
  assertAllowed(await takeMail(allowance, to), now, 'This address was sent enough mail for now');
}

async function takeMail(
  { minute, day }: MailAllowance,
  to: string,
  deviceId?: string,
): Promise<RateLimitDecision> {
  const key = deviceId === undefined ? `to:${to}` : `device:${deviceId}`;
  const inMinute = await minute.take(key, 1);
  if (!inMinute.allowed) return inMinute;
  const inDay = await day.take(key, deviceId === undefined ? MAILS_PER_DAY : MAILS_PER_DEVICE_AND_DAY);
  if (!inDay.allowed) await minute.release(key);
  return inDay;
}
