import { type Product, type ScheduledRun } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { inputsQuery, pointsOfRun } from '../../forecasts/issue/compute-day-ahead.ts';
import { auctionTask, readAuction } from '../../forecasts/issue/compute-intraday.ts';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import type { ForecastContext } from '../../forecasts/issue/forecast-context.ts';
import {
  type ForecastInputs,
  readForecastInputs,
  readOwnForecasts,
} from '../../forecasts/issue/forecast-inputs.ts';
import { dayAheadRecipeOf } from '../../forecasts/issue/day-ahead-model.ts';
import { auctionDaysReadBy, auctionRecipeOf } from '../../forecasts/issue/intraday-model.ts';
import { runParts, taskOfPart } from '../../forecasts/issue/run-parts.ts';
import type { PowerForecasts } from '../../forecasts/fundamentals/forecast-fundamentals.ts';
import type { PowerContext } from '../../forecasts/fundamentals/power-inputs.ts';
import { modelSeriesOf, WEATHER_DRIVEN } from '../../market/observations/quantities.ts';
import type { Db } from '../../ground/database/database.ts';
import type { ModelManifest } from '../../forecasts/runs/model-manifest.ts';
import { findChampion, listRunningChallengers } from '../../forecasts/runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** What forecasts are begun from before they are due. */
export interface Lookout {
  /** Reads the history, whose values say when they became known, and begins what it is asked for. */
  early: ForecastContext & PowerContext;
  /** The replay's own database. */
  replayed: Db;
  /** Own forecasts of the power system that were begun and are not stored yet, by the instant at which they are due. */
  powerAhead: Map<number, Promise<PowerForecasts>>;
}

type PowerAhead = [number, Promise<PowerForecasts>][];

interface RunAhead {
  product: Product;
  run: ScheduledRun;
  dataOrigin: DataOrigin;
  issuedAt: number;
}

/** Begins the forecasts of a run by the champion and the challengers of now. */
export async function beginRun(
  lookout: Lookout,
  request: Pick<RunAhead, 'product' | 'run' | 'dataOrigin'>,
): Promise<void> {
  const { replayed } = lookout;
  const { product } = request;
  // What is stored meanwhile is there twice and does no harm; what is lost between the two would.
  const powerAhead = [...lookout.powerAhead];
  const champion = await findChampion(replayed, product);
  if (champion === undefined) return;
  const versions = [champion, ...(await listRunningChallengers(replayed, product))];
  const manifests = versions.map(({ manifest }) => manifest);
  const run = { ...request, issuedAt: request.run.scheduledFor };
  if (product === 'da') await beginDayAhead({ ...lookout, powerAhead }, run, manifests);
  else await beginIntraday({ ...lookout, powerAhead }, run, manifests);
}

type Begun = Pick<Lookout, 'early' | 'replayed'> & { powerAhead: PowerAhead };

async function beginDayAhead(
  { early, replayed, powerAhead }: Begun,
  { product, run, dataOrigin, issuedAt }: RunAhead,
  manifests: ModelManifest[],
): Promise<void> {
  const recipes = manifests.flatMap((manifest) => dayAheadRecipeOf(manifest) ?? []);
  const spanOf = ({ historyDays, settledDays }: ForecastRecipe) => `${historyDays} ${settledDays}`;
  for (const ofLength of Map.groupBy(recipes, spanOf).values()) {
    const query = inputsQuery(ofLength[0], { run, product, dataOrigin, issuedAt });
    const published = await readForecastInputs(early.db, query);
    const own = await ownForecasts(await readOwnForecasts(replayed, query), powerAhead, issuedAt);
    const inputs = new Map([...published, ...own]);
    const tasks = runParts(inputs, { product, run, issuedAt }).map((part) =>
      taskOfPart(inputs, part, { product, recipe: ofLength[0] }),
    );
    await Promise.all(ofLength.flatMap((recipe) => tasks.map((task) => pointsOfRun(early, recipe, task))));
  }
}

/** Own forecasts with those that are going to be stored by an instant, the newest first. */
async function ownForecasts(
  stored: ForecastInputs,
  powerAhead: PowerAhead,
  asOf: number,
): Promise<ForecastInputs> {
  const own = new Map(stored);
  for (const [at, work] of powerAhead) {
    if (at > asOf) continue;
    const { forecasts } = await work;
    for (const quantity of WEATHER_DRIVEN) {
      const hours = forecasts.get(quantity);
      if (hours === undefined) continue;
      const key = modelSeriesOf(quantity);
      const series: Series = {
        key,
        unit: 'MW',
        resolution: 'PT1H',
        start: Float64Array.from(hours.keys()),
        value: Float64Array.from(hours.values()),
        availableAt: new Float64Array(hours.size).fill(at),
      };
      own.set(key, [series, ...(own.get(key) ?? [])]);
    }
  }
  return own;
}

async function beginIntraday(
  { early, replayed, powerAhead }: Begun,
  request: RunAhead,
  manifests: ModelManifest[],
): Promise<void> {
  const { dataOrigin, issuedAt } = request;
  const recipes = manifests.flatMap((manifest) => auctionRecipeOf(manifest) ?? []);
  for (const ofLength of Map.groupBy(recipes, auctionDaysReadBy).values()) {
    const published = await readAuction(early.db, { ...request, recipe: ofLength[0] });
    const stored = await readOwnForecasts(replayed, { dataOrigin, ...published.span });
    const own = await ownForecasts(stored, powerAhead, issuedAt);
    const auction = auctionTask({ ...published, inputs: new Map([...published.inputs, ...own]) });
    if (auction === undefined) continue;
    await Promise.all(
      ofLength.map(({ spread }) => early.forecastIntraday(spread, [auction.task], 'forecast')),
    );
  }
}
