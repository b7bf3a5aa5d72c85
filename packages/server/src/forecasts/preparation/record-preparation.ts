import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { Db } from '../../ground/database/database.ts';
import { type FirstForecastState, savePreparationState } from '../runs/preparation-state.ts';
import { CALIBRATING, FORECASTING } from '../issue/forecast-context.ts';

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
export async function recordPreparation({
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
