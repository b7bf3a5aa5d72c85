import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { appendAudit } from '../audit/audit.ts';
import { insertUser } from '../access/identity.ts';
import { endInvitation } from './invitations.ts';
import { findTenant } from '../tenants/tenants.ts';
import type { AuthenticationContext } from '../access/authenticate.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import { passwordRefused } from '../providers/assert-password-allowed.ts';
import { findProviderOf } from '../providers/providers.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/start-session.ts';
import { getOpenInvitation } from './open-invitation.ts';

export interface AcceptInvitationInput extends SessionOrigin {
  token: string;
  password: string;
  fullName: string;
  /** Absent: the tenant's language. */
  locale?: Locale;
}

/** Uses the link up, creates the user and signs it in, all or nothing. */
export async function acceptInvitation(
  context: AuthenticationContext,
  input: AcceptInvitationInput,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const invitation = await getOpenInvitation(tx, input.token, now);
    assertGoodPassword(input.password, invitation);
    const { id, tenantId, email, role } = invitation;
    const provider = await findProviderOf(tx, tenantId);
    if (provider?.isRequired === true) throw passwordRefused(provider.name);
    const userId = randomUUID();
    const locale = input.locale ?? (await findTenant(tx, tenantId))?.locale ?? 'en';
    const { fullName } = input;
    const user = {
      id: userId,
      tenantId,
      email,
      passwordHash,
      fullName,
      role,
      locale,
      isSuperadmin: false,
      now,
    };
    if (!(await insertUser(tx, user))) {
      throw new AppError('conflict', 'This address has an account already; ask for another invitation.');
    }
    await endInvitation(tx, { id, by: 'accepted_at', now });
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId, address: input.address },
      action: 'invitation.accepted',
      target: { type: 'user', id: userId },
      details: { email, role },
      now,
    });
    return startSession({ ...context, db: tx }, { userId, tenantId, role, tokenVersion: 1 }, input);
  });
}
