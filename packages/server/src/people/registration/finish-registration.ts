import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import { insertTenant, insertUser } from '../access/identity.ts';
import { type Registration, completeRegistration } from './registrations.ts';
import type { AuthenticationContext } from '../access/authenticate.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import {
  type SessionOrigin,
  type SessionOwner,
  type SignedIn,
  startSession,
} from '../sessions/start-session.ts';
import { checkCode } from './check-code.ts';

export interface CompleteRegistrationInput extends SessionOrigin {
  registrationId: string;
  code: string;
  password: string;
  fullName: string;
  /** Absent: the language that the registration was started in. */
  locale?: Locale;
}

/** Uses the code up, creates the tenant with its first admin and signs that admin in, all or nothing. */
export async function finishRegistration(
  context: AuthenticationContext,
  input: CompleteRegistrationInput,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  const outcome = await context.db.transaction().execute(async (tx) => {
    const check = await checkCode(tx, context, input);
    if (!check.isRight) return check;
    assertGoodPassword(input.password, check.registration);
    const admin = await createTenantWithAdmin(tx, check.registration, {
      ...input,
      passwordHash,
      now: context.clock.now(),
    });
    return { isRight: true as const, signedIn: await startSession({ ...context, db: tx }, admin, input) };
  });
  if (!outcome.isRight) throw outcome.error;
  return outcome.signedIn;
}

async function createTenantWithAdmin(
  tx: Db,
  registration: Registration,
  input: { passwordHash: string; fullName: string; locale?: Locale; address: string; now: number },
): Promise<SessionOwner> {
  const { passwordHash, fullName, locale = registration.locale, address, now } = input;
  const { email, tenantName: name } = registration;
  const tenantId = randomUUID();
  const userId = randomUUID();
  const role = 'admin';
  await insertTenant(tx, { id: tenantId, name, locale, products: undefined, now });
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
  } as const;
  if (!(await insertUser(tx, user))) {
    throw new AppError('conflict', 'This address has an account already; sign in.');
  }
  await completeRegistration(tx, registration.id, now);
  await appendAudit(tx, {
    tenantId,
    actor: { kind: 'user', id: userId, address },
    action: 'tenant.registered',
    target: { type: 'tenant', id: tenantId },
    details: { name },
    now,
  });
  return { userId, tenantId, role, tokenVersion: 1 };
}
