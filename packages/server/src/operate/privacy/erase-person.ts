import { randomUUID } from 'node:crypto';
import type { Db } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { AccountContext, IdentityContext } from '../../people/access/account-context.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { listLiveKeysOf } from '../../people/api-keys/store.ts';
import { appendAudit, type AuditActor } from '../../people/audit/audit.ts';
import { assertFactor } from '../../people/factors/rules.ts';
import { assertPassword } from '../../people/users/assert-password.ts';
import { assertSuperadminStays, revokeKeys } from '../../people/users/rules.ts';
import { getMe } from '../../people/users/session-user.ts';
import { lockActiveAdmins, lockUserAndAdmins, type User } from '../../people/users/store.ts';
import {
  countMentions,
  eraseRows,
  forgetCounts,
  listEntriesNaming,
  listOwnTexts,
  listSessionIds,
  setDetails,
  setOwnText,
} from './erase-rows.ts';
import { getUser } from './export-person.ts';
import { type Person, PERSONAL_ROWS } from './personal-rows.ts';

/** What an erasure did, and what it left. */
export interface ErasureReport {
  /** Rows that are gone, by kind. */
  deleted: Record<string, number>;
  /** Rows that stay and name nobody any more, by kind. */
  anonymised: Record<string, number>;
  /** What stays and why. */
  stays: { what: string; why: string }[];
  /** Texts that people of the organisation wrote and that name the person still, by table and column. */
  mentions: { where: string; count: number }[];
}

/** What no erasure reaches, because it is no part of the database. */
export const BEYOND_DATABASE = [
  { what: 'backups', why: 'They are whole copies; they go when the operator deletes them.' },
  {
    what: 'log and mail files',
    why: 'They name accounts and addresses; the operator keeps them for a while (mail files for RETENTION_OUTBOX_DAYS).',
  },
];

/** Erases the signed-in user, who gives the password again and a code of the second factor where there is one. */
export async function eraseMe(
  context: AccountContext,
  principal: Principal,
  { password, otp, revokesKeys }: { password: string; otp: string | undefined; revokesKeys: boolean },
): Promise<ErasureReport> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  await assertFactor(context, principal, { tenantId: user.tenant_id, userId: user.id }, otp);
  return erase(context, principal, { id: user.id, revokesKeys });
}

/** Erases another user of the tenant, whose address confirms that it is the one that is meant. */
export async function eraseUser(
  context: IdentityContext,
  principal: Principal,
  { id, email, revokesKeys }: { id: string; email: string; revokesKeys: boolean },
): Promise<ErasureReport> {
  await assertOwnRecord(context.db, principal, { table: 'app_user', id, noun: 'user' });
  if (id === principal.userId) {
    throw new AppError('conflict', 'This is you; use POST /auth/me/erase, which asks for your password.');
  }
  return erase(context, principal, { id, revokesKeys, email: email.toLowerCase() });
}

/**
 * Deletes what is about a person alone and takes the person out of what stays, in one transaction. It runs with the service's own role:
 * no tenant may change the audit. Entries of one person stay together under a new id, which stands for nobody.
 */
async function erase(
  { db, clock }: IdentityContext,
  principal: Principal,
  { id, email, revokesKeys }: { id: string; email?: string; revokesKeys: boolean },
): Promise<ErasureReport> {
  const pseudonym = randomUUID();
  return db.transaction().execute(async (tx) => {
    await lockUserAndAdmins(tx, id);
    const user = await getUser(tx, id);
    if (email !== undefined && email !== user.email) {
      throw fieldFault('email', 'This is not the address of this user; send it to confirm who is meant.');
    }
    await assertMayGo(tx, user);
    const now = clock.now();
    if (revokesKeys) {
      const keys = await listLiveKeysOf(tx, { tenantId: user.tenant_id, userId: id, now });
      await revokeKeys(tx, principal, { keys, now });
    }
    const report = await eraseFrom(tx, user, pseudonym);
    await appendAudit(tx, {
      tenantId: user.tenant_id,
      actor: withoutSelf(actorOf(principal), id, pseudonym),
      action: 'user.erased',
      target: { type: 'user', id: pseudonym },
      now,
    });
    return report;
  });
}

async function assertMayGo(
  tx: Db,
  { id, tenant_id: tenantId, is_superadmin: isSuperadmin }: User,
): Promise<void> {
  if (isSuperadmin) await assertSuperadminStays(tx, id);
  const admins = await lockActiveAdmins(tx, tenantId);
  if (admins.length === 1 && admins[0] === id) {
    throw new AppError(
      'conflict',
      'This is the last active admin of the tenant; make another user an admin first, or ask the operator to delete the tenant.',
    );
  }
}

async function eraseFrom(tx: Db, person: Person, pseudonym: string): Promise<ErasureReport> {
  const redact = createRedaction([person.id, person.email, person.full_name]);
  const names = [person.id, person.email, ...(await listSessionIds(tx, [person.id]))];
  for (const own of await listOwnTexts(tx, person.id)) {
    const text = redact(own.text);
    if (text !== own.text) await setOwnText(tx, { ...own, text });
  }
  const report: ErasureReport = { deleted: {}, anonymised: {}, stays: [], mentions: [] };
  for (const kind of PERSONAL_ROWS) {
    const count = await eraseRows(tx, kind, person, pseudonym);
    if (count === 0) continue;
    const { name, staysFor } = kind;
    (staysFor === undefined ? report.deleted : report.anonymised)[name] = count;
    if (staysFor !== undefined) report.stays.push({ what: name, why: staysFor });
  }
  for (const { id, details } of await listEntriesNaming(tx, { person, pseudonym })) {
    await setDetails(tx, id, redactFields(details, redact));
  }
  await forgetCounts(tx, names);
  report.stays.push(...BEYOND_DATABASE);
  report.mentions = await countMentions(tx, person);
  return report;
}

/** Who erases oneself is not named in the entry that says so. */
function withoutSelf(actor: AuditActor, id: string, pseudonym: string): AuditActor {
  return actor.id === id ? { ...actor, id: pseudonym, address: undefined } : actor;
}

const ERASED = '[erased]';

/** Gives a text without some others, whatever their case, where they stand as whole words. */
export function createRedaction(texts: readonly string[]): (text: string) => string {
  const named = texts.filter((text) => text.trim() !== '').sort((a, b) => b.length - a.length);
  if (named.length === 0) return (text) => text;
  const any = named.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, 'giu');
  return (text) => text.replaceAll(pattern, ERASED);
}

/** The same for every text within a value of JSON. */
function redactWithin(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((part) => redactWithin(part, redact));
  if (typeof value !== 'object' || value === null) return value;
  return redactFields(value, redact);
}

export function redactFields(value: object, redact: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name), redactWithin(part, redact)]),
  );
}
