import type { ExogenousColumn } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  addDays,
  auctionsBefore,
  type DeliveryDay,
  instantFor,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import type { IntradayTask } from '@lonja/forecasting/workers';
import { type AuctionRecipe, completeAuction, knownOfAuction } from '@lonja/forecasting/issue';
import {
  buildIntradayPanel,
  coveredSlots,
  INTRADAY_QUANTITIES,
  type IntradayFundamentals,
  intradayFundamentals,
  type IntradayPanel,
  pricesOf,
  INTRADAY_FUNDAMENTAL_KEYS,
  priceKey,
} from '@lonja/forecasting/intraday';
import { hourlyLookup, panelColumn, panelDays, panelWindow } from '@lonja/forecasting/data';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
  leadingSourceReasons,
} from './lacking-auctions.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { listCalibrationForecasts } from '../runs/calibration-forecasts.ts';
import type { Db } from '../../ground/database/database.ts';
import { asModel, type ComputedRun, contentOf, type RunToCompute, runnable } from './computed-run.ts';
import { degradedSentences } from '../runs/degraded.ts';
import type { ForecastContext } from './forecast-context.ts';
import { type ForecastInputs, newestAvailability, pricesKnownUntil } from './forecast-inputs.ts';
import { pastOfAuction, prepareIntradayCalibration, rowOfLastDay } from './intraday-calibration.ts';
import { auctionDaysReadBy, auctionRecipeOf } from './intraday-model.ts';
import { publishedSeriesOf } from '../../market/observations/quantities.ts';
import { staleFuel } from './price-signals.ts';
import {
  type AuctionRequest,
  forecastWithoutPast,
  type IntradayRun,
  standInByDayAhead,
  standInReasons,
} from './intraday-stand-ins.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/**
 * A run of an intraday auction. Where the auction before is not known the one before that stands in, where none of the day is,
 * the newest day-ahead forecast; where no past of the auction is known, its bounds are those of the day-ahead forecast. Throws
 * OperatorError when there is neither.
 */
export async function computeIntraday(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { product, run, dataOrigin, version, issuedAt } = request;
  const recipe = runnable(auctionRecipeOf(version.manifest), version);
  const { firstDay: day } = run;
  const auction = await readAuction(context.db, { ...request, recipe });
  const { inputs, reference, withoutResult } = auction;
  const set = { product, dataOrigin, modelVersionId: version.id };
  const forecast =
    reference === undefined
      ? await standInByDayAhead(context, { product, dataOrigin, day, asOf: issuedAt, withoutResult })
      : await forecastFromAuction(context, { ...auction, ...request, recipe, set, reference });
  const { issued, degraded, calibratedOn, learns } = forecast;
  return {
    dataAsOf: newestAvailability(inputs, issuedAt),
    knownUntil: pricesKnownUntil(inputs, issuedAt),
    firstDay: day,
    lastDay: day,
    degraded: degradedSentences(degraded),
    degradedReasons: degraded,
    calibratedOn,
    ...contentOf(issued, issued.pastErrors),
    learns,
  };
}

/** What a run of an auction is made from. */
interface Auction {
  product: Product;
  run: ScheduledRun;
  inputs: ForecastInputs;
  /** The last auction of the day whose prices are known; undefined when none is. */
  reference: Product | undefined;
  span: { from: DeliveryDay; to: DeliveryDay; asOf: number };
  withoutResult: AuctionsWithoutResult;
}

export async function readAuction(
  db: Db,
  request: Omit<RunToCompute, 'version'> & { recipe: AuctionRecipe },
): Promise<Auction> {
  const { product, run, dataOrigin, issuedAt, recipe } = request;
  const { firstDay: day } = run;
  const span = { from: addDays(day, -auctionDaysReadBy(recipe)), to: day, asOf: issuedAt };
  const inputs = await readIntradayInputs(db, { product, dataOrigin, ...span });
  const reference = lastKnownAuction(inputs, { product, day, asOf: issuedAt });
  const withoutResult = await readAuctionsWithoutResult(db, {
    products: [...auctionsBefore(product), product],
    dataOrigin,
    ...span,
  });
  return { product, run, inputs, reference, span, withoutResult };
}

/** What the model of an auction is shown; undefined where it has no reference or no past. */
export function auctionTask({ product, run, inputs, reference, span }: Auction) {
  if (reference === undefined || pricesOf(inputs, product).length === 0) return undefined;
  const fundamentals = intradayFundamentals(inputs, { product, ...span, schedule: scheduleOf(product, run) });
  const auctions = auctionsBefore(product);
  const earlier = auctions.slice(0, auctions.indexOf(reference) + 1);
  const panel = buildIntradayPanel(inputs, fundamentals, { product, earlier, ...span });
  const today = rowOfLastDay(panel);
  return { task: { learnFrom: today, rows: [today] }, panel, fundamentals };
}

async function forecastFromAuction(context: ForecastContext, request: AuctionRequest): Promise<IntradayRun> {
  const { product, recipe, set, run, inputs, reference, span, calibratedOn, purpose } = request;
  const auction = auctionTask(request);
  if (auction === undefined) return forecastWithoutPast(context, request);
  const { task, panel, fundamentals } = auction;
  const isUsual = reference === auctionsBefore(product).at(-1);
  const calibrationOf = async () => {
    if (calibratedOn !== undefined) {
      return { forecasts: await listCalibrationForecasts(context.db, set, calibratedOn), left: 0 };
    }
    const days = recipe.awaitedCalibrationDays;
    const past = { recipe, run, inputs, fundamentals, panel, days, purpose: purpose ?? 'calibration' };
    return prepareIntradayCalibration(context, set, past);
  };
  const { forecasts: calibration, left } = isUsual ? await calibrationOf() : { forecasts: [], left: 0 };
  const { prices: modelPrices, lacks } =
    request.said === undefined
      ? await askModel(context, { recipe, task, panel, purpose })
      : { prices: request.said.values, lacks: undefined };
  const known = knownOfAuction(inputs, recipe, { product, reference, day: run.firstDay, asOf: span.asOf });
  const issued = completeAuction(recipe, { ...known, panel }, modelPrices, calibration);
  if (issued === undefined) return forecastWithoutPast(context, request);
  return {
    issued,
    calibratedOn: calibration.map(({ scheduledFor }) => scheduledFor),
    learns: isUsual && modelPrices !== undefined ? pastOfAuction(modelPrices) : undefined,
    degraded: [
      ...standInReasons(request),
      ...lateOwnPrices(panel, request),
      ...missingFundamentals(fundamentals),
      ...(await leadingSourceReasons(context.db, {
        published: INTRADAY_QUANTITIES.filter((quantity) => !fundamentals.unpublished.includes(quantity)).map(
          publishedSeriesOf,
        ),
        dataOrigin: request.dataOrigin,
        day: run.firstDay,
        asOf: span.asOf,
      })),
      ...staleFuel(inputs, { day: run.firstDay, asOf: span.asOf }),
      ...(lacks === undefined
        ? []
        : [{ code: 'model_replaced' as const, standIn: reference, detail: lacks }]),
      ...(left === 0
        ? []
        : [
            {
              code: 'few_calibration_days' as const,
              known: calibration.length,
              wanted: calibration.length + left,
            },
          ]),
      ...(issued.hasOwnBounds
        ? []
        : [{ code: 'bounds_of_spread' as const, input: product, standIn: reference }]),
    ],
  };
}

/** The prices of the model in the covered hours, or what it lacks. */
async function askModel(
  context: ForecastContext,
  {
    recipe,
    task,
    panel,
    purpose = 'forecast',
  }: { recipe: AuctionRecipe; task: IntradayTask; panel: IntradayPanel } & Pick<RunToCompute, 'purpose'>,
): Promise<{ prices: Float64Array | undefined; lacks: string | undefined }> {
  const [forecast] = await asModel(context.forecastIntraday(recipe.spread, [task], purpose));
  return 'prices' in forecast
    ? { prices: coveredSlots(panel, forecast.prices[0], 0), lacks: undefined }
    : { prices: undefined, lacks: forecast.insufficientHistory };
}

/** The auction of the day before has cleared by the time of any run. */
function lateOwnPrices(
  panel: IntradayPanel,
  { product, withoutResult }: Pick<AuctionRequest, 'product' | 'withoutResult'>,
): DegradedReason[] {
  const yesterday = panel.days.length - 2;
  const last = panel.days.findLastIndex((_, row) =>
    coveredSlots(panel, panel.price, row).some(Number.isFinite),
  );
  if (last < 0 || last >= yesterday) return [];
  const lacking = panel.days.slice(last + 1, yesterday + 1);
  const empty = lacking.filter((day) => withoutResult.has(product, day));
  return [
    ...empty.map((day) => withoutResultReason(product, day)),
    ...(empty.length === lacking.length
      ? []
      : [{ code: 'auction_prices_late' as const, input: product, day: panel.days[last] }]),
  ];
}

/** The time of day that a run belongs to. */
function scheduleOf(product: Product, run: { scheduledFor: number; firstDay: DeliveryDay }) {
  const schedules = AUCTION_CALENDAR[product].scheduledRuns;
  const schedule = schedules.find((relative) => instantFor(run.firstDay, relative) === run.scheduledFor);
  if (schedule === undefined) {
    throw new RangeError(`${new Date(run.scheduledFor).toISOString()} is not a scheduled run of ${product}.`);
  }
  return schedule;
}

/** Reasons of the forecasts of load, wind and sun that the last day lacks, and of those that are usually renewed by now. */
function missingFundamentals({
  days,
  exogenous,
  changes,
  unpublished,
}: IntradayFundamentals): DegradedReason[] {
  const today = days.length - 1;
  const isKnown = (columns: ExogenousColumn[], quantity: string, row: number) => {
    const values = columns.find(({ name }) => name === quantity)?.values ?? [];
    const perDay = values.length / days.length;
    return values.slice(row * perDay, (row + 1) * perDay).some(Number.isFinite);
  };
  const reasonOf = (code: 'input_late' | 'input_not_renewed', quantity: string): DegradedReason => ({
    code,
    input: `${quantity}.forecast`,
    day: days[today],
  });
  const stale = INTRADAY_QUANTITIES.filter(
    (quantity) =>
      !unpublished.includes(quantity) &&
      !isKnown(changes, quantity, today) &&
      isKnown(changes, quantity, today - 1),
  );
  return [
    ...unpublished.map((quantity) => ({
      ...reasonOf('input_late', quantity),
      standIn: isKnown(exogenous, quantity, today) ? 'own_forecast' : undefined,
    })),
    ...stale.map((quantity) => reasonOf('input_not_renewed', quantity)),
  ];
}

/** Every revision that an intraday forecast may need. */
async function readIntradayInputs(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { product, dataOrigin, asOf } = query;
  const keys = [...[...auctionsBefore(product), product].map(priceKey), ...INTRADAY_FUNDAMENTAL_KEYS];
  return readSeries(db, { keys, dataOrigin, asOf, ...panelWindow(query.from, query.to) });
}

/** The last auction of the day whose prices are wholly known at `asOf`; undefined when none is. */
export function lastKnownAuction(
  inputs: ForecastInputs,
  request: { product: Product; day: DeliveryDay; asOf: number },
): Product | undefined {
  const { day, asOf } = request;
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[request.product];
  const window = { ...panelWindow(day, day), asOf };
  return auctionsBefore(request.product).findLast((name) => {
    const prices = hourlyLookup(pricesOf(inputs, name), window);
    const slots = panelColumn(panelDays(day, day), prices);
    return slots.subarray(deliveryFromHour, deliveryToHour).every((price) => !Number.isNaN(price));
  });
}
