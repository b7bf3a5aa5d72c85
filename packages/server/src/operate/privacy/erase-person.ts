import { randomUUID } from 'node:crypto';
import { AppError, fieldFault } from '../../ground/errors.ts';
import { listLiveKeysOf } from '../../people/api-keys/store.ts';
import { type AuditActor, appendAudit } from '../../people/audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
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
import { PERSONAL_ROWS, type Person } from './personal-rows.ts';
import { lockActiveAdmins, lockUserAndAdmins, type User } from '../../people/users/store.ts';
import { assertSuperadminStays, revokeKeys } from '../../people/users/rules.ts';
import type { AccountContext, IdentityContext } from '../../people/access/account-context.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { assertPassword } from '../../people/users/assert-password.ts';
import { getMe } from '../../people/users/session-user.ts';
import { assertFactor } from '../../people/factors/rules.ts';
import { BEYOND_DATABASE, type ErasureReport } from './erasure-report.ts';
import { getUser } from './export-person.ts';
import { createRedaction, redactFields } from './redact.ts';

/** Erases the signed-in user, who gives the password again and a code of the second factor where there is one. */
export async function eraseMe(
  context: AccountContext,
  principal: Principal,
  { password, otp, revokesKeys }: { password: string; otp: string | undefined; revokesKeys: boolean },
): Promise<ErasureReport> {
  const user = await getMe(context, principal);
  await assertPassword(context, { principal, userId: user.id }, password, 'password');
  await assertFactor(context, principal, { tenantId: user.tenantId, userId: user.id }, otp);
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
      const keys = await listLiveKeysOf(tx, { tenantId: user.tenantId, userId: id, now });
      await revokeKeys(tx, principal, { keys, now });
    }
    const report = await eraseFrom(tx, user, pseudonym);
    await appendAudit(tx, {
      tenantId: user.tenantId,
      actor: withoutSelf(actorOf(principal), id, pseudonym),
      action: 'user.erased',
      target: { type: 'user', id: pseudonym },
      now,
    });
    return report;
  });
}

async function assertMayGo(tx: Db, { id, tenantId, isSuperadmin }: User): Promise<void> {
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
  const redact = createRedaction([person.id, person.email, person.fullName]);
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
