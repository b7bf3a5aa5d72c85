import {
  createFitCache,
  createModel,
  type FitCache,
  InsufficientHistoryError,
  type Panel,
} from '@lonja/forecasting';
import type { ForecastPoint, Series } from '@lonja/forecasting/data';
import { pointOf } from '@lonja/forecasting/distribution';
import { fitHorizon, missingInputs } from '@lonja/forecasting/horizon';
import { completeForecast } from '@lonja/forecasting/issue';
import { AUCTION_CALENDAR, dayStart, latestScheduledRun } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { createRecentResults } from '../../ground/timing/recent-results.ts';
import { findNewestRun, listPoints, getRepeatableRun, type RepeatableRun } from '../runs/run-store.ts';
import { supposeInputs } from './suppose-inputs.ts';
import type { WhatIf, WhatIfRequest } from './record.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { AppError } from '../../ground/errors.ts';
import { findLearntFrom } from '../issue/calibration.ts';
import { inputsQuery, pastsOf } from '../issue/compute-day-ahead.ts';
import { runnable } from '../issue/computed-run.ts';
import { dayAheadRecipeOf, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { readForecastInputs, type LateHorizonTask } from '../issue/forecast-inputs.ts';
import { knownAtIssue, type RunPart, runParts, taskOfPart } from '../issue/run-parts.ts';
import { foreignReason } from '../runs/model-manifest.ts';
import { getModelVersion, type ModelVersion } from '../runs/model-versions.ts';

/** Of each market the newest run; each takes some 30 MB. */
const RUNS_KEPT = 2;

/** Makes what-ifs in place. */
interface WhatIfMaker {
  make: (request: WhatIfRequest) => Promise<WhatIf>;
  /** Prepares the newest run at an instant of the market that was asked last; nothing where none was. */
  renew: (now: number) => Promise<void>;
}

/** Keeps the models of the runs that were asked last. What fits of four weeks share is fitted once. */
export function createWhatIfMaker(db: Db): WhatIfMaker {
  const cache = createFitCache();
  const kept = createRecentResults<PreparedRun>(RUNS_KEPT);
  let last: Pick<PreparedRun, 'dataOrigin'> | undefined;
  return {
    async make({ runId, resolution, shifts }) {
      let fittedMs = 0;
      const run = await kept.get(runId, async () => {
        const made = await prepareRun(db, runId, cache);
        ({ fittedMs } = made);
        return made;
      });
      last = run;
      const { panel, inputs } = supposeInputs(run, shifts);
      return { points: run.forecast(panel)[resolution], inputs, fittedMs };
    },
    async renew(now) {
      if (last === undefined) return;
      const { dataOrigin } = last;
      const newest = await findNewestRun(db, { product: 'da', dataOrigin, asOf: now });
      if (newest !== undefined) await kept.get(newest.id, () => prepareRun(db, newest.id, cache));
    },
  };
}

/** A published run of the day-ahead market with its fitted models. */
export interface PreparedRun {
  dataOrigin: DataOrigin;
  part: RunPart;
  task: LateHorizonTask;
  /** Gas as it had settled, with every revision. */
  fuel: readonly Series[];
  /** How long its models were fitted, ms. */
  fittedMs: number;
  /** What would have been published of other inputs than the task's; without any just what was. */
  forecast(supposed?: Panel): Record<'PT1H' | 'PT15M', ForecastPoint[]>;
}

/**
 * Fits the models of a run once more, from what it was made from, and holds what they forecast to what was published, bit for bit: with that
 * whatever is supposed is compared. Of a run that came after the results of its first day the days after it count. Throws AppError where
 * the run has no models, or does not come out the same.
 */
async function prepareRun(db: Db, runId: string, cache: FitCache): Promise<PreparedRun> {
  const stored = await getRepeatableRun(db, runId);
  const version = await getModelVersion(db, stored.modelVersionId);
  if (foreignReason(version) !== undefined) throw unprepared('another release has made it');
  if (stored.calibratedOn === undefined) throw unprepared('what its bounds learnt from was not kept');
  const prepared = await readRun(db, { ...stored, calibratedOn: stored.calibratedOn }, version);
  const { recipe, part, task, known, forecasts, fuel } = prepared;
  const begun = performance.now();
  const fitted = fitHorizon({ ...task, model: createModel(recipe.point), cache });
  const forecast: PreparedRun['forecast'] = (supposed) => {
    const point = { ...fitted.predict(supposed), fallbackReason: undefined };
    const { hours, quarters } = completeForecast(recipe, known, point, forecasts);
    return { PT1H: hours.map(pointOf), PT15M: quarters.map(pointOf) };
  };
  const again = unlessLacking(() => forecast());
  const fittedMs = performance.now() - begun;
  for (const resolution of ['PT1H', 'PT15M'] as const) {
    const published = await listPoints(db, runId, resolution);
    const since = published.filter(({ start }) => start >= dayStart(part.firstDay));
    if (!areSame(since, again[resolution])) throw unprepared('what it was made from has changed since');
  }
  return { dataOrigin: stored.dataOrigin, part, task, fuel, fittedMs, forecast };
}

async function readRun(db: Db, stored: RepeatableRun & { calibratedOn: number[] }, version: ModelVersion) {
  const { product, dataOrigin, issuedAt, calibratedOn } = stored;
  const recipe = runnable(dayAheadRecipeOf(version.manifest), version);
  const run = latestScheduledRun(AUCTION_CALENDAR[product], stored.scheduledFor);
  const request = { product, run, dataOrigin, issuedAt };
  const inputs = await readForecastInputs(db, inputsQuery(recipe, request));
  const part = runParts(inputs, request).at(-1);
  if (part === undefined) throw new Error('Every run has a part.');
  const task = taskOfPart(inputs, part, { product, recipe });
  const pasts = pastsOf(inputs, { product, recipe, part, task });
  const set = { product, dataOrigin, modelVersionId: version.id };
  const learnt = await findLearntFrom({ db }, set, { recipe, pasts, calibratedOn });
  const { past, forecasts } = learnt ?? { past: pasts[0], forecasts: [] };
  const point = { missingInputs: missingInputs(task.panel, task.target) };
  const known = knownAtIssue(inputs, { recipe, product, part, task, point, past });
  return { recipe, part, task, known, forecasts, fuel: inputs.get(SIGNAL_KEYS.fuel) ?? [] };
}

function unlessLacking<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InsufficientHistoryError)
      throw unprepared('the weekly naive stands in for its models');
    throw error;
  }
}

function unprepared(why: string): AppError {
  return new AppError(
    'conflict',
    `The current forecast cannot be asked what it would be with other inputs: ${why}. Ask again after the next run.`,
  );
}

function areSame(published: readonly ForecastPoint[], again: readonly ForecastPoint[]): boolean {
  return (
    published.length === again.length &&
    published.every((point, i) =>
      (['start', 'value', 'p10', 'p90'] as const).every((name) => Object.is(point[name], again[i][name])),
    )
  );
}
