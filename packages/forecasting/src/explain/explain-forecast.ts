import type { FittedModel } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import type { Contributions } from './contributions.ts';
import { groupShapley } from './group-shapley.ts';

/** Days before the target day that say what is usual. */
const USUAL_DAYS = 28;

/** Days back from the target day that models read. */
const LAG_DAYS = 7;

/**
 * Splits any fitted model's forecast of row `target` by what it rests on; a `forecast` that is at hand is not made again. The baseline
 * is the mean price of each slot over the four weeks before. `price` is what the prices of the last week and the price signals since add, and each
 * input by its name what its values on the day and in the week before it add, against their usual values: the means of each slot over the four
 * weeks before. Both are Shapley values. `calendar` is the rest, what the model forecasts for a day on which prices and inputs are as usual, less the
 * baseline: weekday, season and the state of the market.
 *
 * An input that is not known for the day has no part. Rests on 2^(1 + known inputs) forecasts. Throws a RangeError where no price of
 * the four weeks is known.
 */
export function explainForecast(
  fitted: FittedModel,
  {
    panel,
    target,
    forecast = fitted.predict(panel, target).combined,
  }: { panel: Panel; target: number; forecast?: Float64Array },
): Contributions {
  const { slotsPerDay } = panel;
  const baseline = usualDay(panel.price, target, slotsPerDay);
  if (!baseline.every(Number.isFinite)) {
    throw new RangeError(`No price of the four weeks before ${panel.days[target]} is known.`);
  }
  const usualPrice = withUsualDays(panel.price, baseline, { from: target - LAG_DAYS, to: target });
  const usualInputs = panel.exogenous.map(({ name, values }) => ({
    name,
    values: withUsualDays(values, usualDay(values, target, slotsPerDay), {
      from: target - LAG_DAYS,
      to: target + 1,
    }),
  }));
  const noSignals = panel.signals?.map(({ name, values }) => ({
    name,
    values: withUsualDays(values, new Float64Array(slotsPerDay), { from: target - LAG_DAYS, to: target + 1 }),
  }));
  const known = panel.exogenous.flatMap(({ values }, i) =>
    values.subarray(target * slotsPerDay, (target + 1) * slotsPerDay).every(Number.isFinite) ? [i] : [],
  );
  const { baseline: usual, shares } = groupShapley(1 + known.length, ([hasPrice, ...hasInputs]) => {
    if (hasPrice && hasInputs.every(Boolean)) return forecast;
    const exogenous = panel.exogenous.map((column, i) => {
      const group = known.indexOf(i);
      return group < 0 || hasInputs[group] ? column : usualInputs[i];
    });
    const seen = hasPrice
      ? { ...panel, exogenous }
      : { ...panel, price: usualPrice, signals: noSignals, exogenous };
    return fitted.predict(seen, target).combined;
  });
  const groups = ['price', ...known.map((i) => panel.exogenous[i].name)];
  return {
    baseline,
    contributions: [
      { group: 'calendar', values: usual.map((price, slot) => price - baseline[slot]) },
      ...groups.map((group, i) => ({ group, values: shares[i] })),
    ],
  };
}

/**
 * For each slot the mean of the known values of the four weeks before row `target`; where a slot has none the mean of all slots that
 * have, and NaN where none has.
 */
function usualDay(values: Float64Array, target: number, slotsPerDay: number): Float64Array {
  const means = Float64Array.from({ length: slotsPerDay }, (_, slot) => {
    let sum = 0;
    let count = 0;
    for (let row = Math.max(0, target - USUAL_DAYS); row < target; row++) {
      const value = values[row * slotsPerDay + slot];
      if (!Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
    return sum / count;
  });
  const known = means.filter(Number.isFinite);
  const mean = known.reduce((sum, value) => sum + value / known.length, 0);
  return means.map((value) => (Number.isFinite(value) || known.length === 0 ? value : mean));
}

/** A copy in which the known values of rows `from` .. `to - 1` are those of the usual day. */
function withUsualDays(
  values: Float64Array,
  usual: Float64Array,
  { from, to }: { from: number; to: number },
): Float64Array {
  const copy = values.slice();
  const slots = usual.length;
  for (let i = Math.max(0, from) * slots; i < to * slots; i++) {
    if (Number.isFinite(copy[i]) && Number.isFinite(usual[i % slots])) copy[i] = usual[i % slots];
  }
  return copy;
}
