import { attributeBoostedTrees } from '../learners/boosting/predict-boosted-trees.ts';
import type { Contributions } from '../explain/contributions.ts';
import type { Panel } from '../data/panel.ts';
import { type BoostedHoursFit, targetFeatures } from './boosted-hours.ts';
import { type LinearDays, standardiseDay } from '../learners/ridge.ts';

/**
 * Splits the forecast of row `target` by groups of inputs, in the unit of the price: baseline + contributions = forecast.
 * A split of a tree counts for the group of its feature (see `attributeBoostedTrees`). What the linear forecast adds is
 * shared by the groups in proportion to the sizes of their parts in it.
 * The baseline is what the model forecasts before it has seen any feature: level + spread x mean of the trees.
 */
export function attributeBoostedHours(fitted: BoostedHoursFit, panel: Panel, target: number): Contributions {
  const { day, features, linear } = targetFeatures(fitted, panel, target);
  const { level, spread } = day.scale;
  const slots = fitted.slotsPerDay;
  const baseline = new Float64Array(slots);
  const totals = new Map(
    groupsOf([...linear.groups, ...features.map(({ group }) => group)]).map((group) => [
      group,
      new Float64Array(slots),
    ]),
  );
  const row = new Float64Array(features.length);
  for (let slot = 0; slot < slots; slot++) {
    features.forEach(({ profile }, j) => (row[j] = profile[slot]));
    const attributed = attributeBoostedTrees(fitted.trees, row);
    baseline[slot] = level + spread * attributed.baseline;
    const add = (group: string, value: number): void => {
      const values = totals.get(group);
      if (values !== undefined) values[slot] += spread * value;
    };
    let shared = 0;
    features.forEach(({ group }, j) => {
      if (group === 'linear') shared += attributed.contributions[j];
      else add(group, attributed.contributions[j]);
    });
    for (const { group, share } of linearShares(fitted.linear, linear, slot)) add(group, share * shared);
  }
  return { baseline, contributions: [...totals].map(([group, values]) => ({ group, values })) };
}

function groupsOf(names: string[]): string[] {
  return [...new Set(names)].filter((name) => name !== 'linear');
}

/** Shares of the groups in the linear forecast of a slot, by the sizes of their parts; they add up to 1. */
function linearShares(
  fitted: LinearDays,
  day: { values: Float64Array; groups: string[] },
  slot: number,
): { group: string; share: number }[] {
  const parts = new Map<string, number>();
  standardiseDay(fitted, day.values).forEach((value, j) => {
    const group = day.groups[j];
    parts.set(group, (parts.get(group) ?? 0) + fitted.coefficients[slot][j] * value);
  });
  const sizes = [...parts].map(([group, part]) => ({ group, size: Math.abs(part) }));
  const whole = sizes.reduce((sum, { size }) => sum + size, 0);
  return sizes.map(({ group, size }) => ({ group, share: whole > 0 ? size / whole : 1 / sizes.length }));
}
