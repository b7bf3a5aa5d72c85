import { type DeliveryDay, PRODUCTS, type Product } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  type Reason,
  type Reasons,
  reasonsText,
  sentenceOrNull,
  storedReasons,
} from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { orderedId } from '../../ground/database/ordered-id.ts';

const StoredReason = z.object({
  code: z.custom<Reason['code']>((code) => typeof code === 'string'),
  parts: z.record(z.string(), z.string().or(z.number())),
});

/** How far a backfill of one publication has come; counts are delivery days. */
const Progress = z.array(
  z.object({
    publication: z.string(),
    days: z.int(),
    /** Complete before, or asked for by now. */
    settled: z.int(),
    /** Known at the end alone. */
    complete: z.int().optional(),
    quarantined: z.int().optional(),
    missing: z.int().optional(),
    failure: z.string().optional(),
    failureCodes: z.array(StoredReason).optional(),
  }),
);
export type BackfillProgress = z.infer<typeof Progress>;

export interface BackfillRequest {
  source: string;
  /** Undefined: all of the source's. */
  publication: string | undefined;
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
}

/** A backfill by the names of the wire. */
export type Backfill = Omit<BackfillRow, 'progress' | 'failure'> & {
  progress: BackfillProgress;
  failure: Reasons | undefined;
};

export async function insertBackfill(
  tx: Db,
  { source, publication, from, to }: BackfillRequest,
  {
    createdBy,
    requestId,
    now,
  }: { createdBy: string | undefined; requestId?: string | undefined; now: number },
): Promise<string> {
  const id = orderedId();
  await tx
    .insertInto('backfill')
    .values({
      id,
      source,
      publication: publication ?? null,
      from_day: from,
      to_day: to,
      state: 'waiting',
      created_by: createdBy ?? null,
      request_id: requestId ?? null,
      created_at: new Date(now),
      failure: null,
      started_at: null,
      finished_at: null,
    })
    .execute();
  return id;
}

export async function findBackfill(db: Db, id: string): Promise<Backfill | undefined> {
  const row = await selectBackfills(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toBackfill(row);
}

/** One page of the backfills of a source, the newest first. */
export async function listBackfills(
  db: Db,
  { source, offset, limit }: { source: string; offset: number; limit: number },
): Promise<{ backfills: Backfill[]; total: number }> {
  const ofSource = selectBackfills(db).where('source', '=', source);
  const [rows, { total }] = await Promise.all([
    ofSource.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute(),
    ofSource
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { backfills: rows.map(toBackfill), total: Number(total) };
}

/** Those that are not finished, the oldest first, with the request that each was asked for by. */
export async function listOpenBackfills(db: Db): Promise<{ id: string; requestId: string | undefined }[]> {
  const rows = await db
    .selectFrom('backfill')
    .select(['id', 'request_id'])
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ id: row.id, requestId: row.request_id ?? undefined }));
}

/** Notes that a worker begins, for the first time or again. */
export async function beginBackfill(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('backfill')
    .set((eb) => ({
      state: 'running' as const,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(new Date(now))),
    }))
    .where('id', '=', id)
    .execute();
}

export async function saveBackfillProgress(db: Db, id: string, progress: BackfillProgress): Promise<void> {
  await db
    .updateTable('backfill')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute();
}

export async function finishBackfill(
  db: Db,
  id: string,
  { failure, now }: { failure: Reasons | undefined; now: number },
): Promise<void> {
  await db
    .updateTable('backfill')
    .set({
      state: failure === undefined ? 'done' : 'failed',
      failure: sentenceOrNull(failure),
      failure_codes: reasonsText(failure),
      finished_at: new Date(now),
    })
    .where('id', '=', id)
    .execute();
}

function selectBackfills(db: Db) {
  return db.selectFrom('backfill').selectAll().select(['from_day as from', 'to_day as to']);
}

type BackfillRow = Awaited<ReturnType<ReturnType<typeof selectBackfills>['execute']>>[number];

function toBackfill(row: BackfillRow): Backfill {
  const failure = storedReasons(row.failure, row.failure_codes);
  return { ...row, progress: Progress.parse(row.progress), failure };
}

const KEY = 'history_loading';
const Loading = z.array(z.enum(PRODUCTS));

/** Products whose history is being loaded, so that their forecasts and calibrations are better made once it is there. */
export async function listLoadingProducts(db: Db): Promise<Product[]> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', KEY).executeTakeFirst();
  return row === undefined ? [] : Loading.parse(row.value);
}

export async function saveLoadingProducts(db: Db, products: readonly Product[]): Promise<void> {
  const value = JSON.stringify(products);
  await db
    .insertInto('service_state')
    .values({ key: KEY, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('service_state.value', '!=', value),
    )
    .execute();
}
