import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';

export interface Registration {
  id: string;
  email: string;
  tenantName: string;
  locale: Locale;
  codeHmac: Buffer | undefined;
  /** Epoch ms; undefined before a code was sent. */
  codeExpiresAt: number | undefined;
  /** Wrong codes since the code was sent. */
  tries: number;
  codesAsked: number;
  isCompleted: boolean;
}

export async function insertRegistration(
  tx: Db,
  registration: { id: string; email: string; tenantName: string; locale: Locale; now: number },
): Promise<void> {
  await tx
    .insertInto('registration')
    .values({
      id: registration.id,
      email: registration.email,
      tenant_name: registration.tenantName,
      locale: registration.locale,
      code_hmac: null,
      code_expires_at: null,
      created_at: new Date(registration.now),
      completed_at: null,
    })
    .execute();
}

/** Reads a registration and keeps every other transaction off it until this one ends. */
export async function lockRegistration(tx: Db, id: string): Promise<Registration | undefined> {
  const row = await tx
    .selectFrom('registration')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    email: row.email,
    tenantName: row.tenant_name,
    locale: row.locale,
    codeHmac: row.code_hmac ?? undefined,
    codeExpiresAt: row.code_expires_at?.getTime(),
    tries: row.tries,
    codesAsked: row.codes_asked,
    isCompleted: row.completed_at !== null,
  };
}

/** Puts a new code in the place of an earlier one. */
export async function setRegistrationCode(
  tx: Db,
  code: { registrationId: string; hmac: Buffer; expiresAt: number },
): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ code_hmac: code.hmac, code_expires_at: new Date(code.expiresAt), tries: 0 })
    .where('id', '=', code.registrationId)
    .execute();
}

export async function countWrongCode(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('registration')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function countCodeRequest(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('registration')
    .set((row) => ({ codes_asked: row('codes_asked', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function completeRegistration(tx: Db, id: string, now: number): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ completed_at: new Date(now), code_hmac: null })
    .where('id', '=', id)
    .execute();
}
