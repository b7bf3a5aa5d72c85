import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { addDays, dayStart, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { findDistributions } from './run-distributions.ts';
import { findRun, type ForecastRun, listPoints } from './run-store.ts';
import type { Db } from '../../ground/database/database.ts';

/** Stands before the first entry. */
const NOTHING = '0'.repeat(64);
/** Number of the advisory lock of those who append. */
const LOCK = 7_310_442_065;

/**
 * Appends a stored run to the public list of evidence, in the transaction that publishes it: the list and the run are there together or not
 * at all. Entries are written one transaction at a time. `listedAt` (epoch ms) is the instant that the entry claims.
 */
export async function appendEvidence(
  tx: Transaction<Database>,
  runId: string,
  listedAt: number,
): Promise<void> {
  const run = await findRun(tx, runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  const file = Buffer.from(canonicalJson(await fileOf(tx, run)));
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
  const last = await tx
    .selectFrom('evidence_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const seq = Number(last?.seq ?? 0) + 1;
  const previous = last?.hash ?? NOTHING;
  // Later runs forecast its further days again by then.
  const opensAt = dayStart(addDays(run.firstDay, 1));
  const entry = canonicalJson({
    seq,
    previous,
    run_id: run.id,
    product: run.product,
    simulated: run.dataOrigin === 'simulator',
    first_day: run.firstDay,
    last_day: run.lastDay,
    published_at: formatInstant(run.publishedAt),
    listed_at: formatInstant(listedAt),
    opens_at: formatInstant(opensAt),
    sha256: sha256(file),
    bytes: file.length,
  });
  await tx
    .insertInto('evidence_entry')
    .values({
      seq: String(seq),
      run_id: run.id,
      entry,
      hash: sha256(entry),
      previous,
      opens_at: new Date(opensAt),
    })
    .execute();
  await tx
    .insertInto('evidence_file')
    .values({ run_id: run.id, gzip: gzipSync(file) })
    .execute();
}

/**
 * JSON as RFC 8785 writes it, of plain data: keys in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them.
 * Throws for numbers that JSON does not have.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) throw new Error(`JSON has no ${part}.`);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What was issued. Points as stored, by which accuracy is measured; quantiles to the cent. */
async function fileOf(tx: Transaction<Database>, run: ForecastRun): Promise<object> {
  return {
    format: 'lonja-evidence/1',
    run_id: run.id,
    product: run.product,
    zone: 'ES',
    unit: 'EUR/MWh',
    simulated: run.dataOrigin === 'simulator',
    model_version: run.modelVersionId,
    scheduled_for: formatInstant(run.scheduledFor),
    issued_at: formatInstant(run.issuedAt),
    published_at: formatInstant(run.publishedAt),
    data_as_of: formatInstant(run.dataAsOf),
    first_day: run.firstDay,
    last_day: run.lastDay,
    degraded: run.degraded,
    quantile_levels: Array.from(QUANTILE_LEVELS),
    hours: await periodsOf(tx, run.id, 'PT1H'),
    quarters: await periodsOf(tx, run.id, 'PT15M'),
  };
}

async function periodsOf(
  tx: Transaction<Database>,
  runId: string,
  resolution: 'PT15M' | 'PT1H',
): Promise<object[]> {
  const points = await listPoints(tx, runId, resolution);
  const stored = await findDistributions(tx, runId, resolution);
  const length = resolution === 'PT1H' ? HOUR_MS : 15 * MINUTE_MS;
  return points.map(({ start, value, p10, p90 }, i) => ({
    delivery_start: formatInstant(start),
    delivery_end: formatInstant(start + length),
    point: value,
    p10,
    p90,
    quantiles: stored === undefined ? null : Array.from(stored.distributions[i], roundPrice),
  }));
}

/**
 * Appends runs that are not in the list of evidence, oldest first: those of before the list, of a process of an older release during an
 * upgrade, and made for past instants on a simulated market. Their entries say when they were listed, so they prove no earlier time. Gives
 * how many.
 */
export async function listFormerRuns(
  db: Db,
  { now, isOver }: { now: number; isOver: () => boolean },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from forecast_run as run
    where not exists (select from evidence_entry where run_id = run.id)
    order by published_at, id`.execute(db);
  let listed = 0;
  for (const { id } of rows) {
    if (isOver()) break;
    await db.transaction().execute(async (tx) => {
      // Held until the end, so that retention does not delete the run meanwhile and no other worker lists it too.
      const run = await sql`select id from forecast_run where id = ${id} for update`.execute(tx);
      const known = await tx
        .selectFrom('evidence_entry')
        .select('seq')
        .where('run_id', '=', id)
        .executeTakeFirst();
      if (run.rows.length === 0 || known !== undefined) return;
      await appendEvidence(tx, id, now);
      listed++;
    });
  }
  return listed;
}
