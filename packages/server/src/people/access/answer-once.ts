import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { type Db, inTransaction, withUser } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { KeyedLock } from './keyed-lock.ts';
import type { Principal } from './principal.ts';

/** How long an answer is given again. */
export const ANSWERS_KEPT_DAYS = 1;
const RETRY_AFTER_S = '1';

/** What answering once needs of the running service. */
export interface OnceContext {
  clock: Clock;
  sealer: Sealer;
  /** By tenant: each of these requests holds a connection of the database as long as it is worked on. */
  turns: KeyedLock;
  /** Keys of requests that are under way in this process. */
  underWay: Set<string>;
}

/** A request that is to be carried out once. */
interface OnceRequest {
  principal: Principal;
  /** As the caller chose it. */
  key: string;
  /** Method and path. */
  route: string;
  body: unknown;
}

interface Answer {
  status: number;
  /** As it is sent. */
  body: string;
}

/**
 * Carries out a request and keeps its answer, in one transaction: either what it changes and its answer are there, or neither is. The same
 * request gets the answer again for a day. `work` is given the transaction, and must write in it alone. A request that fails changes
 * nothing and leaves its key free.
 */
export async function answerOnce(
  context: OnceContext,
  db: Db,
  request: OnceRequest,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer & { isReplayed: boolean }> {
  const key = keyOf(request);
  const name = `${key.ownerId} ${key.key}`;
  if (context.underWay.has(name)) throw stillUnderWay();
  context.underWay.add(name);
  try {
    return await context.turns.run([key.tenantId], async () =>
      inTransaction(db, async (tx) => {
        if (!(await lockAnswerKey(tx, key))) throw stillUnderWay();
        const known = await findKnown(context, tx, key, request);
        if (known !== undefined) return { ...known, isReplayed: true };
        const answer = await work(tx);
        await keepAnswer(context, tx, key, { request, answer });
        return { ...answer, isReplayed: false };
      }),
    );
  } finally {
    context.underWay.delete(name);
  }
}

/** What the answer of a record is sealed for. */
export function answerPurpose(id: string): string {
  return `idempotent answer:${id}`;
}

function keyOf({ principal, key }: OnceRequest): AnswerKey {
  const { tenantId, userId, keyId } = principal;
  const ownerId = userId ?? keyId;
  if (ownerId === undefined) throw new Error('A credential belongs neither to a user nor to an API key.');
  return { tenantId, ownerId, key };
}

async function findKnown(
  { clock, sealer }: OnceContext,
  tx: Db,
  key: AnswerKey,
  request: OnceRequest,
): Promise<Answer | undefined> {
  const since = clock.now() - ANSWERS_KEPT_DAYS * DAY_MS;
  const known = await withUser(tx, ownerOf(key), async (own) => findAnswer(own, key, since));
  if (known === undefined) return undefined;
  if (!known.requestSha256.equals(digestOf(request))) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was sent with another request within the last day; send a new key with a new request.',
    );
  }
  return { status: known.status, body: sealer.open(known.answer, answerPurpose(known.id)) };
}

async function keepAnswer(
  { clock, sealer }: OnceContext,
  tx: Db,
  key: AnswerKey,
  { request, answer }: { request: OnceRequest; answer: Answer },
): Promise<void> {
  const id = randomUUID();
  const record = {
    id,
    requestSha256: digestOf(request),
    status: answer.status,
    answer: sealer.seal(answer.body, answerPurpose(id)),
    now: clock.now(),
  };
  await withUser(tx, ownerOf(key), async (own) => insertAnswer(own, key, record));
}

function ownerOf({ tenantId, ownerId }: AnswerKey) {
  return { tenantId, userId: ownerId };
}

/** The body is hashed as it was understood: its fields are in the order of its schema. */
function digestOf({ route, body }: OnceRequest): Buffer {
  return createHash('sha256')
    .update(`${route}\n${JSON.stringify(body) ?? ''}`)
    .digest();
}

function stillUnderWay(): AppError {
  return new AppError(
    'idempotency_key_in_use',
    `A request with this Idempotency-Key is still being carried out; try again in ${RETRY_AFTER_S} second.`,
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

/** Whose request it was, and under which key. The key is unique for a user or an API key. */
interface AnswerKey {
  tenantId: string;
  /** A user or an API key. */
  ownerId: string;
  key: string;
}

interface IdempotentAnswer {
  id: string;
  requestSha256: Buffer;
  status: number;
  /** Sealed. */
  answer: Buffer;
}

/** Keeps other requests with the key off until the transaction ends; false where one of them is under way, in any process. */
async function lockAnswerKey(tx: Db, { tenantId, ownerId, key }: AnswerKey): Promise<boolean> {
  const name = `idempotency ${tenantId} ${ownerId} ${key}`;
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`.execute(tx);
  return rows[0].isLocked;
}

/** The answer that was given under a key; one of before `since` (epoch ms) is deleted. */
async function findAnswer(
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

async function insertAnswer(
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
