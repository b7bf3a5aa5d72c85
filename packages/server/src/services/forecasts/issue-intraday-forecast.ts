import {
  AUCTION_CALENDAR,
  addDays,
  applyBounds,
  BOUND_LEVELS,
  type DeliveryDay,
  type ErrorHistory,
  FEWEST_CALIBRATION_DAYS,
  type ForecastPoint,
  instantFor,
  type IntradayPanel,
  knownErrorDays,
  type Product,
  referenceOf,
} from '@lonja/forecasting';
import { OperatorError } from '../../errors.ts';
import { addCalibrationForecasts, type CalibrationForecast } from '../../store/calibration-forecasts.ts';
import { findNewestRun, listPoints } from '../../store/forecast-queries.ts';
import { findRunOfSchedule, publishRun } from '../../store/forecast-runs.ts';
import { activateModelVersion } from '../../store/model-versions.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import type { ForecastContext } from './forecast-context.ts';
import { type ForecastInputs, newestAvailability, pricesKnownUntil } from './forecast-inputs.ts';
import {
  asRunForecasts,
  completeIntradayCalibration,
  coveredSlots,
  intradayErrors,
  referenceErrors,
  rowOfLastDay,
} from './intraday-calibration.ts';
import {
  auctionsBefore,
  type IntradayFundamentals,
  intradayFundamentals,
  intradayPanel,
  lastKnownAuction,
  readIntradayInputs,
} from './intraday-inputs.ts';
import { INTRADAY_CALIBRATION_DAYS, INTRADAY_HISTORY_DAYS, intradayManifest } from './intraday-model.ts';
import { intradayPoints, type SpreadForecast } from './intraday-points.ts';
import { answeredInstant, type IssuedRun, type IssueRequest } from './issue-forecast.ts';

/** The points of a run with a sentence for everything that it had to do without. */
interface IntradayRun {
  hours: ForecastPoint[];
  quarters: ForecastPoint[];
  degraded: string[];
  /** The model's prices by covered slot, where it ran on the auction that it is made for. */
  calibrates: Float64Array | undefined;
}

/**
 * Issues the forecast of one scheduled run of an intraday auction from what is available at the clock's now. Asked again for the
 * same schedule it changes nothing. Where the auction before is not known the one before that stands in, where none of the day is,
 * the newest day-ahead forecast. Throws OperatorError when there is neither, or no past of the auction to draw bounds from.
 */
export async function issueIntradayForecast(
  context: ForecastContext,
  request: IssueRequest,
): Promise<IssuedRun> {
  const { product, run, dataOrigin } = request;
  const { db, clock, logger } = context;
  const issuedAt = clock.now();
  const { firstDay: day } = run;
  const scheduledFor = answeredInstant(request);
  const published = await findRunOfSchedule(db, { product, dataOrigin, scheduledFor, now: issuedAt });
  if (published !== undefined) return { runId: published, isNew: false, degraded: [] };
  const span = { from: addDays(day, -INTRADAY_HISTORY_DAYS), to: day, asOf: issuedAt };
  const inputs = await readIntradayInputs(db, { product, dataOrigin, ...span });
  const modelVersionId = await activateModelVersion(db, {
    product,
    manifest: intradayManifest(product, context.version),
    now: issuedAt,
  });
  const set = { product, dataOrigin, modelVersionId };
  const reference = lastKnownAuction(inputs, { product, day, asOf: issuedAt });
  const forecast =
    reference === undefined
      ? await standInByDayAhead(context, { product, dataOrigin, day })
      : await forecastFromAuction(context, { set, run, inputs, reference, span });
  const runId = await publishRun(
    db,
    {
      ...set,
      issuedAt,
      scheduledFor,
      dataAsOf: newestAvailability(inputs, issuedAt),
      knownUntil: pricesKnownUntil(inputs, issuedAt),
      firstDay: day,
      lastDay: day,
      degraded: forecast.degraded,
      hours: forecast.hours,
      quarters: forecast.quarters,
    },
    clock.now(),
  );
  if (forecast.calibrates !== undefined) {
    await addCalibrationForecasts(db, set, [{ ...run, ...asRunForecasts(forecast.calibrates) }]);
  }
  logger.info({ runId, product, firstDay: day, degraded: forecast.degraded }, 'forecast published');
  return { runId, isNew: true, degraded: forecast.degraded };
}

async function forecastFromAuction(
  context: ForecastContext,
  request: {
    set: { product: Product; dataOrigin: DataOrigin; modelVersionId: string };
    run: { scheduledFor: number; firstDay: DeliveryDay };
    inputs: ForecastInputs;
    reference: Product;
    span: { from: DeliveryDay; to: DeliveryDay; asOf: number };
  },
): Promise<IntradayRun> {
  const { set, run, inputs, reference, span } = request;
  const { product } = set;
  const fundamentals = intradayFundamentals(inputs, { ...span, schedule: scheduleOf(product, run) });
  const auctions = auctionsBefore(product);
  const earlier = auctions.slice(0, auctions.indexOf(reference) + 1);
  const panel = intradayPanel(inputs, fundamentals, { product, earlier, ...span });
  const today = rowOfLastDay(panel);
  const isUsual = reference === auctions.at(-1);
  const calibration = isUsual
    ? await completeIntradayCalibration(context, set, { run, inputs, fundamentals })
    : [];
  const [forecast] = await context.forecastIntraday([{ learnFrom: today, rows: [today] }], 'forecast');
  const modelPrices = 'prices' in forecast ? coveredSlots(panel, forecast.prices[0], 0) : undefined;
  const base = coveredSlots(panel, referenceOf(panel), today.row);
  const { errors, ownErrors } = errorsFor(panel, calibration, modelPrices !== undefined);
  if (knownErrorDays(errors) === 0) {
    throw new OperatorError(
      `No past prices of ${product} are known to draw bounds from; load some with "lonja backfill" or "lonja import".`,
    );
  }
  const value = modelPrices?.map((price, slot) => price - base[slot]) ?? new Float64Array(base.length);
  const [p10, p90] = applyBounds(value, errors, BOUND_LEVELS);
  const spread: SpreadForecast = { value, p10, p90 };
  const points = intradayPoints({ product, reference, day: run.firstDay, spread, inputs, asOf: span.asOf });
  return {
    ...points,
    calibrates: isUsual ? modelPrices : undefined,
    degraded: [
      ...(isUsual
        ? []
        : [`prices of ${String(auctions.at(-1))} are not available yet; ${reference} stands in`]),
      ...missingFundamentals(fundamentals, run.firstDay),
      ...('prices' in forecast
        ? []
        : [`the price of ${reference} stands in for the model: ${forecast.insufficientHistory}`]),
      ...(ownErrors ? [] : [`the bounds rest on the spread between ${reference} and ${product}`]),
    ],
  };
}

/** The errors of the model's own past where there is enough of it, otherwise those of taking the reference for the price. */
function errorsFor(
  panel: IntradayPanel,
  calibration: CalibrationForecast[],
  isModel: boolean,
): { errors: ErrorHistory; ownErrors: boolean } {
  const own = intradayErrors(calibration, panel);
  if (isModel && knownErrorDays(own) >= FEWEST_CALIBRATION_DAYS) return { errors: own, ownErrors: true };
  return { errors: referenceErrors(panel, INTRADAY_CALIBRATION_DAYS), ownErrors: false };
}

/** Without any auction of the day: what the newest day-ahead run expects of it, with its bounds. */
async function standInByDayAhead(
  { db, clock }: ForecastContext,
  { product, dataOrigin, day }: { product: Product; dataOrigin: DataOrigin; day: DeliveryDay },
): Promise<IntradayRun> {
  const visible = { product: 'da' as const, dataOrigin, asOf: clock.now() };
  const newest = await findNewestRun(db, visible, { coversFirst: day, coversLast: day });
  if (newest === undefined) {
    throw new OperatorError(
      `No prices and no day-ahead forecast of ${day} are known for ${product} to start from.`,
    );
  }
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const from = instantFor(day, { dayOffset: 0, time: `${String(deliveryFromHour).padStart(2, '0')}:00` });
  const to = instantFor(day, { dayOffset: 0, time: `${String(deliveryToHour).padStart(2, '0')}:00` });
  const within = (points: ForecastPoint[]) => points.filter(({ start }) => start >= from && start < to);
  return {
    hours: within(await listPoints(db, newest.id, 'PT1H')),
    quarters: within(await listPoints(db, newest.id, 'PT15M')),
    degraded: [`no auction of ${day} is known yet; the day-ahead forecast stands in`],
    calibrates: undefined,
  };
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

function missingFundamentals({ days, exogenous }: IntradayFundamentals, day: DeliveryDay): string[] {
  const perDay = exogenous[0].values.length / days.length;
  const start = days.indexOf(day) * perDay;
  return exogenous
    .filter(({ values }) => values.subarray(start, start + perDay).every(Number.isNaN))
    .filter(({ name }) => name !== 'residual load')
    .map(({ name }) => `the forecast of ${name} of ${day} is not available yet`);
}
