import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@lonja/forecasting';
import { findNewestRun } from '../../store/forecast-queries.ts';
import type { ReadContext } from './read-context.ts';
import { findVisibleRuns } from './visible-runs.ts';

/** Runs are scheduled at 06:05 and 12:05 Madrid time: the longest regular gap is 18 hours. */
const LATE_AFTER_MS = 20 * HOUR_MS;

export interface Readiness {
  isReady: boolean;
  databaseIsHealthy: boolean;
  queueIsHealthy: boolean;
  /** Of the latest day-ahead run. */
  forecasts: { status: 'ok' | 'late' | 'missing'; issuedAt: number | undefined; ageMs: number | undefined };
}

/** A database or queue that takes longer to say anything counts as failed. */
const CHECK_TIMEOUT_MS = 3000;

/** Whether the service can answer. A late forecast is reported and does not make the service unready. */
export async function checkReadiness(
  context: ReadContext & { queueIsHealthy(): Promise<boolean> },
): Promise<Readiness> {
  const [latest, queueIsHealthy] = await Promise.all([
    inTime(findLatestIssue(context)).then(
      (issuedAt) => ({ databaseIsHealthy: true, issuedAt }),
      () => ({ databaseIsHealthy: false, issuedAt: undefined }),
    ),
    inTime(context.queueIsHealthy()).catch(() => false),
  ]);
  const { databaseIsHealthy, issuedAt } = latest;
  const ageMs = issuedAt === undefined ? undefined : context.clock.now() - issuedAt;
  const status = ageMs === undefined ? 'missing' : ageMs > LATE_AFTER_MS ? 'late' : 'ok';
  return {
    isReady: databaseIsHealthy && queueIsHealthy && status !== 'missing',
    databaseIsHealthy,
    queueIsHealthy,
    forecasts: { status, issuedAt, ageMs },
  };
}

async function findLatestIssue(context: ReadContext): Promise<number | undefined> {
  const visible = await findVisibleRuns(context, 'da');
  return visible && (await findNewestRun(context.db, visible))?.issuedAt;
}

async function inTime<T>(check: Promise<T>): Promise<T> {
  const end = new AbortController();
  const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { signal: end.signal }).then(() => {
    throw new Error(`The check took over ${CHECK_TIMEOUT_MS} ms.`);
  });
  try {
    return await Promise.race([check, timeout]);
  } finally {
    end.abort();
  }
}
