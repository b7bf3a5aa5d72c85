import type { ExogenousColumn } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  addDays,
  auctionsBefore,
  daysBetween,
  type DeliveryDay,
  instantFor,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { distributionsOfSlots, QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import {
  applyBounds,
  type ErrorHistory,
  FEWEST_CALIBRATION_DAYS,
  knownErrorDays,
} from '@lonja/forecasting/intervals';
import {
  buildIntradayPanel,
  INTRADAY_QUANTITIES,
  type IntradayFundamentals,
  intradayFundamentals,
  type IntradayPanel,
  pricesOf,
  referenceOf,
} from '@lonja/forecasting/intraday';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
} from './auctions-without-result.ts';
import { DAYS_WAITED_FOR } from './calibration.ts';
import type { DegradedReason } from '../../store/degraded-reason.ts';
import { type CalibrationForecast, listCalibrationForecasts } from '../../store/calibration-forecasts.ts';
import type { Db } from '../../store/database.ts';
import { asModel, type ComputedRun, type RunToCompute, runnable } from './computed-run.ts';
import { degradedSentences } from './degraded-sentences.ts';
import type { ForecastContext } from './forecast-context.ts';
import { type ForecastInputs, newestAvailability, pricesKnownUntil } from './forecast-inputs.ts';
import {
  asRunForecasts,
  coveredSlots,
  intradayErrors,
  prepareIntradayCalibration,
  referenceErrors,
  rowOfLastDay,
} from './intraday-calibration.ts';
import { lastKnownAuction, readIntradayInputs } from './intraday-inputs.ts';
import { INTRADAY_CALIBRATION_DAYS, INTRADAY_HISTORY_DAYS, spreadOptionsOf } from './intraday-model.ts';
import { publishedSeriesOf } from '../fundamentals/quantities.ts';
import { leadingSourceReasons } from './leading-source-reasons.ts';
import { staleFuel } from './price-signals.ts';
import { intradayPoints } from './intraday-points.ts';
import { MOST_PAST_DAYS, type PastErrors } from './past-errors.ts';
import { contentOf, type RunPeriods } from './run-periods.ts';
import {
  type AuctionRequest,
  forecastWithoutPast,
  type IntradayRun,
  standInByDayAhead,
  standInReasons,
} from './intraday-stand-ins.ts';

/**
 * A run of an intraday auction. Where the auction before is not known the one before that stands in, where none of the day is,
 * the newest day-ahead forecast; where no past of the auction is known, its bounds are those of the day-ahead forecast. Throws
 * OperatorError when there is neither.
 */
export async function computeIntraday(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { product, run, dataOrigin, version, issuedAt } = request;
  const options = runnable(spreadOptionsOf(version.manifest), version);
  const { firstDay: day } = run;
  const auction = await readAuction(context.db, request);
  const { inputs, reference, withoutResult } = auction;
  const set = { product, dataOrigin, modelVersionId: version.id };
  const forecast =
    reference === undefined
      ? await standInByDayAhead(context, { product, dataOrigin, day, asOf: issuedAt, withoutResult })
      : await forecastFromAuction(context, { ...auction, ...request, options, set, reference });
  const { periods, pastErrors, degraded, calibratedOn, calibrates } = forecast;
  return {
    dataAsOf: newestAvailability(inputs, issuedAt),
    knownUntil: pricesKnownUntil(inputs, issuedAt),
    firstDay: day,
    lastDay: day,
    degraded: degradedSentences(degraded),
    degradedReasons: degraded,
    calibratedOn,
    ...contentOf(periods, pastErrors),
    ofModel: calibrates && asRunForecasts(calibrates),
  };
}

/** What a run of an auction is made from. */
export interface Auction {
  product: Product;
  run: ScheduledRun;
  inputs: ForecastInputs;
  /** The last auction of the day whose prices are known; undefined when none is. */
  reference: Product | undefined;
  span: { from: DeliveryDay; to: DeliveryDay; asOf: number };
  withoutResult: AuctionsWithoutResult;
}

export async function readAuction(db: Db, request: Omit<RunToCompute, 'version'>): Promise<Auction> {
  const { product, run, dataOrigin, issuedAt } = request;
  const { firstDay: day } = run;
  const span = { from: addDays(day, -INTRADAY_HISTORY_DAYS), to: day, asOf: issuedAt };
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

/**
 * The periods of a run: `modelPrices`, by covered slot, or the reference where there are none, with bounds from the errors of the
 * forecasts of `calibration` where these are enough. Undefined where no past day shows how far prices lie from the reference.
 */
export function pointsOfAuction({
  product,
  reference,
  run,
  inputs,
  span,
  panel,
  modelPrices,
  calibration,
}: Pick<Auction, 'product' | 'run' | 'inputs' | 'span'> & {
  reference: Product;
  panel: IntradayPanel;
  modelPrices: Float64Array | undefined;
  calibration: CalibrationForecast[];
}): { periods: RunPeriods; pastErrors: PastErrors; ownErrors: boolean } | undefined {
  const base = coveredSlots(panel, referenceOf(panel), rowOfLastDay(panel).row);
  const { history, ages, ownErrors } = errorsFor(panel, calibration, modelPrices !== undefined);
  if (knownErrorDays(history) === 0) return undefined;
  const values = modelPrices?.map((price, slot) => price - base[slot]) ?? new Float64Array(base.length);
  const quantiles = applyBounds(values, history, QUANTILE_LEVELS);
  const spreads = distributionsOfSlots(quantiles);
  return {
    periods: intradayPoints({ product, reference, day: run.firstDay, spreads, inputs, asOf: span.asOf }),
    pastErrors: wholeDays(history, ages),
    ownErrors,
  };
}

async function forecastFromAuction(context: ForecastContext, request: AuctionRequest): Promise<IntradayRun> {
  const { product, options, set, run, inputs, reference, span, calibratedOn } = request;
  const auction = auctionTask(request);
  if (auction === undefined) return forecastWithoutPast(context, request);
  const { task, panel, fundamentals } = auction;
  const isUsual = reference === auctionsBefore(product).at(-1);
  const calibrationOf = async () => {
    if (calibratedOn !== undefined) {
      return { forecasts: await listCalibrationForecasts(context.db, set, calibratedOn), left: 0 };
    }
    const days = DAYS_WAITED_FOR;
    const past = { options, run, inputs, fundamentals, panel, days, purpose: 'calibration' as const };
    return prepareIntradayCalibration(context, set, past);
  };
  const { forecasts: calibration, left } = isUsual ? await calibrationOf() : { forecasts: [], left: 0 };
  const [forecast] = await asModel(context.forecastIntraday(options, [task], 'forecast'));
  const modelPrices = 'prices' in forecast ? coveredSlots(panel, forecast.prices[0], 0) : undefined;
  const points = pointsOfAuction({ ...auction, ...request, reference, modelPrices, calibration });
  if (points === undefined) return forecastWithoutPast(context, request);
  const { periods, pastErrors, ownErrors } = points;
  return {
    periods,
    pastErrors,
    calibratedOn: calibration.map(({ scheduledFor }) => scheduledFor),
    calibrates: isUsual ? modelPrices : undefined,
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
      ...('prices' in forecast
        ? []
        : [
            {
              code: 'model_replaced' as const,
              standIn: reference,
              detail: forecast.insufficientHistory,
            },
          ]),
      ...(left === 0
        ? []
        : [
            {
              code: 'few_calibration_days' as const,
              known: calibration.length,
              wanted: calibration.length + left,
            },
          ]),
      ...(ownErrors ? [] : [{ code: 'bounds_of_spread' as const, input: product, standIn: reference }]),
    ],
  };
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

/** The errors of the model's own past where there is enough of it, otherwise those of taking the reference for the price. */
function errorsFor(
  panel: IntradayPanel,
  calibration: CalibrationForecast[],
  isModel: boolean,
): { history: ErrorHistory; ages: number[]; ownErrors: boolean } {
  const own = intradayErrors(calibration, panel);
  const last = panel.days.length - 1;
  if (isModel && knownErrorDays(own) >= FEWEST_CALIBRATION_DAYS) {
    const ages = calibration.map(({ firstDay }) => daysBetween(firstDay, panel.days[last]));
    return { history: own, ages, ownErrors: true };
  }
  const history = referenceErrors(panel, INTRADAY_CALIBRATION_DAYS);
  const days = history.errors.length / history.slotsPerDay;
  return { history, ages: Array.from({ length: days }, (_, row) => days - row), ownErrors: false };
}

/** The days without a gap. */
function wholeDays({ slotsPerDay, errors }: ErrorHistory, ages: number[]): PastErrors {
  const days = ages
    .map((age, row) => ({ age, ofDay: errors.slice(row * slotsPerDay, (row + 1) * slotsPerDay) }))
    .filter(({ age, ofDay }) => age <= MOST_PAST_DAYS && !ofDay.some(Number.isNaN));
  return { ages: days.map(({ age }) => age), errors: days.map(({ ofDay }) => ofDay) };
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
