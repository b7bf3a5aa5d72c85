import { randomBytes } from 'node:crypto';
import { OperatorError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import { findAccount } from '../access/identity.ts';
import { findUser, lockActiveSuperadmins, updateUser } from './store.ts';
import { createTenant, createUser } from '../access/create-identities.ts';
import type { IdentityContext } from '../access/account-context.ts';

export interface MadeSuperadmin {
  email: string;
  /** Of an account that was created for it; undefined where there was one. */
  password: string | undefined;
}

const PASSWORD_BYTES = 18;
const PLATFORM_TENANT = 'Platform';

/**
 * Makes an account a superadmin of the platform; an address without one gets one, with a random password. It is for the
 * operator alone: running it takes access to the database.
 */
export async function makeSuperadmin(
  { db, clock }: IdentityContext,
  address: string,
): Promise<MadeSuperadmin> {
  const email = address.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new OperatorError(`"${address}" is no e-mail address.`);
  return db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, email);
    if (account !== undefined && !account.active) {
      throw new OperatorError(`The account of ${email} is deactivated; reactivate it first.`);
    }
    const password = account === undefined ? randomBytes(PASSWORD_BYTES).toString('base64url') : undefined;
    const userId = account?.userId ?? (await createAccount(tx, password ?? ''));
    const user = await findUser(tx, userId);
    if (user === undefined) throw new Error('The account vanished while it was changed.');
    await updateUser(tx, userId, { is_superadmin: true });
    await appendAudit(tx, {
      tenantId: user.tenant_id,
      actor: { kind: 'system', id: undefined },
      action: 'user.made_superadmin',
      target: { type: 'user', id: userId },
      now: clock.now(),
    });
    return { email, password };
  });

  async function createAccount(tx: Db, password: string): Promise<string> {
    const context = { db: tx, clock };
    const [first] = await lockActiveSuperadmins(tx);
    const platform = first === undefined ? undefined : await findUser(tx, first);
    const tenantId = platform?.tenant_id ?? (await createTenant(context, { name: PLATFORM_TENANT }));
    return createUser(context, { tenantId, email, password, fullName: 'Superadmin', role: 'admin' });
  }
}
