import type { EpfData } from '@lonja/forecasting';
import { pointOf, type PriceLimits } from '@lonja/forecasting/distribution';
import type { NextDaysForecast, NextPeriodForecast } from '@lonja/forecasting/horizon';
import {
  assumedDependence,
  type DependenceOptions,
  drawPaths,
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
  period: PathPeriod;
}

export function predictedPoints(
  { panel: { slotsPerDay } }: Pick<EpfData, 'panel'>,
  { periods }: Pick<NextDaysForecast, 'periods'>,
  zone: string,
): PredictedPoint[] {
  return periods.map((forecast) => {
    const { time } = forecast.period;
    const { value, p10, p90 } = pointOf({ start: 0, distribution: forecast.distribution });
    return {
      timeUtc: instantOfStart(time, zone) ?? null,
      timeLocal: time,
      p10,
      value,
      p90,
      period: pathPeriodOf(forecast, slotsPerDay),
    };
  });
}

function pathPeriodOf(
  { period: { slot, quarter }, lead, distribution, share }: NextPeriodForecast,
  slotsPerDay: number,
): PathPeriod {
  const place = { slot: lead * slotsPerDay + slot, distribution };
  if (quarter === undefined || share === undefined) return place;
  return { ...place, quarter: { day: lead, slot: slot * (96 / slotsPerDay) + quarter, share } };
}

/** Equally likely paths over all points, and whether they go together as past errors did or as is assumed. */
export function predictedPaths(
  points: readonly PredictedPoint[],
  count: number,
  {
    data,
    forecast,
    dependence,
  }: {
    data: Pick<EpfData, 'panel'> & { limits: PriceLimits | undefined };
    forecast: NextDaysForecast;
    dependence: DependenceOptions;
  },
): { paths: Float64Array[]; areLearnt: boolean } {
  const { pastErrors, days, quarterResiduals: residuals } = forecast;
  const areLearnt = pastErrors.length >= dependence.fewestForecasts;
  const slots = days.length * data.panel.slotsPerDay;
  const source = {
    between: areLearnt ? fitDependence(pastErrors) : assumedDependence(slots, dependence),
    withinDays: residuals.length < 2 ? undefined : fitDependence(residuals),
  };
  return {
    paths: drawPaths(
      source,
      points.map(({ period }) => period),
      { count, limits: data.limits },
    ),
    areLearnt,
  };
}
