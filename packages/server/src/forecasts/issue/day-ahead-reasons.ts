import type { FallbackForecast } from '@lonja/forecasting';
import type { ForecastRecipe, IssuedForecast } from '@lonja/forecasting/issue';
import { addDays } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
} from './auctions-without-result.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import type { LateHorizonTask } from './horizon-task.ts';
import { leadingSourceReasons } from './leading-source-reasons.ts';
import { ownFundamentalsReasons } from './own-fundamentals.ts';
import { staleSignals } from './price-signals.ts';
import type { RunPart } from './run-parts.ts';

/** With less of the wanted history than this a forecast is called weaker. */
const HISTORY_SHARE = 0.9;

/** A forecast of part of a run, and what it was made from. */
interface IssuedPart {
  recipe: ForecastRecipe;
  dataOrigin: DataOrigin;
  inputs: ForecastInputs;
  part: RunPart;
  task: LateHorizonTask;
  point: FallbackForecast;
  issued: IssuedForecast;
  /** Past forecasts that the bounds rest on. */
  learntFrom: number;
  firstDayIsWeaker: boolean;
}

/** Everything that a forecast of the day-ahead market had to do without. */
export async function dayAheadReasons(db: Db, request: IssuedPart): Promise<DegradedReason[]> {
  const { recipe, dataOrigin, inputs, part, task, point, issued, learntFrom, firstDayIsWeaker } = request;
  const { firstDay, days, asOf } = part;
  const day = task.panel.days[task.target];
  const withoutResult = await readAuctionsWithoutResult(db, {
    products: ['da', 'ida1'],
    dataOrigin,
    from: addDays(day, -1),
    to: addDays(firstDay, -1),
    asOf,
  });
  const { hasOwnBounds } = issued;
  return [
    ...lateReasons(task, withoutResult),
    ...historyReasons(task, recipe.historyDays),
    ...staleSignals(inputs, { day, asOf, withoutResult }),
    ...(await leadingSourceReasons(db, { published: task.published, dataOrigin, day: firstDay, asOf })),
    ...point.missingInputs.map((input) => ({ code: 'input_late' as const, input, day: firstDay })),
    ...task.standIns.map((input) => ({
      code: 'input_late' as const,
      input,
      day: firstDay,
      standIn: 'own_forecast',
    })),
    ...(await ownFundamentalsReasons(db, inputs, {
      dataOrigin,
      task,
      firstDay,
      lastDay: addDays(firstDay, days - 1),
      asOf,
    })),
    ...(point.fallbackReason === undefined
      ? []
      : [{ code: 'model_replaced' as const, standIn: 'weekly_naive', detail: point.fallbackReason }]),
    ...boundsReasons(hasOwnBounds, learntFrom, recipe.calibrationDays),
    ...(hasOwnBounds && firstDayIsWeaker ? [{ code: 'bounds_widened' as const, day: firstDay }] : []),
  ];
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
