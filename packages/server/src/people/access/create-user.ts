import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import type { Locale } from '../../ground/config/locale.ts';
import { type Role, insertUser } from './identity.ts';
import type { IdentityContext } from './identity-context.ts';
import { assertGoodPassword, hashPassword } from './password.ts';

export interface CreateUserInput {
  tenantId: string;
  email: string;
  password: string;
  fullName: string;
  role: Role;
  /** Language of the user's mail; English by default. */
  locale?: Locale;
  isSuperadmin?: boolean;
}

/** Creates a user and gives its id. The address is kept in lower case; one that has an account is a conflict. */
export async function createUser(context: IdentityContext, input: CreateUserInput): Promise<string> {
  const id = randomUUID();
  const email = input.email.toLowerCase();
  assertGoodPassword(input.password, { email });
  const inserted = await insertUser(context.db, {
    id,
    tenantId: input.tenantId,
    email,
    passwordHash: await hashPassword(input.password),
    fullName: input.fullName,
    role: input.role,
    locale: input.locale ?? 'en',
    isSuperadmin: input.isSuperadmin ?? false,
    now: context.clock.now(),
  });
  if (!inserted) throw new AppError('conflict', `The address ${email} already has an account.`);
  return id;
}
