import { bias } from './bias.ts';
import { coveragePercent } from './coverage-percent.ts';
import { MAPE_SMALLEST_PRICE, mapePercent } from './mape-percent.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { meanWidth } from './mean-width.ts';
import { pinballLoss } from './pinball-loss.ts';
import { relativeMae } from './relative-mae.ts';
import { reliability, type Reliability } from './reliability.ts';
import { rootMeanSquaredError } from './root-mean-squared-error.ts';
import { winklerScore } from './winkler-score.ts';

/** An hour whose point forecast can be scored, EUR/MWh. */
export interface ScorableHour {
  value: number;
  price: number;
}

/** The same with its bounds, and with what the weekly naive said of it where that is known. */
export interface ComparableHour extends ScorableHour {
  p10: number;
  p90: number;
  naive: number | undefined;
}

/** Errors of the point forecast over a set of delivery hours. */
export interface PointScores {
  count: number;
  maeEurPerMwh: number;
  rmseEurPerMwh: number;
  /** Null when every price lies within 1 EUR/MWh of zero, where a percentage means nothing. */
  mapePercent: number | null;
  /** Hours that it is of. */
  mapeCount: number;
}

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

/** Errors of point forecasts. Throws RangeError on an empty set. */
export function pointScores(hours: readonly ScorableHour[]): PointScores {
  const forecast = columnOf(hours, (hour) => hour.value);
  const price = columnOf(hours, (hour) => hour.price);
  return {
    count: hours.length,
    maeEurPerMwh: meanAbsoluteError(forecast, price),
    rmseEurPerMwh: rootMeanSquaredError(forecast, price),
    mapePercent: mapePercent(forecast, price),
    mapeCount: price.filter((one) => Math.abs(one) >= MAPE_SMALLEST_PRICE).length,
  };
}

/** All figures of point forecasts and bounds. Throws RangeError on an empty set. */
export function forecastScores(hours: readonly ComparableHour[]): ForecastScores {
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

/** How well median and bounds fit. Throws RangeError on an empty set. */
export function calibrationScores(hours: readonly ComparableHour[]): CalibrationScores {
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

function columnsOf(hours: readonly ComparableHour[]) {
  return {
    value: columnOf(hours, (hour) => hour.value),
    p10: columnOf(hours, (hour) => hour.p10),
    p90: columnOf(hours, (hour) => hour.p90),
    price: columnOf(hours, (hour) => hour.price),
  };
}

/** One number of each hour. `Float64Array.from` takes several times as long, which pages of figures by day and hour would notice. */
function columnOf<H>(hours: readonly H[], pick: (hour: H) => number): Float64Array {
  const column = new Float64Array(hours.length);
  for (let i = 0; i < column.length; i++) column[i] = pick(hours[i]);
  return column;
}
