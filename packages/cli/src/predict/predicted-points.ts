import type { EpfData } from '@lonja/forecasting';
import { findQuarterHours, forecastOfQuarter, stepsOfRow } from '@lonja/forecasting/backtest';
import { distributionOfQuarter, type PriceDistribution, quarterShare } from '@lonja/forecasting/distribution';
import type { NextDaysForecast } from '@lonja/forecasting/horizon';
import {
  assumedErrors,
  drawPaths,
  FEWEST_PAST_FORECASTS,
  fitDependence,
  type PathPeriod,
} from '@lonja/forecasting/scenarios';
import { instantOfStart } from './period-instant.ts';

/** A real period without a price, and its forecast. */
export interface PredictedPoint {
  /** Start in UTC; null for an hour that the clock skips in a file of 24 hours a day. */
  timeUtc: string | null;
  /** Start as the file writes it. */
  timeLocal: string;
  p10: number;
  value: number;
  p90: number;
  /** Where distributions were forecast. */
  period: PathPeriod | undefined;
}

/** Days that how hours go together is assumed of, where there are too few past forecasts. */
const ASSUMED_DAYS = 95;

export function predictedPoints(data: EpfData, forecast: NextDaysForecast, zone: string): PredictedPoint[] {
  const { firstRow, days } = forecast;
  const shape = findQuarterHours(data.panel, data.periods)?.shapeBefore(firstRow);
  const { slotsPerDay } = data.panel;
  return data.open.map(({ time, row, slot, quarter }) => {
    const ahead = row - firstRow;
    const day = days[ahead];
    const ofSlot = { value: day.value[slot], p10: day.p10[slot], p90: day.p90[slot] };
    const ofHour: PriceDistribution | undefined = day.distributions[slot];
    const point = { timeUtc: instantOfStart(time, zone) ?? null, timeLocal: time };
    const column = ahead * slotsPerDay + slot;
    if (quarter === undefined || shape === undefined)
      return { ...point, ...ofSlot, period: ofHour && { slot: column, distribution: ofHour } };
    const place = { hour: slot, quarter, steps: stepsOfRow(day.value, slot) };
    const part = { day: ahead, slot: slot * (96 / slotsPerDay) + quarter };
    return {
      ...point,
      ...forecastOfQuarter(ofSlot, shape, place),
      period: ofHour && {
        slot: column,
        distribution: distributionOfQuarter(ofHour, shape, place),
        quarter: { ...part, share: quarterShare(ofHour, shape, place) },
      },
    };
  });
}

/** Equally likely paths over all points, and whether they go together as past errors did or as is assumed. */
export function predictedPaths(
  points: readonly PredictedPoint[],
  count: number,
  { data, forecast }: { data: EpfData; forecast: NextDaysForecast },
): { paths: Float64Array[]; areLearnt: boolean } {
  const { pastErrors, firstRow, days } = forecast;
  const areLearnt = pastErrors.length >= FEWEST_PAST_FORECASTS;
  const slots = days.length * data.panel.slotsPerDay;
  const residuals = findQuarterHours(data.panel, data.periods)?.residualsBefore(firstRow) ?? [];
  const source = {
    between: fitDependence(areLearnt ? pastErrors : assumedErrors(ASSUMED_DAYS, slots)),
    withinDays: residuals.length < 2 ? undefined : fitDependence(residuals),
  };
  const periods = points.flatMap(({ period }) => (period === undefined ? [] : [period]));
  return { paths: drawPaths(source, periods, { count }), areLearnt };
}
