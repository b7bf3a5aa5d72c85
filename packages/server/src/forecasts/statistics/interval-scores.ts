import { pinballLoss, relativeMae } from '@lonja/forecasting';
import {
  bias,
  coveragePercent,
  meanWidth,
  reliability,
  type Reliability,
  winklerScore,
} from '@lonja/forecasting/metrics';
import type { PointScores } from '../accuracy/point-scores.ts';
import { columnOf, pointScores } from '../accuracy/point-scores.ts';
import type { ComparedHour } from './list-compared-hours.ts';

/** All figures of a set of hours. Losses and widths are EUR/MWh. */
export interface ForecastScores extends PointScores {
  /** Against the weekly naive on the hours where it is known; null where there is none, or where the naive alone is exact. */
  relativeMae: number | null;
  /** Mean of forecast minus price. */
  biasEurPerMwh: number;
  pinballEurPerMwh: { p10: number; p50: number; p90: number };
  /** Share of prices within p10 .. p90, percent; 80 is right. */
  coveragePercent: number;
  meanWidthEurPerMwh: number;
}

/** How well the quantiles fit. */
export interface CalibrationScores extends Reliability {
  count: number;
  coveragePercent: number;
  meanWidthEurPerMwh: number;
  winklerEurPerMwh: number;
}

const [LOWER, MEDIAN, UPPER] = [0.1, 0.5, 0.9];

export function forecastScores(hours: readonly ComparedHour[]): ForecastScores {
  const { value, p10, p90, price } = columnsOf(hours);
  const compared = hours.filter((hour) => hour.naive !== undefined);
  const naive = columnsOf(compared);
  return {
    ...pointScores(hours),
    relativeMae:
      compared.length === 0
        ? null
        : relativeMae(
            naive.value,
            columnOf(compared, (hour) => hour.naive ?? Number.NaN),
            naive.price,
          ),
    biasEurPerMwh: bias(value, price),
    pinballEurPerMwh: {
      p10: pinballLoss(p10, price, LOWER),
      p50: pinballLoss(value, price, MEDIAN),
      p90: pinballLoss(p90, price, UPPER),
    },
    coveragePercent: coveragePercent(p10, p90, price),
    meanWidthEurPerMwh: meanWidth(p10, p90),
  };
}

export function calibrationScores(hours: readonly ComparedHour[]): CalibrationScores {
  const { value, p10, p90, price } = columnsOf(hours);
  const quantiles = [
    { level: LOWER, values: p10 },
    { level: MEDIAN, values: value },
    { level: UPPER, values: p90 },
  ];
  return {
    count: hours.length,
    ...reliability(quantiles, price),
    coveragePercent: coveragePercent(p10, p90, price),
    meanWidthEurPerMwh: meanWidth(p10, p90),
    winklerEurPerMwh: winklerScore(p10, p90, price, UPPER - LOWER),
  };
}

function columnsOf(hours: readonly ComparedHour[]) {
  return {
    value: columnOf(hours, (hour) => hour.value),
    p10: columnOf(hours, (hour) => hour.p10),
    p90: columnOf(hours, (hour) => hour.p90),
    price: columnOf(hours, (hour) => hour.price),
  };
}
