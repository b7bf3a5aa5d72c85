import { featureGroups } from '../network/day-features.ts';
import type { Contributions } from '../explain/contributions.ts';
import { groupShapley } from '../explain/group-shapley.ts';
import type { Panel } from '../series/panel.ts';
import { type NetworkFit, networkForecast, networkInputs } from './network.ts';

/**
 * Splits the forecast of row `target` by groups of inputs, in the unit of the price: baseline + contributions = forecast. The
 * contributions are Shapley values of the groups, where an absent group's features stand at their means
 * over the training days, and so do all of the baseline's.
 */
export function attributeNetwork(fitted: NetworkFit, panel: Panel, target: number): Contributions {
  const { features, scale } = networkInputs(fitted, panel, target);
  const groups = featureGroups(fitted.blocks, fitted.slotsPerDay);
  const { baseline, shares } = groupShapley(groups.length, (isPresent) => {
    const kept = new Float64Array(features.length);
    let at = 0;
    groups.forEach(({ width }, group) => {
      if (isPresent[group]) kept.set(features.subarray(at, at + width), at);
      at += width;
    });
    return networkForecast(fitted, kept, scale);
  });
  return { baseline, contributions: groups.map(({ input }, i) => ({ group: input, values: shares[i] })) };
}
