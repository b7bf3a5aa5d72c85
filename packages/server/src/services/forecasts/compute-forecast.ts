import type { Contributions, FallbackForecast } from '@lonja/forecasting';
import { distributionsOfSlots, type PriceDistribution } from '@lonja/forecasting/distribution';
import { addDays, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import type { DataOrigin } from '../../store/service-state.ts';
import { OperatorError } from '../../errors.ts';
import type { DegradedReason } from '../../store/degraded-reason.ts';
import type { CalibrationForecast, RunForecasts } from '../../store/calibration-forecasts.ts';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
} from './auctions-without-result.ts';
import { joinDays } from './calibration.ts';
import { asModel } from './computed-run.ts';
import { forecastDayQuantiles } from './day-quantiles.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import type { HorizonModel } from './horizon-model.ts';
import { horizonTask, type LateHorizonTask } from './horizon-task.ts';
import { ownFundamentalsReasons } from './own-fundamentals.ts';
import { type PastErrors, pastErrorsOf } from './past-errors.ts';
import { staleSignals } from './price-signals.ts';
import { shrinkLaterDays } from './shrink-later-days.ts';
import { lacksUsualInput } from './usual-inputs.ts';

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

/** Point forecasts and bounds of a run's days, with a reason for everything that it had to do without. */
export async function computeForecast(
  context: ForecastContext,
  request: {
    model: HorizonModel;
    product: Product;
    dataOrigin: DataOrigin;
    inputs: ForecastInputs;
    run: ScheduledRun;
    horizonDays: number;
    issuedAt: number;
    calibration: CalibrationForecast[];
  },
): Promise<ComputedForecast> {
  const { model, product, dataOrigin, inputs, run, horizonDays, issuedAt } = request;
  const { historyDays, calibrationDays, baselineDays } = model;
  const task = horizonTask(inputs, { firstDay: run.firstDay, horizonDays, historyDays, asOf: issuedAt });
  const [ofModel] = await asModel(forecastOfRun(context, model, task));
  if (ofModel === undefined) {
    throw new OperatorError(
      `There is not a week of prices before ${run.firstDay}; import more with "lonja import", or set SOURCES=simulator.`,
    );
  }
  const { forecast, calibration } = shrinkLaterDays(
    { forecast: ofModel, calibration: request.calibration },
    { task, baselineDays },
  );
  const { fallbackReason } = forecast;
  const firstDayIsWeaker = lacksUsualInput(inputs, {
    product,
    run,
    missing: [...forecast.missingInputs, ...task.standIns],
  });
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
