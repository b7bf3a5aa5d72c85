import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** Whose request it was, and under which key. The key is unique for a user or an API key. */
export interface AnswerKey {
  tenantId: string;
  /** A user or an API key. */
  ownerId: string;
  key: string;
}

export interface IdempotentAnswer {
  id: string;
  requestSha256: Buffer;
  status: number;
  /** Sealed. */
  answer: Buffer;
}

/** Keeps other requests with the key off until the transaction ends; false where one of them is under way, in any process. */
export async function lockAnswerKey(tx: Db, { tenantId, ownerId, key }: AnswerKey): Promise<boolean> {
  const name = `idempotency ${tenantId} ${ownerId} ${key}`;
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`.execute(tx);
  return rows[0].isLocked;
}

/** The answer that was given under a key; one of before `since` (epoch ms) is deleted. */
export async function findAnswer(
  tx: Db,
  { tenantId, ownerId, key }: AnswerKey,
  since: number,
): Promise<IdempotentAnswer | undefined> {
  const row = await tx
    .selectFrom('idempotent_answer')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.created_at.getTime() < since) {
    await tx.deleteFrom('idempotent_answer').where('id', '=', row.id).execute();
    return undefined;
  }
  return { id: row.id, requestSha256: row.request_sha256, status: row.status, answer: row.answer };
}

export async function insertAnswer(
  tx: Db,
  { tenantId, ownerId, key }: AnswerKey,
  { id, requestSha256, status, answer, now }: IdempotentAnswer & { now: number },
): Promise<void> {
  await tx
    .insertInto('idempotent_answer')
    .values({
      id,
      tenant_id: tenantId,
      owner_id: ownerId,
      key,
      request_sha256: requestSha256,
      status,
      answer,
      created_at: new Date(now),
    })
    .execute();
}
