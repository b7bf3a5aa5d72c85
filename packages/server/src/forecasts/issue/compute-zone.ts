import { clearedBounds, clearedInSeries } from '@lonja/forecasting/issue';
import { type PeriodDistribution, pointOf } from '@lonja/forecasting/distribution';
import {
  addDays,
  AUCTION_CALENDAR,
  auctionOf,
  auctionsBefore,
  type DeliveryDay,
  type Product,
} from '@lonja/forecasting/market';
import type { ZoneForecast } from '@lonja/forecasting/workers';
import { completeZone, sureSpread, type ZoneRecipe } from '@lonja/forecasting/zones';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { OperatorError } from '../../ground/errors.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { findPathRanks, readRunPeriods } from '../runs/run-distributions.ts';
import { findNewestRun, type ForecastRun } from '../runs/run-store.ts';
import { recipeOf } from '../runs/model-manifest.ts';
import type { ModelVersion } from '../runs/model-versions.ts';
import { degradedSentences } from '../runs/degraded.ts';
import { readAuctionsWithoutResult, withoutResultReason } from './lacking-auctions.ts';
import { findPathRecipe } from '../runs/run-points.ts';
import { asModel, type ComputedRun, type RunToCompute, runnable } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import { type ForecastInputs, newestAvailability } from './forecast-inputs.ts';
import { standInReasons } from './intraday-stand-ins.ts';
import { readZoneInputs, type ZoneDays, zoneDays } from './zone-days.ts';

/**
 * A run of a zone beside Spain: the newest run of Spain's product for the same days, and the spread that the border is expected to make. So
 * both forecasts are never inconsistent. Where too few prices of an auction are known, the spread of the auction before stands in. Throws
 * OperatorError where Spain has no run for the days, or neither is known.
 */
export async function computeZone(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { db } = context;
  const { product, dataOrigin, version, issuedAt } = request;
  const recipe = zoneRecipeOf(version);
  const reference = await findReference(context, request);
  const { firstDay, lastDay } = reference;
  const from = addDays(firstDay, -recipe.windowDays);
  const [inputs, hours, quarters, ranks, { pathDays }] = await Promise.all([
    readZoneInputs(db, { product, dataOrigin, from, to: lastDay, asOf: issuedAt }),
    readRunPeriods(db, reference.id, 'PT1H'),
    readRunPeriods(db, reference.id, 'PT15M'),
    findPathRanks(db, reference.id),
    findPathRecipe(db, reference.id),
  ]);
  const { forecast, earlier, degraded } = await forecastFromReference(context, request, {
    inputs,
    firstDay,
    lastDay,
    hours: hours.periods,
    quarters: quarters.periods,
    pathDays,
  });
  const shares = quarters.periods.map(({ share }) => share);
  const reasons = [...(await earlierReasons(db, request, earlier)), ...degraded];
  return {
    dataAsOf: Math.max(reference.dataAsOf, newestAvailability(inputs, issuedAt)),
    knownUntil: reference.knownUntil,
    firstDay,
    lastDay,
    degraded: [...reference.degraded, ...degradedSentences(reasons)],
    degradedReasons: reference.degradedReasons && [...reference.degradedReasons, ...reasons],
    calibratedOn: [],
    hours: forecast.hours.map(pointOf),
    quarters: forecast.quarters.map(pointOf),
    distributions: {
      hours: forecast.hours.map(({ distribution }) => distribution),
      quarters: forecast.quarters.map(({ distribution }) => distribution),
      quarterShares: shares,
      between: ranks?.between ?? { ages: [], ranks: [] },
      withinDays: ranks?.withinDays ?? [],
    },
    zoneSpreads: {
      referenceRunId: reference.id,
      hours: forecast.hourSpreads,
      quarters: forecast.quarterSpreads,
      between: forecast.ranks,
    },
    learns: undefined,
  };
}

/** What is forecast of Spain for the days of a run, and what was known of both zones. */
export interface ZoneReference {
  /** With at least what was available when the run is issued. */
  inputs: ForecastInputs;
  firstDay: DeliveryDay;
  lastDay: DeliveryDay;
  hours: PeriodDistribution[];
  quarters: PeriodDistribution[];
  /** By Spain's recipe: no past day that its paths rest on is older. */
  pathDays: number;
}

/** A zone's forecast, what it was made by, and what it had to do without. */
export interface FromReference extends Pick<ZoneDays, 'earlier'> {
  forecast: Exclude<ZoneForecast, { insufficientHistory: string }>;
  degraded: DegradedReason[];
}

/**
 * The zone's forecast from that of Spain. Where too few prices of the zone are known, the spread of the auction before is taken as sure; throws
 * OperatorError where that is not known either.
 */
export async function forecastFromReference(
  context: Pick<ForecastContext, 'forecastZone'>,
  { product, version, issuedAt, purpose = 'forecast' }: RunToCompute,
  { inputs, firstDay, lastDay, hours, quarters, pathDays }: ZoneReference,
): Promise<FromReference> {
  const recipe = zoneRecipeOf(version);
  const from = addDays(firstDay, -recipe.windowDays);
  // The later ones count: of a quarter that begins an hour its own forecast.
  const expected = new Map([...hours, ...quarters].map((period) => [period.start, pointOf(period).value]));
  const { earlier, ...days } = zoneDays(inputs, {
    product,
    from,
    firstDay,
    lastDay,
    asOf: issuedAt,
    expected,
  });
  const reference = { hours, quarters };
  const bounds = boundsOf(recipe, inputs, { product, since: from, day: firstDay, asOf: issuedAt });
  const { deliveryFromHour: fromHour, deliveryToHour: toHour, horizonDays } = AUCTION_CALENDAR[product];
  const at = { firstDay, horizonDays, pathDays, fromHour, toHour };
  const forecast = await asModel(context.forecastZone({ recipe, ...days, reference, bounds, at }, purpose));
  if (!('insufficientHistory' in forecast)) return { forecast, earlier, degraded: [] };
  const detail = forecast.insufficientHistory;
  if (earlier === undefined) {
    throw new OperatorError(
      `There are too few prices of ${marketProductId(product)} to forecast from: ${detail}`,
    );
  }
  const spreads = days.targets.flatMap(({ periods, earlierSpread }) =>
    periods.map(({ start }, i) => sureSpread(start, earlierSpread?.[i] ?? Number.NaN, recipe.leastSpread)),
  );
  return {
    forecast: { ...completeZone(recipe, reference, spreads, bounds), ranks: { ages: [], ranks: [] } },
    earlier,
    degraded: [{ code: 'model_replaced', standIn: earlier, detail }],
  };
}

/** What is said where the auction before, or each of them, is not known in the zone. */
async function earlierReasons(
  db: Db,
  { product, run, dataOrigin, issuedAt: asOf }: RunToCompute,
  earlier: Product | undefined,
): Promise<DegradedReason[]> {
  const before = auctionsBefore(product);
  if (before.length === 0) return [];
  const { firstDay: day } = run;
  const span = { dataOrigin, from: day, to: day, asOf };
  const withoutResult = await readAuctionsWithoutResult(db, { products: before, ...span });
  if (earlier !== undefined) return standInReasons({ product, run, reference: earlier, withoutResult });
  const empty = before.filter((one) => withoutResult.has(one, day));
  if (empty.length === before.length) return empty.map((one) => withoutResultReason(one, day));
  return [{ code: 'auction_late', input: before[before.length - 1] }];
}

/** The recipe of a version that forecasts a zone. */
export function zoneRecipeOf(version: ModelVersion): ZoneRecipe {
  const stored = recipeOf(version.manifest);
  return runnable(stored?.kind === 'zone-spread' ? stored : undefined, version);
}

/** The run of Spain for the same days that was there when this one is issued. */
async function findReference(
  { db }: ForecastContext,
  { product, run, dataOrigin, issuedAt }: RunToCompute,
): Promise<ForecastRun> {
  const auction = auctionOf(product);
  const newest = await findNewestRun(db, { product: auction, dataOrigin, asOf: issuedAt });
  if (newest !== undefined && newest.firstDay === run.firstDay) return newest;
  throw new OperatorError(
    `There is no run of ${marketProductId(auction)} from ${run.firstDay} on that ${marketProductId(product)} could be made from.`,
  );
}

/** Near what has cleared in the zone. */
function boundsOf(
  { limits }: ZoneRecipe,
  inputs: Awaited<ReturnType<typeof readZoneInputs>>,
  market: { product: Product; since: string; day: string; asOf: number },
) {
  const { min: lowest, max: highest } = AUCTION_CALENDAR[market.product].priceLimits;
  return clearedBounds(clearedInSeries(inputs, { ...market, limits }), { lowest, highest }, limits);
}
