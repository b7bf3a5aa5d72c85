import { setTimeout as sleep } from 'node:timers/promises';
import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import { isDatabaseUnreachable } from '../../ground/database/database-fault.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import { findLatestRun } from '../runs/run-store.ts';
import { findRunOfSchedule } from '../runs/publish-run.ts';
import { type DataOrigin, findDataOrigin } from '../../ground/database/service-state.ts';
import { chooseDataOrigin } from '../../market/ingest/choose-data-origin.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { loadData } from './load-data.ts';
import { CALIBRATING, type ForecastContext, FORECASTING } from '../issue/forecast-context.ts';
import { issueRun } from '../issue/issue-run.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { type FirstForecastState, savePreparationState } from '../runs/preparation-state.ts';

type FirstForecastContext = DataContext &
  ForecastContext & { watchProgress?(listener: Progress | undefined): void };

/** Between two tries to reach a database that is away. */
const DATABASE_PAUSE_MS = 2000;

/**
 * Sees to the first forecast. Where that fails and data are there, the service goes on with what it has: the schedule tries again.
 * While the database is away it waits.
 */
export async function prepareForecast(
  context: FirstForecastContext,
  hasEnded: () => boolean,
): Promise<DataOrigin> {
  const { db, logger } = context;
  for (;;) {
    try {
      return await issueFirstForecast(context);
    } catch (error) {
      if (hasEnded()) throw error;
      const dataOrigin = await findDataOrigin(db).catch(() => undefined);
      if (dataOrigin !== undefined && !isDatabaseUnreachable(error)) {
        logger.error(
          { error },
          'the latest forecast could not be issued; the service goes on with what it has',
        );
        return dataOrigin;
      }
      if (!isDatabaseUnreachable(error)) throw error;
      logger.warn({ error }, 'the database is away; the first forecast waits for it');
      await sleep(DATABASE_PAUSE_MS);
    }
  }
}

/** Loads data and issues the latest scheduled forecast, unless an earlier start has done so already. */
async function issueFirstForecast(context: FirstForecastContext): Promise<DataOrigin> {
  const { db, clock } = context;
  const run = latestScheduledRun(AUCTION_CALENDAR.da, clock.now());
  if ((await findDataOrigin(db)) !== undefined) {
    const dataOrigin = await chooseDataOrigin(context);
    const slot = { product: 'da' as const, dataOrigin, scheduledFor: run.scheduledFor, now: clock.now() };
    if ((await findRunOfSchedule(db, slot)) !== undefined) return dataOrigin;
  }
  const recorder = (await isFirst(context)) ? await recordPreparation(context) : undefined;
  context.watchProgress?.(recorder?.note);
  try {
    const dataOrigin = await loadData(context);
    recorder?.note(CALIBRATING, 0, 0);
    await issueRun(context, { product: 'da', run, dataOrigin });
    return dataOrigin;
  } finally {
    context.watchProgress?.(undefined);
    await recorder?.saved();
  }
}

/** Whether no forecast has ever been issued of what is served. */
async function isFirst({ db, clock }: FirstForecastContext): Promise<boolean> {
  const dataOrigin = await findDataOrigin(db);
  if (dataOrigin === undefined) return true;
  return (await findLatestRun(db, { product: 'da', dataOrigin, now: clock.now() })) === undefined;
}

type Step = FirstForecastState['step'];

const STEP_OF: Record<string, Step> = { [CALIBRATING]: 'calibration', [FORECASTING]: 'forecast' };
/** A write makes the replies that are shared anew, so they are few. */
const SAVE_EVERY_MS = 2000;

interface PreparationRecorder {
  note: Progress;
  /** Ends with what was noted last written down. */
  saved(): Promise<void>;
}

/**
 * Writes down how far the first forecast is, for every process to read. A step may consist of several pieces of work beside each other, such
 * as the publications of several sources: their parts are added.
 */
async function recordPreparation({
  db,
  clock,
  logger,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
}): Promise<PreparationRecorder> {
  const startedAt = clock.now();
  const begun = new Map<Step, number>();
  const parts = new Map<Step, Map<string, { done: number; total: number }>>();
  let saving: Promise<void> = Promise.resolve();
  let savedAt = -Infinity;
  const save = (step: Step) => {
    const at = clock.now();
    const ofStep = [...(parts.get(step)?.values() ?? [])];
    const sum = (name: 'done' | 'total') => ofStep.reduce((all, part) => all + part[name], 0);
    const spentMs = at - (begun.get(step) ?? at);
    const state = { startedAt, step, done: sum('done'), total: sum('total'), spentMs, at };
    savedAt = at;
    saving = saving
      .then(() => savePreparationState(db, 'first_forecast', state))
      .catch((error: unknown) => logger.debug({ error }, 'the progress could not be written down'));
  };
  begun.set('data', startedAt);
  save('data');
  await saving;
  return {
    note(name, done, total) {
      const step = STEP_OF[name] ?? 'data';
      const isNew = !begun.has(step);
      if (isNew) begun.set(step, clock.now());
      const ofStep = parts.get(step) ?? new Map<string, { done: number; total: number }>();
      parts.set(step, ofStep.set(name, { done, total }));
      if (isNew || clock.now() - savedAt >= SAVE_EVERY_MS) save(step);
    },
    saved: () => saving,
  };
}
