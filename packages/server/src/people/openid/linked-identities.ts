import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '../../ground/database/database.ts';
import type { Provider } from '../providers/providers.ts';

export interface LinkedIdentity {
  id: string;
  /** Undefined: the person was erased. */
  userId: string | undefined;
}

/** What is kept of an identity: enough to know it again, and nothing to read. */
export function hashSubject({ tenant_id: tenantId, issuer }: Provider, subject: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([tenantId, issuer, subject]))
    .digest();
}

export async function lockIdentity(
  tx: Db,
  query: { tenantId: string; subjectSha256: Buffer },
): Promise<LinkedIdentity | undefined> {
  const row = await tx
    .selectFrom('linked_identity')
    .select(['id', 'user_id'])
    .where('tenant_id', '=', query.tenantId)
    .where('subject_sha256', '=', query.subjectSha256)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id ?? undefined };
}

/** Links an identity to a user; false where either is linked already. That of somebody who was erased becomes the user's. */
export async function linkIdentity(
  tx: Db,
  link: { tenantId: string; userId: string; subjectSha256: Buffer; now: number },
): Promise<boolean> {
  const { tenantId, userId, subjectSha256 } = link;
  const now = new Date(link.now);
  if (await isLinked(tx, userId)) return false;
  const result = await tx
    .insertInto('linked_identity')
    .values({
      id: randomUUID(),
      tenant_id: tenantId,
      user_id: userId,
      subject_sha256: subjectSha256,
      linked_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subject_sha256'])
        .doUpdateSet({ user_id: userId, linked_at: now, last_used_at: now })
        .where('linked_identity.user_id', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function isLinked(tx: Db, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('linked_identity')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordIdentityUse(tx: Db, use: { id: string; now: number }): Promise<void> {
  await tx
    .updateTable('linked_identity')
    .set({ last_used_at: new Date(use.now) })
    .where('id', '=', use.id)
    .execute();
}

/** Forgets which identity of the provider a user is. Gives whether there was one. */
export async function unlinkUser(tx: Db, userId: string): Promise<boolean> {
  const result = await tx.deleteFrom('linked_identity').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Forgets which identities the users of a tenant are; those of the erased stay known. Gives how many users had one. */
export async function unlinkAll(tx: Db, tenantId: string): Promise<number> {
  const result = await tx
    .deleteFrom('linked_identity')
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'is not', null)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Uses a sign-in up; false where it was used before. */
export async function useSignInUp(
  db: Db,
  use: { id: string; tenantId: string; expiresAt: number; now: number },
): Promise<boolean> {
  await db.deleteFrom('finished_sign_in').where('expires_at', '<', new Date(use.now)).execute();
  const result = await db
    .insertInto('finished_sign_in')
    .values({ id: use.id, tenant_id: use.tenantId, expires_at: new Date(use.expiresAt) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
