import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Recipe, withRefitDays } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  addDays,
  type DeliveryDay,
  deliveryDayOf,
  earlierRunsOf,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { type ForecastRecipe, joinDays, type PastForecast } from '@lonja/forecasting/issue';
import { digestOf } from '@lonja/forecasting/workers';
import { countArrivals } from '@lonja/forecasting/data';
import {
  addCalibrationForecasts,
  type CalibrationForecast,
  type CalibrationSet,
  listCalibratedInstants,
  listCalibrationForecasts,
} from '../runs/calibration-forecasts.ts';
import { listIssueInstants } from '../runs/publish-run.ts';
import { asModel } from './computed-run.ts';
import type { ForecastContext, ForecastPurpose } from './forecast-context.ts';
import { type ForecastInputs, horizonTask, type LateHorizonTask } from './forecast-inputs.ts';
import { runsOfSameDays } from './past-run.ts';

/** Runs whose past a run can learn from, the best first. */
export type Pasts = readonly [ScheduledRun, ...ScheduledRun[]];

/** What the bounds of a run learn from: past forecasts, oldest first, and the run on whose earlier days they were made. */
export interface Calibration {
  past: ScheduledRun;
  forecasts: CalibrationForecast[];
}

/**
 * The forecasts of the same daily schedule as `past` on the days before it, as far as they are stored, oldest first. Of the newest ones those
 * that were never made are made up now and kept.
 */
export async function prepareCalibration(
  context: ForecastContext,
  set: CalibrationSet,
  request: Pick<PastForecasts, 'recipe' | 'inputs' | 'purpose'> & { past: ScheduledRun },
): Promise<Calibration> {
  const { recipe, past } = request;
  const { stored, missing } = await findCalibration(context, set, { recipe, run: past });
  const runs = missing.filter(({ firstDay }) => isWaitedFor(recipe, firstDay, past));
  const made = await makeUpForecasts(context, set, { ...request, runs });
  return { past, forecasts: [...stored, ...made].sort((a, b) => a.scheduledFor - b.scheduledFor) };
}

/** Older ones are made up after the run, in the background. */
function isWaitedFor(
  { awaitedCalibrationDays }: ForecastRecipe,
  firstDay: DeliveryDay,
  past: ScheduledRun,
): boolean {
  return firstDay >= addDays(past.firstDay, -awaitedCalibrationDays);
}

/** The stored forecasts of the first of `pasts` that has all those a run waits for; undefined where none has. */
export async function findEnough(
  context: ForecastContext,
  set: CalibrationSet,
  { recipe, pasts }: { recipe: ForecastRecipe; pasts: Pasts },
): Promise<Calibration | undefined> {
  for (const past of pasts) {
    const { stored, missing } = await findCalibration(context, set, { recipe, run: past });
    if (!missing.some(({ firstDay }) => isWaitedFor(recipe, firstDay, past)))
      return { past, forecasts: stored };
  }
  return undefined;
}

/** Of the forecasts that a run learnt from, those of the first of `pasts` of which there are any; undefined where there are none. */
export async function findLearntFrom(
  { db }: Pick<ForecastContext, 'db'>,
  set: CalibrationSet,
  { recipe, pasts, calibratedOn }: { recipe: ForecastRecipe; pasts: Pasts; calibratedOn: readonly number[] },
): Promise<Calibration | undefined> {
  const learntFrom = new Set(calibratedOn);
  for (const past of pasts) {
    const runs = runsBefore(set, past, recipe.olderCalibrationDays + recipe.calibrationDays);
    const instants = instantsOf(runs).filter((instant) => learntFrom.has(instant));
    if (instants.length > 0) return { past, forecasts: await listCalibrationForecasts(db, set, instants) };
  }
  return undefined;
}

/** Days before a run whose forecasts its bounds learn from, and of days before these as far as they are stored. */
type CalibrationDays = Pick<ForecastRecipe, 'calibrationDays' | 'olderCalibrationDays'>;

/** The calibration of a run as far as it is stored, and the earlier runs that it needs and lacks, oldest first. */
export async function findCalibration(
  { db }: ForecastContext,
  set: CalibrationSet,
  { recipe, run }: { recipe: CalibrationDays; run: ScheduledRun },
): Promise<{ stored: CalibrationForecast[]; missing: ScheduledRun[] }> {
  const { calibrationDays, olderCalibrationDays } = recipe;
  const runs = runsBefore(set, run, olderCalibrationDays + calibrationDays);
  const stored = await listCalibrationForecasts(db, set, instantsOf(runs));
  return {
    stored,
    missing: without(
      runs.slice(olderCalibrationDays),
      stored.map((forecast) => forecast.scheduledFor),
    ),
  };
}

/** The earlier runs alone that the calibration of a run needs and lacks, oldest first. */
export async function findMissingCalibration(
  { db }: ForecastContext,
  set: CalibrationSet,
  { recipe, run }: { recipe: Pick<CalibrationDays, 'calibrationDays'>; run: ScheduledRun },
): Promise<ScheduledRun[]> {
  const runs = runsBefore(set, run, recipe.calibrationDays);
  return without(runs, await listCalibratedInstants(db, set, instantsOf(runs)));
}

function runsBefore({ product }: CalibrationSet, run: ScheduledRun, days: number): ScheduledRun[] {
  return earlierRunsOf(AUCTION_CALENDAR[product], run, days);
}

function instantsOf(runs: readonly ScheduledRun[]): number[] {
  return runs.map(({ scheduledFor }) => scheduledFor);
}

function without(runs: ScheduledRun[], instants: number[]): ScheduledRun[] {
  const known = new Set(instants);
  return runs.filter(({ scheduledFor }) => !known.has(scheduledFor));
}

interface PastForecasts {
  recipe: ForecastRecipe;
  runs: ScheduledRun[];
  inputs: ForecastInputs;
  purpose: ForecastPurpose;
  signal?: AbortSignal | undefined;
}

/**
 * Makes and keeps the forecasts of past runs, each from what was available at its own instant. Runs of one day that knew the same have the same
 * forecast, which is computed once. Instants at which the model could not run are left out.
 */
export async function makeUpForecasts(
  context: ForecastContext,
  set: CalibrationSet,
  request: PastForecasts,
): Promise<CalibrationForecast[]> {
  const { recipe, runs, purpose, signal } = request;
  const asked = await tasksOf(
    set,
    request,
    runs.map((run) => ({ ...run, asOf: run.scheduledFor })),
  );
  const known = await forecastsOfSameDays(context, set, request);
  const missing = new Map(
    asked.filter(({ digest }) => !known.has(digest)).map(({ digest, task }) => [digest, task]),
  );
  const tasks = [...missing.values()];
  const model = modelOfPast(recipe, purpose);
  const forecasts = await asModel(context.forecastHorizons(model, tasks, purpose, signal));
  for (const [i, digest] of [...missing.keys()].entries()) {
    const forecast = forecasts[i];
    if (forecast === undefined || forecast.fallbackReason !== undefined) continue;
    known.set(digest, joinDays(forecast, tasks[i].lateDays));
  }
  const made = asked.flatMap(({ digest }, i) => {
    const forecast = known.get(digest);
    return forecast === undefined ? [] : [{ ...forecast, ...runs[i], quantiles: undefined }];
  });
  await addCalibrationForecasts(context.db, set, made);
  return made;
}

/** The model of past forecasts: while nobody waits for them, a fit of its trees serves for several days. */
export function modelOfPast({ point, madeUpRefitDays }: ForecastRecipe, purpose: ForecastPurpose): Recipe {
  return purpose === 'background' ? withRefitDays(point, madeUpRefitDays) : point;
}

/** What each run, at its instant, asks of its model, with a digest by which the same is recognised. */
async function tasksOf(
  { product }: CalibrationSet,
  { recipe, inputs }: PastForecasts,
  runs: { firstDay: DeliveryDay; asOf: number }[],
): Promise<{ task: LateHorizonTask; digest: string }[]> {
  const { horizonDays } = AUCTION_CALENDAR[product];
  const knowledgeAt = countArrivals([...inputs.values()].flat());
  const byKnowledge = new Map<string, { task: LateHorizonTask; digest: string }>();
  const tasks: { task: LateHorizonTask; digest: string }[] = [];
  for (const { firstDay, asOf } of runs) {
    // Between two instants at which nothing arrived, nothing else is known.
    const key = `${firstDay} ${deliveryDayOf(asOf)} ${knowledgeAt(asOf)}`;
    let asked = byKnowledge.get(key);
    if (asked === undefined) {
      const task = horizonTask(inputs, { firstDay, horizonDays, recipe, asOf });
      asked = { task, digest: digestOf(task) };
      byKnowledge.set(key, asked);
      await nextTurn();
    }
    tasks.push(asked);
  }
  return tasks;
}

/** The forecasts that are stored of other runs of the same days, by the digest of what those were made from. */
async function forecastsOfSameDays(
  { db }: ForecastContext,
  set: CalibrationSet,
  request: PastForecasts,
): Promise<Map<string, Pick<PastForecast, 'values' | 'members'>>> {
  const others = without(runsOfSameDays(set.product, request.runs), instantsOf(request.runs));
  const stored = await listCalibrationForecasts(db, set, instantsOf(others));
  const issued = await listIssueInstants(db, set, instantsOf(stored));
  const asIssued = stored.map(({ firstDay, scheduledFor }) => ({
    firstDay,
    asOf: issued.get(scheduledFor) ?? scheduledFor,
  }));
  const tasks = await tasksOf(set, request, asIssued);
  return new Map(tasks.map(({ digest }, i) => [digest, stored[i]]));
}
