import { BOUND_LEVELS } from '../distribution/quantile-levels.ts';
import { type PartialPit, applyPit, fitPartialPit, invertPit } from '../target/partial-pit.ts';
import type { BoundsRecipe } from './bounds-recipe.ts';
import { conformalOffsets } from './conformal-offsets.ts';
import { coverageFactors } from './coverage-correction.ts';
import { knownErrorDays } from './error-history.ts';
import { expectedErrors } from './expected-error.ts';
import {
  type DayOfForecasts,
  type ForecastHistory,
  type ForecastRows,
  joinRows,
} from './forecast-history.ts';
import { meanOfKnown } from './moving-averages.ts';
import { orderQuantiles } from './order-quantiles.ts';
import { priceLevels } from './price-level.ts';
import { conformalMember, type MemberInput, regressionMember } from './quantile-members.ts';

export interface QuantileOptions {
  /** How they are made, such as `DAY_AHEAD.bounds`. */
  bounds: BoundsRecipe;
  /** Lowest and highest price that the market allows; bounds are clipped to them. */
  limits?: { lowest: number; highest: number } | undefined;
}

const [LOWEST_INNER, HIGHEST_INNER] = BOUND_LEVELS;

/**
 * Quantiles of a day's prices, one array of `slotsPerDay` for each level, from the past of its point forecasts. The mean of
 * two members (conformal prediction and quantile regression, both on errors in units of the error to be expected) is moved away
 * from the forecast or towards it by how the quantiles issued before were missed. Errors are measured under a share of a `PartialPit`,
 * because near its floor a price can hardly fall but may jump. None leaves what the history has seen by more than a multiple
 * (`reach`), so that a slot in which no forecast ever erred has no width. Levels never cross; those below 0.5
 * never lie above the forecast and those above it never below, provided that the forecast lies within the limits.
 *
 * About half a year of days is wanted, and two weeks more for its moving averages; a year is better, and a few days are enough for conformal prediction.
 * Days at the end without prices are taken for those that are not known yet when the day is forecast, and the past is read with the same delay.
 *
 * Which methods were compared, on which days, is in docs/experiments/intervals.md.
 *
 * Throws RangeError for levels outside (0, 1), shapes that differ, a forecast that is not finite, and no known error.
 * O(days x slots) up to logarithms. Source of the average: Lipiecki, Uniejewski, Weron (2024), Energy Economics 139:107934.
 */
export function forecastQuantiles(
  history: ForecastHistory,
  today: DayOfForecasts,
  levels: readonly number[],
  { bounds: recipe, limits }: QuantileOptions,
): Float64Array[] {
  if (!levels.every((level) => level > 0 && level < 1)) {
    throw new RangeError(`Quantile levels lie in (0, 1); got ${levels.join(', ')}.`);
  }
  if (history.issued !== undefined && history.issued.length !== levels.length) {
    throw new RangeError(
      `${history.issued.length} issued bounds are not one for each of ${levels.length} levels.`,
    );
  }
  const pit = fitPartialPit(history.actual, recipe.pitShare);
  const bounds =
    pit === undefined
      ? boundsAround(recipe, { history, today, levels })
      : boundsUnderPit(recipe, pit, { history, today, levels });
  const ordered = orderQuantiles(
    today.combined,
    withinReach(bounds, recipe, { history, today, levels }),
    levels,
  );
  if (limits === undefined) return ordered;
  return ordered.map((ofLevel) =>
    ofLevel.map((price) => Math.min(limits.highest, Math.max(limits.lowest, price))),
  );
}

interface WantedQuantiles {
  history: ForecastHistory;
  today: DayOfForecasts;
  levels: readonly number[];
}

function boundsUnderPit(
  recipe: BoundsRecipe,
  pit: PartialPit,
  { history, today, levels }: WantedQuantiles,
): Float64Array[] {
  const to = (price: number): number => applyPit(pit, price);
  const onScale = {
    slotsPerDay: history.slotsPerDay,
    actual: history.actual.map(to),
    combined: history.combined.map(to),
    experts: history.experts.map((expert) => expert.map(to)),
    issued: history.issued?.map((bounds) => bounds.map(to)),
  };
  const day = { combined: today.combined.map(to), experts: today.experts.map((expert) => expert.map(to)) };
  return boundsAround(recipe, { history: onScale, today: day, levels }).map((bounds) =>
    bounds.map((value) => invertPit(pit, value)),
  );
}

function boundsAround(recipe: BoundsRecipe, { history, today, levels }: WantedQuantiles): Float64Array[] {
  const offsets = quantileOffsets(recipe, joinRows(history, today), levels);
  const issued = history.issued ?? [];
  issued.forEach((bounds, k) => {
    const factors = coverageFactors(history, bounds, levels[k], recipe.coverage);
    offsets[k] = offsets[k].map((offset, slot) => offset * factors[slot]);
  });
  return offsets.map((ofLevel) => ofLevel.map((offset, slot) => today.combined[slot] + offset));
}

/** Quantiles that do not leave what the history has seen by more than a multiple; a history of few days has not seen enough. */
function withinReach(
  bounds: Float64Array[],
  { fewestDays, reach }: BoundsRecipe,
  { history, today, levels }: WantedQuantiles,
): Float64Array[] {
  const { slotsPerDay, actual, combined } = history;
  const { combined: forecast } = today;
  const errors = actual.map((price, i) => price - combined[i]);
  if (knownErrorDays({ slotsPerDay, errors }) < fewestDays) return bounds;
  const [lowest, highest] = rangeOf(actual);
  const furthest = Array.from({ length: slotsPerDay }, (_, slot) => {
    const known = errors.filter((error, i) => i % slotsPerDay === slot && !Number.isNaN(error)).map(Math.abs);
    return known.length < fewestDays
      ? Infinity
      : reach.errors * known.reduce((most, size) => Math.max(most, size), 0);
  });
  return bounds.map((ofLevel, k) => {
    const isInner = levels[k] >= LOWEST_INNER && levels[k] <= HIGHEST_INNER;
    const beyond = (isInner ? reach.innerRanges : reach.outerRanges) * (highest - lowest);
    return ofLevel.map((price, slot) => {
      const least = Math.max(lowest - beyond, forecast[slot] - furthest[slot]);
      const most = Math.min(highest + beyond, forecast[slot] + furthest[slot]);
      return Math.min(most, Math.max(least, price));
    });
  });
}

/** The least and the largest value that is known. */
function rangeOf(values: Float64Array): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function quantileOffsets(
  recipe: BoundsRecipe,
  rows: ForecastRows,
  levels: readonly number[],
): Float64Array[] {
  const { slotsPerDay, errors, days } = rows;
  const past = { slotsPerDay, errors: errors.slice(0, days * slotsPerDay) };
  const fallback = () => conformalOffsets(past, levels, recipe.scale);
  if (knownErrorDays(past) < recipe.fewestDays) return fallback();
  const learned = errors.subarray(recipe.warmUpDays * slotsPerDay);
  if (!learned.some((error) => Math.abs(error) > 0)) return fallback();
  const input = memberInput(recipe, rows);
  const members = [
    conformalMember(input, levels, recipe.conformalHours),
    regressionMember(input, levels, recipe.regression),
  ];
  return levels.map((_, k) => {
    const mean = new Float64Array(slotsPerDay);
    for (const member of members)
      member[k].forEach((offset, slot) => (mean[slot] += offset / members.length));
    return mean;
  });
}

function memberInput(recipe: BoundsRecipe, rows: ForecastRows): MemberInput {
  const { slotsPerDay, errors, days, combined } = rows;
  const { level, deviation } = priceLevels(rows, meanOfKnown(errors.map(Math.abs)), recipe.level);
  const positions = combined.map((value, i) => {
    const row = Math.floor(i / slotsPerDay);
    return (value - level[row]) / deviation[row];
  });
  const scales = expectedErrors(rows, positions, recipe);
  const ratios = errors.map((error, i) => error / scales[i]);
  return { slotsPerDay, days, warmUpDays: recipe.warmUpDays, scales, positions, ratios };
}
