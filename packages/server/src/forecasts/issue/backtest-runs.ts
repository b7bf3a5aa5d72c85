import { DAY_AHEAD } from '@lonja/forecasting/issue';
import {
  addDays,
  AUCTION_CALENDAR,
  DAY_MS,
  deliveryDayOf,
  earlierRunsOf,
  type Product,
  type ScheduledRun,
  auctionOf,
} from '@lonja/forecasting/market';
import { countArrivals, type ForecastPoint } from '@lonja/forecasting/data';
import { digestOf } from '@lonja/forecasting/workers';
import { listUnscoredRuns, saveBacktestedHours } from '../runs/backtested-runs.ts';
import { listCalibratedInstants, listCalibrationForecasts } from '../runs/calibration-forecasts.ts';
import { recipeOf } from '../runs/model-manifest.ts';
import type { ModelVersion } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { backtestedInstants } from '../runs/cutoff.ts';
import { inputsQuery } from './compute-day-ahead.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { type ForecastInputs, readForecastInputs } from './forecast-inputs.ts';
import { dayAheadRecipeOf } from './day-ahead-model.ts';
import { makePast, type PastRun, type PastSink } from './make-past.ts';

/**
 * Made-up forecasts of so many days are turned into what would have been published: of the day-ahead market as many as the accuracy page
 * shows at first.
 */
export function backtestedDays(product: Product): number {
  return auctionOf(product) === 'da' ? 90 : 30;
}
/** A run is done again when its bounds can rest on so many times as many made-up runs: first on a week, then on nine. */
export const BACKTEST_GROWTH = 9;

/**
 * Turns the forecasts of past days that the champion's calibration has made up into what would have been published of them: the points and
 * bounds of the last runs before the gate and before the results of each auction, which rest on the errors of made-up runs before it alone. They are for the figures of a
 * service that has issued little as yet, are marked there as back-tested, and are never served as forecasts. Newest first; days with fewer
 * than a week of made-up runs before them wait, and a run is done again when its bounds can rest on nine times as many. Gives how many were made.
 */
export async function backtestRuns(
  context: ForecastContext,
  { product, dataOrigin }: { product: Product; dataOrigin: DataOrigin },
  signal: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const now = clock.now();
  const { champion } = await currentModels(context, {
    product,
    firstDay: addDays(deliveryDayOf(now), 1),
    now,
  });
  const set = { product, dataOrigin, modelVersionId: champion.id };
  const { days, fewest } = calibrationSpanOf(champion);
  const query = { ...set, since: now - backtestedDays(product) * DAY_MS, enough: Math.floor(days / 2) };
  const due: (ScheduledRun & { calibratedOn: number[] })[] = [];
  for (const { restsOn, ...run } of await listUnscoredRuns(db, query)) {
    if (!backtestedInstants(product, run.firstDay).includes(run.scheduledFor)) continue;
    const earlier = earlierRunsOf(AUCTION_CALENDAR[product], run, days);
    const instants = earlier.map(({ scheduledFor }) => scheduledFor);
    const calibratedOn = await listCalibratedInstants(db, set, instants);
    const enough = Math.max(fewest, BACKTEST_GROWTH * restsOn);
    if (calibratedOn.length >= enough) due.push({ ...run, calibratedOn });
  }
  const inputs = await readInputsOf(context, { product, dataOrigin, version: champion, runs: due });
  const knowledgeAt = countArrivals([...(inputs?.values() ?? [])].flat());
  const pastRuns = async function* () {
    for (const { calibratedOn, ...run } of due) {
      const stored = await listCalibrationForecasts(db, set, [...calibratedOn, run.scheduledFor]);
      const said = stored[stored.length - 1];
      // The last run before the gate and the one after it mostly know the same.
      const past = stored.map(({ values, quantiles }) => [values, quantiles ?? []]);
      const key = inputs && digestOf([run.firstDay, knowledgeAt(run.scheduledFor), past]);
      const made = { product, dataOrigin, version: champion, run, issuedAt: run.scheduledFor };
      yield { ...made, calibratedOn, said, dayAheadInputs: inputs, key };
    }
  };
  const save = (past: { run: ScheduledRun; calibratedOn: number[] }, hours: readonly ForecastPoint[]) =>
    saveBacktestedHours(db, { ...set, ...past.run, restsOn: past.calibratedOn.length }, hours);
  const sink: PastSink<Parameters<typeof save>[0] & PastRun> = {
    take: (past, { hours }) => save(past, hours),
    async lack(past, error) {
      const { firstDay } = past.run;
      logger.debug({ product, firstDay, error }, 'a made-up forecast could not be scored');
      await save(past, []);
    },
  };
  const made = await makePast(context, pastRuns(), sink, signal);
  if (made > 0) logger.info({ product, runs: made }, 'past forecasts can be scored');
  return made;
}

/** What the runs of the day-ahead market read, once for all of them; undefined for the other products. */
async function readInputsOf(
  { db, clock }: ForecastContext,
  {
    product,
    dataOrigin,
    version,
    runs,
  }: { product: Product; dataOrigin: DataOrigin; version: ModelVersion; runs: readonly ScheduledRun[] },
): Promise<ForecastInputs | undefined> {
  const recipe = dayAheadRecipeOf(version.manifest);
  const [newest, oldest] = [runs[0], runs[runs.length - 1]];
  if (product !== 'da' || recipe === undefined || newest === undefined) return undefined;
  const asOf = clock.now();
  const { from } = inputsQuery(recipe, { product, run: oldest, dataOrigin, issuedAt: asOf });
  const { to } = inputsQuery(recipe, { product, run: newest, dataOrigin, issuedAt: asOf });
  return readForecastInputs(db, { dataOrigin, from, to, asOf });
}

/** Made-up runs that the bounds of a version's runs rest on: days of them at most, and the fewest that are enough. */
export function calibrationSpanOf({ manifest }: ModelVersion): { days: number; fewest: number } {
  const recipe = recipeOf(manifest);
  switch (recipe?.kind) {
    case 'day-ahead':
      return {
        days: recipe.calibrationDays + recipe.olderCalibrationDays,
        fewest: recipe.fewestCalibrationDays,
      };
    case 'intraday-auction':
      return { days: recipe.calibrationDays, fewest: recipe.fewestCalibrationDays };
    default:
      return { days: 0, fewest: DAY_AHEAD.fewestCalibrationDays };
  }
}
