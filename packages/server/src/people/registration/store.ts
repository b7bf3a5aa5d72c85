import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { RegistrationTable } from '../../ground/database/people-schema.ts';

export type Registration = Selectable<RegistrationTable>;

export async function insertRegistration(tx: Db, registration: Insertable<RegistrationTable>): Promise<void> {
  await tx.insertInto('registration').values(registration).execute();
}

/** Reads a registration and keeps every other transaction off it until this one ends. */
export async function lockRegistration(tx: Db, id: string): Promise<Registration | undefined> {
  return tx.selectFrom('registration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
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
