import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { AccountContext, AuthenticationContext } from '../access/account-context.ts';
import { insertTenant, insertUser } from '../access/identity.ts';
import { assertNetworkMayMail, mayMail } from '../access/mail-allowance.ts';
import { CODE_LIFETIME_S, hashCode } from '../access/mailed-secret.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import { appendAudit } from '../audit/audit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { type SessionOrigin, type SessionOwner, type SignedIn, startSession } from '../sessions/rules.ts';
import {
  completeRegistration,
  countCodeRequest,
  countWrongCode,
  insertRegistration,
  lockRegistration,
  type Registration,
} from './store.ts';

export interface StartedRegistration {
  registrationId: string;
  /** Lifetime of the mailed code. */
  expiresInS: number;
}

/** Starts a registration. Whether the address has an account is looked up when the mail is sent, never while anyone waits. */
export async function startRegistration(
  context: AccountContext,
  input: { email: string; tenantName: string; locale: Locale; address: string },
): Promise<StartedRegistration> {
  const { db, clock, mails } = context;
  await assertNetworkMayMail(mails, input.address);
  const email = input.email.toLowerCase();
  const registrationId = randomUUID();
  const isMailed = await mayMail(mails, email);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const { tenantName, locale } = input;
    await insertRegistration(tx, {
      id: registrationId,
      email,
      tenant_name: tenantName,
      locale,
      created_at: new Date(now),
    });
    if (!isMailed) return;
    const message = { kind: 'registration-code' as const, registrationId };
    await queueMail(tx, { tenantId: undefined, to: email, locale, message, now });
  });
  context.onMailQueued();
  return { registrationId, expiresInS: CODE_LIFETIME_S };
}

/** Codes that one registration may be sent, the first one counted. */
const MAX_CODES = 5;

/** Sends a new code, which takes the place of the earlier one. */
export async function resendCode(
  context: AccountContext,
  { registrationId, address }: { registrationId: string; address: string },
): Promise<StartedRegistration> {
  await assertNetworkMayMail(context.mails, address);
  await context.db.transaction().execute(async (tx) => {
    const registration = await lockRegistration(tx, registrationId);
    if (registration === undefined || registration.completed_at !== null) throw registrationNotFound();
    if (registration.codes_asked >= MAX_CODES) {
      throw new AppError('conflict', 'This registration was sent too many codes; start a new one.');
    }
    const { email, locale } = registration;
    if (!(await mayMail(context.mails, email))) return;
    await countCodeRequest(tx, registrationId);
    const message = { kind: 'registration-code' as const, registrationId };
    await queueMail(tx, { tenantId: undefined, to: email, locale, message, now: context.clock.now() });
  });
  context.onMailQueued();
  return { registrationId, expiresInS: CODE_LIFETIME_S };
}

function registrationNotFound(): AppError {
  return new AppError('not_found', 'There is no open registration with this id; start a new one.');
}

/** Whether a code is right, without using it up: a form can ask before it shows its next page. */
export async function verifyCode(
  context: AuthenticationContext,
  input: { registrationId: string; code: string },
): Promise<void> {
  const check = await context.db.transaction().execute((tx) => checkCode(tx, context, input));
  if (!check.isRight) throw check.error;
}

const MAX_TRIES = 5;

type CodeCheck = { isRight: true; registration: Registration } | { isRight: false; error: AppError };

/**
 * Compares a code and counts a wrong one. The caller throws the error once the transaction has ended, so that the count
 * stays. A registration without a code (its address has an account, or the mail is still waiting) takes any code as wrong.
 */
async function checkCode(
  tx: Db,
  { sessionSecrets, clock }: AuthenticationContext,
  input: { registrationId: string; code: string },
): Promise<CodeCheck> {
  const { registrationId, code } = input;
  const registration = await lockRegistration(tx, registrationId);
  if (registration === undefined || registration.completed_at !== null) {
    return { isRight: false, error: registrationNotFound() };
  }
  const { code_hmac: codeHmac, code_expires_at: expiresAt, tries } = registration;
  if (tries >= MAX_TRIES) return wrong('Too many wrong codes were tried; ask for a new one.');
  const isRight =
    codeHmac !== null &&
    Number(expiresAt) > clock.now() &&
    sessionSecrets.some((secret) => timingSafeEqual(codeHmac, hashCode(secret, registrationId, code)));
  if (isRight) return { isRight, registration };
  await countWrongCode(tx, registrationId);
  return wrong('The code is wrong or has expired; ask for a new one.');
}

function wrong(message: string): CodeCheck {
  return { isRight: false, error: fieldFault('code', message) };
}

interface CompleteRegistrationInput extends SessionOrigin {
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
  const { email, tenant_name: name } = registration;
  const tenantId = randomUUID();
  const userId = randomUUID();
  const role = 'admin';
  await insertTenant(tx, { id: tenantId, name, locale, products: undefined, now });
  const inserted = await insertUser(tx, {
    id: userId,
    tenant_id: tenantId,
    email,
    password_hash: passwordHash,
    full_name: fullName,
    role,
    locale,
    created_at: new Date(now),
  });
  if (!inserted) {
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
