import {
  AUCTION_CALENDAR,
  addDays,
  DAY_MS,
  type Product,
  type ScheduledRun,
  scheduledRunsBetween,
  auctionsBefore,
  type DeliveryDay,
} from '@lonja/forecasting/market';
import { type ForecastRecipe, scoresOfPast } from '@lonja/forecasting/issue';
import { type CalibrationSet, listCalibratedInstants } from '../runs/calibration-forecasts.ts';
import { type ModelVersion, saveBacktest } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { findCalibration, findMissingCalibration, makeUpForecasts } from './calibration.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { panelAsOf, readForecastInputs } from './forecast-inputs.ts';
import { dayAheadRecipeOf, daysReadBy } from './day-ahead-model.ts';
import { pastRunOf, pastRunsOf } from './past-run.ts';
import type { CalibrationPart } from '../../ground/jobs/queue.ts';
import { auctionTask, readAuction } from './compute-intraday.ts';
import { prepareIntradayCalibration } from './intraday-calibration.ts';
import { auctionRecipeOf } from './intraday-model.ts';
import type { IssueRequest } from './issue-run.ts';
import { findNewestRun, getRepeatableRun } from '../runs/run-store.ts';
import { requestReissue } from './reissues.ts';

/**
 * Days whose forecasts are made up and kept at a time: what a stop can lose, and what a process does before it takes the next part. The runs
 * of one day share a fit.
 */
const BATCH_DAYS = 7;
const STEP = 'Forecasting past days, which calibrate the bounds';

interface CalibrationRequest {
  product: Product;
  run: ScheduledRun;
  dataOrigin: DataOrigin;
}

/**
 * Makes up the calibration forecasts that a published run had to do without, and those of the runs at other times of day
 * that come before its schedule returns, newest first; for the challengers as well, so that one that takes over has bounds of its
 * own. What is more than one part is given to `share`, where there is one, so that several processes do it. A run whose bounds had to rest
 * on few days is asked for again. Where nothing is missing, that costs a look for each model and time of day. Gives how many were made
 * here; the log says how far that is. Aborted, it rejects at once and what was kept stays.
 */
export async function completeCalibration(
  context: ForecastContext,
  request: CalibrationRequest,
  {
    signal,
    share,
  }: {
    signal?: AbortSignal | undefined;
    share?: ((part: CalibrationPart) => Promise<void>) | undefined;
  } = {},
): Promise<number> {
  const lacking = await listLacking(context, request);
  for (const one of lacking) if (one.runs.length === 0) await settle(context, request, one);
  const parts = partsOf(request, lacking);
  let made = 0;
  for (const part of parts) {
    if (share !== undefined && parts.length > 1) await share(part);
    else made += await completeCalibrationPart(context, part, signal);
  }
  return made;
}

/**
 * Makes those of a part that are still missing, and gives how many. Who makes the last that a model lacks asks for the latest run anew, where
 * its bounds can rest on more, and notes how the model did.
 */
export async function completeCalibrationPart(
  context: ForecastContext,
  part: CalibrationPart,
  signal?: AbortSignal,
): Promise<number> {
  const { product, dataOrigin, modelVersionId, run, runs, isLast, done, total } = part;
  const { db, clock, logger, quietProgress: progress } = context;
  const one = (await listLacking(context, part)).find(({ version }) => version.id === modelVersionId);
  // The model has been replaced since.
  if (one === undefined) return 0;
  const isMissing = new Set(one.runs.map(({ scheduledFor }) => scheduledFor));
  const wanted = runs.filter(({ scheduledFor }) => isMissing.has(scheduledFor));
  if (wanted.length === 0) return 0;
  const { recipe, set } = one;
  const inputs = await readForecastInputs(db, {
    dataOrigin,
    from: addDays(run.firstDay, -daysReadBy(recipe)),
    to: addDays(run.firstDay, AUCTION_CALENDAR[product].horizonDays - 1),
    asOf: clock.now(),
  });
  progress(STEP, done, total);
  const made = await makeUpForecasts(context, set, {
    recipe,
    runs: wanted,
    inputs,
    purpose: 'background',
    signal,
  });
  progress(STEP, done + runs.length, total);
  // Another process may end after the one that has the last part; what a model cannot forecast stays missing for ever.
  if (isLast || (await lacksNothing(context, one))) {
    await settle(context, part, one);
    logger.info({ product, modelVersionId }, 'calibration completed');
  }
  return made.length;
}

/** What the bounds of a version lack. */
interface Lacking {
  version: ModelVersion;
  isChampion: boolean;
  set: CalibrationSet;
  recipe: ForecastRecipe;
  /** Newest first. */
  runs: ScheduledRun[];
}

/** What the versions that serve and are tried lack for a run and those at other times of day before its schedule returns. */
async function listLacking(
  context: ForecastContext,
  { product, run, dataOrigin }: CalibrationRequest,
): Promise<Lacking[]> {
  const now = context.clock.now();
  const { champion, challengers } = await currentModels(context, { product, firstDay: run.firstDay, now });
  const calendar = AUCTION_CALENDAR[product];
  const until = run.scheduledFor + 2 * DAY_MS;
  const others = calendar.scheduledRuns.length - 1;
  const next = scheduledRunsBetween(calendar, run.scheduledFor, until).slice(0, others);
  const lacking: Lacking[] = [];
  for (const version of [champion, ...challengers]) {
    const recipe = dayAheadRecipeOf(version.manifest);
    if (recipe === undefined) continue;
    const set = { product, dataOrigin, modelVersionId: version.id };
    const runs: ScheduledRun[] = [];
    for (const ahead of pastRunsOf(product, [run, ...next])) {
      const missing = await findMissingCalibration(context, set, { recipe, run: ahead });
      runs.push(...missing.filter(({ scheduledFor }) => scheduledFor <= now));
    }
    lacking.push({
      version,
      isChampion: version === champion,
      set,
      recipe,
      runs: runs.sort(byDayNewestFirst),
    });
  }
  return lacking;
}

function partsOf(request: CalibrationRequest, lacking: readonly Lacking[]): CalibrationPart[] {
  const total = lacking.reduce((sum, { runs }) => sum + runs.length, 0);
  const parts: CalibrationPart[] = [];
  let done = 0;
  for (const { version, runs } of lacking) {
    const batches = [...Map.groupBy(runs, batchOf).values()];
    for (const [i, batch] of batches.entries()) {
      const isLast = i === batches.length - 1;
      parts.push({ ...request, modelVersionId: version.id, runs: batch, isLast, done, total });
      done += batch.length;
    }
  }
  return parts;
}

/** The days of a part are the same whatever of them is missing: a part that is asked for again, as after a restart, is known by its key. */
function batchOf({ firstDay }: ScheduledRun): number {
  return Math.floor(Date.parse(firstDay) / DAY_MS / BATCH_DAYS);
}

/** Names a part: what is missing of the same days for the same model. */
export function keyOfPart({ modelVersionId, runs }: CalibrationPart): string {
  return [modelVersionId, ...new Set(runs.map(batchOf))].join(' ');
}

/** Whether everything that was missing has been made by now. */
async function lacksNothing({ db }: ForecastContext, { set, runs }: Lacking): Promise<boolean> {
  const instants = runs.map(({ scheduledFor }) => scheduledFor);
  return (await listCalibratedInstants(db, set, instants)).length === instants.length;
}

/** What follows when what a version lacked has been made. */
async function settle(
  context: ForecastContext,
  { run }: CalibrationRequest,
  { version, isChampion, set, recipe }: Lacking,
): Promise<void> {
  if (isChampion) {
    await reissueBetterCalibrated(context, set, {
      firstDay: run.firstDay,
      wanted: recipe.calibrationDays,
      async countKnown() {
        const past = pastRunOf(set.product, run);
        return (await findCalibration(context, set, { recipe, run: past })).stored.length;
      },
    });
  }
  if (version.backtest === null)
    await noteBacktest(context, version, { set, recipe, run, now: context.clock.now() });
}

/** Runs of the same day one after the other: they learn from the same past. */
function byDayNewestFirst(a: ScheduledRun, b: ScheduledRun): number {
  return b.firstDay.localeCompare(a.firstDay) || b.scheduledFor - a.scheduledFor;
}

/** Notes how a version did on the days that its bounds learn from. */
async function noteBacktest(
  context: ForecastContext,
  version: ModelVersion,
  request: { set: CalibrationSet; recipe: ForecastRecipe; run: ScheduledRun; now: number },
): Promise<void> {
  const { set, recipe, run, now } = request;
  const { stored } = await findCalibration(context, set, { recipe, run: pastRunOf(set.product, run) });
  const span = { from: addDays(run.firstDay, -daysReadBy(recipe)), to: run.firstDay, asOf: now };
  const inputs = await readForecastInputs(context.db, { dataOrigin: set.dataOrigin, ...span });
  const scores = scoresOfPast(stored, panelAsOf(inputs, span));
  if (scores === undefined) return;
  const { mae, naiveMae, ...days } = scores;
  await saveBacktest(context.db, version.id, {
    ...days,
    mae_eur_per_mwh: mae,
    naive_mae_eur_per_mwh: naiveMae,
  });
}

/** Made at a time, and kept together. */
const AUCTION_BATCH_DAYS = 21;

/**
 * Makes up, in the background, the forecasts of past days that a published run of an auction did not wait for, newest first. A run whose
 * bounds rest on less than half of them is asked for again. Gives how many were made; aborted, it rejects and what was kept stays.
 */
export async function completeIntradayCalibration(
  context: ForecastContext,
  { product, run, dataOrigin }: Pick<IssueRequest, 'product' | 'run' | 'dataOrigin'>,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const issuedAt = clock.now();
  const { champion } = await currentModels(context, { product, firstDay: run.firstDay, now: issuedAt });
  const recipe = auctionRecipeOf(champion.manifest);
  if (recipe === undefined) return 0;
  const auction = await readAuction(db, { product, run, dataOrigin, issuedAt, recipe });
  const shown = auctionTask(auction);
  if (shown === undefined) return 0;
  if (auction.reference !== auctionsBefore(product).at(-1)) return 0;
  const set = { product, dataOrigin, modelVersionId: champion.id };
  const past = { ...auction, ...shown, recipe, days: AUCTION_BATCH_DAYS, purpose: 'background' as const };
  let made = 0;
  for (let left = 1; left > 0;) {
    signal?.throwIfAborted();
    const part = await prepareIntradayCalibration(context, set, past);
    made += part.made;
    left = part.made === 0 ? 0 : part.left;
  }
  if (made === 0) return 0;
  logger.info({ product, modelVersionId: champion.id, made }, 'calibration completed');
  await reissueBetterCalibrated(context, set, {
    firstDay: run.firstDay,
    wanted: recipe.calibrationDays,
    async countKnown() {
      const missing = await findMissingCalibration(context, set, { recipe, run });
      return recipe.calibrationDays - missing.length;
    },
  });
  return made;
}

/**
 * Asks for the latest run of a product anew where its bounds rest on forecasts of less than half of the wanted days, and can rest on more by
 * now. `countKnown`: how many days they can rest on.
 */
async function reissueBetterCalibrated(
  { db, clock, logger }: ForecastContext,
  { product, dataOrigin }: CalibrationSet,
  {
    firstDay,
    wanted,
    countKnown,
  }: { firstDay: DeliveryDay; wanted: number; countKnown: () => Promise<number> },
): Promise<void> {
  const newest = await findNewestRun(db, { product, dataOrigin, asOf: clock.now() });
  if (newest === undefined || newest.firstDay !== firstDay) return;
  const { calibratedOn } = await getRepeatableRun(db, newest.id);
  if (calibratedOn === undefined || calibratedOn.length >= wanted / 2) return;
  const known = await countKnown();
  if (known < wanted / 2) return;
  const reason = `its bounds can rest on ${known} days instead of ${calibratedOn.length}`;
  logger.info({ product, reason }, 'the latest forecast is issued again');
  await requestReissue(db, product, { at: clock.now(), reason });
}
