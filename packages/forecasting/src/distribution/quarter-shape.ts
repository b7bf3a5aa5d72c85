import { type DeliveryDay, deliveryPeriods } from '../market/delivery-day.ts';
import { MINUTE_MS } from '../market/madrid-time.ts';
import { groupBy } from '../data/group-by.ts';
import { appendVariable, createCholesky, solveInPlace } from '../linalg/cholesky.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_PER_HOUR = 4;
const HOURS = 24;

/** Keeps the equations solvable where prices stand still. */
const LEAST_PENALTY = 1e-6;
/** Share of past deviations that lie inside the spread, the same as between the 10th and 90th percentile. */
const SPREAD_SHARE = 0.8;

/**
 * How quarter-hourly prices lie around the mean of their hour, for each local hour and quarter (index `hour * 4 + quarter`): a quarter is
 * expected `level + before * (hour - hour before) + after * (hour after - hour)` above its hour. `spread`: distance from there within which
 * 80 % of past deviations lie.
 */
export interface QuarterShape {
  level: Float64Array;
  before: Float64Array;
  after: Float64Array;
  spread: Float64Array;
}

/** How it is learnt what to expect of quarters. */
export interface QuarterDeviationOptions {
  /** After so many days a day counts half. */
  halfLifeDays: number;
  /** The effect of a step is shrunk to none as if so many days of usual steps had shown none. */
  shrinkageDays: number;
  /** The level is shrunk to none as if so many days had shown none; undefined, as in recipes of library 0.6.0 and before: 0. */
  levelShrinkageDays?: number | undefined;
}

/** How the price steps from the hour before to an hour, and from it to the hour after; 0 where the other hour is not known. */
export interface HourSteps {
  before: number;
  after: number;
}

/** Prices of the quarters of an hour, NaN where not known, so many days before the day that is forecast. */
export interface QuarteredHour extends HourSteps {
  hour: number;
  ageDays: number;
  prices: ArrayLike<number>;
}

/**
 * Learns the shape from the quarter-hourly prices (by period start) of the given days, oldest first; hours without all four quarters are
 * left out. A quarter that was never seen has deviation and spread 0: the hour's price holds for it. Without `deviation` no quarter is
 * expected to differ from its hour, and the spread is the distance from the hour itself.
 */
export function fitQuarterShape(
  quarters: ReadonlyMap<number, number>,
  days: DeliveryDay[],
  deviation?: QuarterDeviationOptions,
): QuarterShape {
  return quarterShapeOf(quarteredHours(quarters, days).flat(), deviation);
}

/** The hours of each of the given days with their quarter-hourly prices (by period start), NaN where not known. */
export function quarteredHours(
  quarters: ReadonlyMap<number, number>,
  days: DeliveryDay[],
): QuarteredHour[][] {
  return withSteps(
    days.map((day, row) =>
      deliveryPeriods(day, 'PT1H').map(({ start, hour }) => ({
        hour,
        ageDays: days.length - row,
        prices: Array.from(
          { length: QUARTERS_PER_HOUR },
          (_, i) => quarters.get(start + i * QUARTER_MS) ?? Number.NaN,
        ),
      })),
    ),
  );
}

/** Hours of days that follow each other, with the steps between their means. */
export function withSteps(days: readonly Omit<QuarteredHour, keyof HourSteps>[][]): QuarteredHour[][] {
  const means = days.flatMap((hours) => hours.map(({ prices }) => meanOf(prices)));
  let place = -1;
  return days.map((hours) =>
    hours.map((hour) => {
      place++;
      return { ...hour, ...stepsAt(place, means[place], (other) => means[other]) };
    }),
  );
}

/**
 * How the quarters of past days lay around what a shape expects: one row for each day on which all quarters of the local hours
 * `from <= hour < to` are known, one number for each quarter. Of an hour that occurs twice the later one counts.
 */
export function quarterResiduals(
  days: readonly (readonly QuarteredHour[])[],
  shape: QuarterShape,
  { from, to } = { from: 0, to: HOURS },
): Float64Array[] {
  return days
    .map((hours) => {
      const residuals = new Float64Array((to - from) * QUARTERS_PER_HOUR).fill(Number.NaN);
      for (const { hour, prices, ...steps } of hours) {
        if (hour < from || hour >= to) continue;
        const mean = meanOf(prices);
        for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter++) {
          residuals[(hour - from) * QUARTERS_PER_HOUR + quarter] =
            prices[quarter] - mean - deviationOf(shape, { hour, quarter, steps });
        }
      }
      return residuals;
    })
    .filter((residuals) => !residuals.some(Number.isNaN));
}

/**
 * The same from hours in any order. Ridge regression of each quarter of each local hour, weighted by age. The deviations of the four quarters
 * of an hour add up to 0.
 */
export function quarterShapeOf(
  hours: Iterable<QuarteredHour>,
  deviation?: QuarterDeviationOptions,
): QuarterShape {
  const known = [...hours].filter(({ prices }) => !Number.isNaN(meanOf(prices)));
  const steps = known.flatMap(({ before, after }) => [before ** 2, after ** 2]);
  const usualSquare = steps.length === 0 ? 0 : average(steps);
  const shape = emptyShape();
  for (const [hour, rows] of groupBy(known, (row) => row.hour)) {
    const fit =
      deviation &&
      solver(rows, {
        levelPenalty: deviation.levelShrinkageDays ?? 0,
        stepPenalty: deviation.shrinkageDays * usualSquare + LEAST_PENALTY,
        halfLifeDays: deviation.halfLifeDays,
      });
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter++) {
      const index = hour * QUARTERS_PER_HOUR + quarter;
      const deviations = rows.map(({ prices }) => prices[quarter] - meanOf(prices));
      const { coefficients, distances } = fit?.(deviations) ?? {
        coefficients: [0, 0, 0],
        distances: deviations.map(Math.abs),
      };
      [shape.level[index], shape.before[index], shape.after[index]] = coefficients;
      shape.spread[index] =
        distances.sort((a, b) => a - b)[Math.ceil(SPREAD_SHARE * distances.length) - 1] ?? 0;
    }
  }
  return shape;
}

/** One of the four quarters of a local hour, and the steps of the hourly forecast around it. */
export interface QuarterOfHour {
  hour: number;
  quarter: number;
  steps: HourSteps;
}

/** How far a quarter is expected above the mean of its hour. */
export function deviationOf(shape: QuarterShape, { hour, quarter, steps }: QuarterOfHour): number {
  const index = hour * QUARTERS_PER_HOUR + quarter;
  return shape.level[index] + shape.before[index] * steps.before + shape.after[index] * steps.after;
}

/** The distance from there within which 80 % of past deviations lie. */
export function spreadOf(shape: QuarterShape, { hour, quarter }: QuarterOfHour): number {
  return shape.spread[hour * QUARTERS_PER_HOUR + quarter];
}

/** The steps at a place among the prices of hours that follow each other. */
export function stepsAt(
  place: number,
  price: number,
  priceAt: (place: number) => number | undefined,
): HourSteps {
  const stepTo = (other: number | undefined) =>
    other === undefined || Number.isNaN(other - price) ? 0 : other - price;
  return { before: -stepTo(priceAt(place - 1)) || 0, after: stepTo(priceAt(place + 1)) };
}

interface QuarterFit {
  coefficients: [number, number, number];
  /** How far each row lies from what the others say of it. */
  distances: number[];
}

/** Weighted ridge regression of rows on level and steps, for any right side. */
function solver(
  rows: QuarteredHour[],
  penalties: { levelPenalty: number; stepPenalty: number; halfLifeDays: number },
): (deviations: number[]) => QuarterFit {
  const columns = [rows.map(() => 1), rows.map(({ before }) => before), rows.map(({ after }) => after)];
  const { levelPenalty, stepPenalty, halfLifeDays } = penalties;
  const weights = rows.map(({ ageDays }) => 0.5 ** (ageDays / halfLifeDays));
  const factor = createCholesky(columns.length);
  columns.forEach((column, j) => {
    const products = Float64Array.from({ length: j }, (_, k) => weighted(weights, columns[k], column));
    appendVariable(
      factor,
      products,
      weighted(weights, column, column) + (j === 0 ? levelPenalty : stepPenalty),
      0,
    );
  });
  const leverages = rows.map((_, i) => {
    const row = columns.map((column) => column[i]);
    const solved = Float64Array.from(row);
    solveInPlace(factor, solved);
    return weights[i] * row.reduce((sum, x, j) => sum + x * solved[j], 0);
  });
  return (deviations) => {
    const solution = Float64Array.from(columns, (column) => weighted(weights, column, deviations));
    solveInPlace(factor, solution);
    const [level, before, after] = solution;
    const distances = deviations.map((deviation, i) => {
      const fitted = level + before * rows[i].before + after * rows[i].after;
      // A row that alone decides its fit says nothing of the spread.
      return leverages[i] > 1 - 1e-9 ? 0 : Math.abs(deviation - fitted) / (1 - leverages[i]);
    });
    return { coefficients: [level, before, after], distances };
  };
}

function weighted(weights: number[], a: ArrayLike<number>, b: ArrayLike<number>): number {
  return weights.reduce((sum, weight, i) => sum + weight * a[i] * b[i], 0);
}

function emptyShape(): QuarterShape {
  const zeros = () => new Float64Array(HOURS * QUARTERS_PER_HOUR);
  return { level: zeros(), before: zeros(), after: zeros(), spread: zeros() };
}

function meanOf(prices: ArrayLike<number>): number {
  return average(Array.from(prices).slice(0, QUARTERS_PER_HOUR));
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
