import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';

/** Path of the page that signs in by a provider. */
export function providerSignInPath(name: string): string {
  return `/sign-in/${name}`;
}

/**
 * Name of the provider that a user has to sign in by; undefined where the password counts. It counts of admins with a second factor, the way
 * back in where the provider fails, and of superadmins, who are the platform's and not the tenant's.
 */
export async function requiredProviderOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select provider.name from app_user
    join identity_provider as provider on provider.tenant_id = app_user.tenant_id and provider.is_required
    where app_user.id = ${userId} and not app_user.is_superadmin
      and not (app_user.role = 'admin' and app_user.totp_enabled_at is not null)`.execute(db);
  return rows[0]?.name;
}

/** Throws `sign_in_refused` for a user whose tenant requires its provider. */
export async function assertPasswordAllowed(db: Db, userId: string): Promise<void> {
  const name = await requiredProviderOf(db, userId);
  if (name !== undefined) throw passwordRefused(name);
}

export function passwordRefused(name: string): AppError {
  return new AppError(
    'sign_in_refused',
    `Your organisation signs in by its own provider, without a password here: open ${providerSignInPath(name)} of the application.`,
  );
}
