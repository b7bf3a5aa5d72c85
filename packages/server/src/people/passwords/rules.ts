import type { Db } from '../../ground/database/database.ts';
import { fieldFault } from '../../ground/errors.ts';
import type { AccountContext } from '../access/account-context.ts';
import { forgetGuesses } from '../access/guarded-attempt.ts';
import { type DeviceTokens, findKnownDevice, issueDeviceToken } from '../access/known-device.ts';
import { assertNetworkMayMail, mayMail } from '../access/mail-allowance.ts';
import { hashLinkToken } from '../access/mailed-secret.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import { NOBODY } from '../access/password-rules.ts';
import { auditChange, type Principal } from '../access/principal.ts';
import { endAllSessions } from '../access/sessions.ts';
import { appendAudit, type NewAuditEntry } from '../audit/audit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { assertPasswordAllowed } from '../providers/providers.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/rules.ts';
import { assertPassword } from '../users/assert-password.ts';
import { getMe, ownerOf } from '../users/session-user.ts';
import { findUser, updateUser } from '../users/store.ts';
import { deletePasswordResets, usePasswordReset } from './store.ts';

/** Changes the user's password, ends every session, known device and mailed link of the user and starts a new one for the caller. */
export async function changePassword(
  context: AccountContext,
  principal: Principal,
  input: SessionOrigin & { currentPassword: string; newPassword: string },
): Promise<SignedIn> {
  const { db, clock } = context;
  const user = await getMe(context, principal);
  await assertPasswordAllowed(db, user.id);
  await assertPassword(context, { principal, userId: user.id }, input.currentPassword, 'current_password');
  assertGoodPassword(input.newPassword, user, 'new_password');
  const passwordHash = await hashPassword(input.newPassword, 'new_password');
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    await setPassword(tx, { userId: user.id, passwordHash, now });
    await auditChange(tx, principal, 'user.password_changed', { id: user.id, now });
  });
  const changed = (await findUser(db, user.id)) ?? user;
  return startSession(context, ownerOf(changed), input);
}

/** Queues a reset link. Whether a stranger's address has an account is looked up when the mail is sent, never while anyone waits. */
export async function requestPasswordReset(
  context: AccountContext,
  input: { email: string; address: string; deviceTokens: DeviceTokens | undefined },
): Promise<void> {
  const to = input.email.toLowerCase();
  await assertNetworkMayMail(context.mails, input.address);
  const deviceId = await findKnownDevice(context, { email: to, tokenOf: input.deviceTokens });
  if (!(await mayMail(context.mails, to, deviceId))) return;
  await queueMail(context.db, {
    tenantId: undefined,
    to,
    locale: 'en',
    message: { kind: 'password-reset' },
    now: context.clock.now(),
  });
  context.onMailQueued();
}

/**
 * Sets a new password with the token of a mailed link and ends every session of the user. It signs nobody in: where there is
 * a second factor, that is still asked for. Wrong guesses of the account are forgotten, and the device is known from now on: who reads
 * the owner's mail is no stranger.
 */
export async function resetPassword(
  context: AccountContext,
  input: { token: string; password: string; address: string },
): Promise<SignedIn['device']> {
  const { db, clock } = context;
  const passwordHash = await hashPassword(input.password);
  const audited: NewAuditEntry[] = [];
  const user = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const owner = await usePasswordReset(tx, { tokenSha256: hashLinkToken(input.token), now });
    if (owner === undefined) {
      throw fieldFault('token', 'This link was used already or has expired; ask for a new one.');
    }
    const { userId, tenantId } = owner;
    await assertPasswordAllowed(tx, userId);
    assertGoodPassword(input.password, (await findUser(tx, userId)) ?? NOBODY);
    await setPassword(tx, { userId, passwordHash, now });
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId, address: input.address, audited },
      action: 'user.password_reset',
      target: { type: 'user', id: userId },
      now,
    });
    return findUser(tx, userId);
  });
  if (user === undefined) throw new Error('The user vanished while the password was set.');
  for (const entry of audited) context.security.log(entry);
  await forgetGuesses(context, { email: user.email, userId: user.id, address: input.address });
  return { userId: user.id, token: await issueDeviceToken(context, ownerOf(user)) };
}

/**
 * Puts a new password in force, however it was set: every session and every known device of the user ends, and so does every link that was
 * mailed before. Links are closed to the tenants' role, so the transaction must be the service's own.
 */
async function setPassword(
  tx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: number },
): Promise<void> {
  await updateUser(tx, userId, { password_hash: passwordHash });
  await endAllSessions(tx, { userId, now });
  await deletePasswordResets(tx, userId);
}
