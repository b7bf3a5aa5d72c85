import { HOUR_MS } from '@lonja/forecasting/market';
import { inTime } from '../../ground/timing/in-time.ts';
import { findNewestRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import { readsOnly } from '../../ground/database/server-state.ts';
import { getPreparation, type Preparation } from '../../forecasts/preparation/get-preparation.ts';
import { type Lateness, listLateness } from '../../forecasts/runs/lateness.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** From the last scheduled run of a day, at 13:30 Madrid time, to the first of the next are 16 to 18 hours. */
const LATE_AFTER_MS = 20 * HOUR_MS;

export interface Readiness {
  isReady: boolean;
  databaseIsHealthy: boolean;
  /** Nothing can be written: a standby, or a database that was made read-only, as where a disk is full. */
  databaseIsReadOnly: boolean;
  queueIsHealthy: boolean;
  /** Of the latest day-ahead run. */
  forecasts: { status: 'ok' | 'late' | 'missing'; issuedAt: number | undefined; ageMs: number | undefined };
  /** Of every product; empty while the database does not answer, or has no data yet. */
  products: ProductReadiness[];
  /** How far a first start is; undefined once it has made everything, and while the database does not answer. */
  preparation: Preparation | undefined;
}

export interface ProductReadiness extends Pick<Lateness, 'product' | 'status' | 'issuedAt'> {
  /** The schedule that is not answered, epoch ms; undefined while the product is not late. */
  lateSince: number | undefined;
  lateMs: number;
  isDegraded: boolean;
}

/** A database or queue that takes longer to say anything counts as failed. */
const CHECK_TIMEOUT_MS = 3000;

export interface ReadinessContext extends ReadContext {
  queueIsHealthy(): Promise<boolean>;
  /** Passes what all requests pass, and rejects where none gets in; absent: requests are not served. */
  passGate?: (() => Promise<void>) | undefined;
}

/**
 * Whether the service can answer. A late forecast, and a database that can only be read, are reported and do not make the service unready:
 * reads are answered.
 */
export async function checkReadiness(context: ReadinessContext): Promise<Readiness> {
  const { clock } = context;
  const [found, queueIsHealthy] = await Promise.all([
    inTime(findIssues(context), CHECK_TIMEOUT_MS).catch(() => undefined),
    inTime(context.queueIsHealthy(), CHECK_TIMEOUT_MS).catch(() => false),
  ]);
  const now = clock.now();
  const issuedAt = found?.issuedAt;
  const ageMs = issuedAt === undefined ? undefined : now - issuedAt;
  const status = ageMs === undefined ? 'missing' : ageMs > LATE_AFTER_MS ? 'late' : 'ok';
  return {
    isReady: found !== undefined && queueIsHealthy && status !== 'missing',
    databaseIsHealthy: found !== undefined,
    databaseIsReadOnly: found?.isReadOnly === true,
    queueIsHealthy,
    forecasts: { status, issuedAt, ageMs },
    products: (found?.lateness ?? []).map((lateness) => toProductReadiness(lateness, now)),
    preparation: found?.preparation,
  };
}

async function findIssues(context: ReadinessContext): Promise<{
  isReadOnly: boolean;
  issuedAt: number | undefined;
  lateness: Lateness[];
  preparation: Preparation | undefined;
}> {
  await context.passGate?.();
  const isReadOnly = await readsOnly(context.db);
  const preparation = await getPreparation(context);
  const visible = await findVisibleRuns(context, 'da');
  if (visible === undefined) return { isReadOnly, issuedAt: undefined, lateness: [], preparation };
  const { dataOrigin } = visible;
  const [newest, lateness] = await Promise.all([
    findNewestRun(context.db, visible),
    listLateness(context.db, { dataOrigin, now: context.clock.now() }),
  ]);
  return { isReadOnly, issuedAt: newest?.issuedAt, lateness, preparation };
}

function toProductReadiness(
  { product, status, issuedAt, unansweredSince, degraded }: Lateness,
  now: number,
): ProductReadiness {
  const lateSince = status === 'ok' ? undefined : unansweredSince;
  const lateMs = lateSince === undefined ? 0 : now - lateSince;
  return { product, status, issuedAt, lateSince, lateMs, isDegraded: degraded.length > 0 };
}
