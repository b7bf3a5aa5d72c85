import type { Contributions, FallbackForecast } from '@lonja/forecasting';
import { distributionsOfSlots, type PriceDistribution } from '@lonja/forecasting/distribution';
import { addDays, type Product } from '@lonja/forecasting/market';
import type { DataOrigin } from '../../store/service-state.ts';
import { OperatorError } from '../../errors.ts';
import type { DegradedReason } from '../../store/degraded-reason.ts';
import type { RunForecasts } from '../../store/calibration-forecasts.ts';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
} from './auctions-without-result.ts';
import { type Calibration, joinDays } from './calibration.ts';
import { asModel } from './computed-run.ts';
import { forecastDayQuantiles } from './day-quantiles.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import type { HorizonModel } from './horizon-model.ts';
import type { LateHorizonTask } from './horizon-task.ts';
import { ownFundamentalsReasons } from './own-fundamentals.ts';
import { type PastErrors, pastErrorsOf } from './past-errors.ts';
import { staleSignals } from './price-signals.ts';
import { shrinkLaterDays } from './shrink-later-days.ts';
import { leadingSourceReasons } from './leading-source-reasons.ts';
import { usualInputs } from './usual-inputs.ts';

/** The forecast of one delivery day. */
export interface DayForecast {
  /** The distribution of each slot, whose median is the point forecast. */
  distributions: PriceDistribution[];
  /** What the point forecast rests on. */
  explanation: Contributions;
}

/** With less of the wanted history than this a forecast is called weaker. */
const HISTORY_SHARE = 0.9;

export interface ComputedForecast {
  days: DayForecast[];
  degraded: DegradedReason[];
  /** What later runs learn from; undefined when the weekly naive stood in for the model. */
  ofModel: RunForecasts | undefined;
  /** Errors of past forecasts as far ahead as all of these. */
  pastErrors: PastErrors;
}

/**
 * Point forecasts and bounds of the first `horizonDays` days of a task, with a reason for everything that it had to do without.
 */
export async function computeForecast(
  context: ForecastContext,
  request: {
    model: HorizonModel;
    product: Product;
    dataOrigin: DataOrigin;
    inputs: ForecastInputs;
    task: LateHorizonTask;
    horizonDays: number;
    issuedAt: number;
    calibration: Calibration;
  },
): Promise<ComputedForecast> {
  const { model, product, dataOrigin, inputs, task, horizonDays, issuedAt } = request;
  const { past: run } = request.calibration;
  const { historyDays, calibrationDays, baselineDays } = model;
  const [ofModel] = await asModel(forecastOfRun(context, model, task));
  if (ofModel === undefined) {
    throw new OperatorError(
      `There is not a week of prices before ${run.firstDay}; import more with "lonja import", or set SOURCES=simulator.`,
    );
  }
  const { forecast: ofTask, calibration } = shrinkLaterDays(
    { forecast: ofModel, calibration: request.calibration.forecasts },
    { task, baselineDays },
  );
  const forecast = firstDaysOf(ofTask, task.lateDays + horizonDays);
  const { fallbackReason } = forecast;
  const lacking = [...forecast.missingInputs, ...task.standIns];
  // A run without inputs of its first day is weaker than a past that had them, whose errors say too little of it.
  const usual = lacking.length === 0 ? undefined : usualInputs(inputs, { product, run });
  const firstDayIsWeaker = lacking.some((name) => usual?.has(name));
  const { quantiles, areOwn } = await forecastDayQuantiles({
    product,
    run,
    task,
    forecast,
    calibration,
    calibrationDays,
    firstDayIsWeaker,
  });
  const day = task.panel.days[task.target];
  const withoutResult = await readAuctionsWithoutResult(context.db, {
    products: ['da', 'ida1'],
    dataOrigin,
    from: addDays(day, -1),
    to: addDays(run.firstDay, -1),
    asOf: issuedAt,
  });
  const degraded: DegradedReason[] = [
    ...lateReasons(task, withoutResult),
    ...historyReasons(task, historyDays),
    ...staleSignals(inputs, { day, asOf: issuedAt, withoutResult }),
    ...(await leadingSourceReasons(context.db, {
      published: task.published,
      dataOrigin,
      day: run.firstDay,
      asOf: issuedAt,
    })),
    ...forecast.missingInputs.map((input) => ({ code: 'input_late' as const, input, day: run.firstDay })),
    ...task.standIns.map((input) => ({
      code: 'input_late' as const,
      input,
      day: run.firstDay,
      standIn: 'own_forecast',
    })),
    ...(await ownFundamentalsReasons(context.db, inputs, {
      dataOrigin,
      task,
      firstDay: run.firstDay,
      lastDay: addDays(run.firstDay, horizonDays - 1),
      asOf: issuedAt,
    })),
    ...(fallbackReason === undefined
      ? []
      : [{ code: 'model_replaced' as const, standIn: 'weekly_naive', detail: fallbackReason }]),
    ...boundsReasons(areOwn, calibration.length, calibrationDays),
    ...(areOwn && firstDayIsWeaker ? [{ code: 'bounds_widened' as const, day: run.firstDay }] : []),
  ];
  return {
    days: quantiles.map((ofLevels, i) => ({
      distributions: distributionsOfSlots(ofLevels),
      explanation: forecast.explanations[task.lateDays + i],
    })),
    degraded,
    ofModel:
      fallbackReason === undefined
        ? { ...joinDays(ofModel, task.lateDays), quantiles: areOwn ? joinQuantiles(quantiles) : undefined }
        : undefined,
    pastErrors: pastErrorsOf(calibration, { panel: task.panel, firstDay: run.firstDay, horizonDays }),
  };
}

/** What a run requests from its model. */
export function forecastOfRun(
  context: Pick<ForecastContext, 'forecastHorizons'>,
  { recipe }: HorizonModel,
  task: LateHorizonTask,
): Promise<(FallbackForecast | undefined)[]> {
  return context.forecastHorizons(recipe, [{ ...task, explain: true }], 'forecast');
}

function firstDaysOf(forecast: FallbackForecast, days: number): FallbackForecast {
  return { ...forecast, days: forecast.days.slice(0, days), members: forecast.members.slice(0, days) };
}

function joinQuantiles(days: Float64Array[][]): Float64Array[] {
  return days[0].map((_, k) => Float64Array.from(days.flatMap((ofLevels) => [...ofLevels[k]])));
}

/** Fewer days than half of those wanted widen bounds or miss the state of the market, and a reader should know. */
function boundsReasons(areOwn: boolean, days: number, wanted: number): DegradedReason[] {
  if (!areOwn) return [{ code: 'bounds_of_naive' }];
  if (days >= wanted / 2) return [];
  return [{ code: 'few_calibration_days', known: days, wanted }];
}

/** A history that is still being loaded, or was never there, makes a weaker model, and a reader should know. */
function historyReasons({ panel, target }: LateHorizonTask, wanted: number): DegradedReason[] {
  const { price, slotsPerDay } = panel;
  const known = panel.days
    .slice(0, target)
    .filter((_, row) => price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some(Number.isFinite));
  if (known.length >= HISTORY_SHARE * wanted) return [];
  return [{ code: 'short_history', known: known.length, wanted }];
}

function lateReasons(
  { panel, target, lateDays }: LateHorizonTask,
  withoutResult: AuctionsWithoutResult,
): DegradedReason[] {
  const late = panel.days.slice(target, target + lateDays);
  const awaited = late.filter((day) => !withoutResult.has('da', day));
  return [
    ...late.filter((day) => withoutResult.has('da', day)).map((day) => withoutResultReason('da', day)),
    ...awaited.slice(0, 1).map((day) => ({ code: 'prices_late' as const, day })),
  ];
}
