import { featureGroups } from '../network/day-features.ts';
import { groupShapley } from '../network/group-shapley.ts';
import type { Panel } from '../series/panel.ts';
import { type NetworkFit, networkForecast, networkInputs } from './network.ts';

export interface NetworkContributions {
  /** For each slot the forecast with every feature at its mean over the training days. */
  baseline: Float64Array;
  /** What each group (`price`, `calendar` or an input by name) adds to each slot. */
  contributions: { group: string; values: Float64Array }[];
}

/**
 * Splits the forecast of row `target` by groups of inputs, in the unit of the price: baseline + contributions = forecast. The
 * contributions are Shapley values of the groups, where an absent group's features stand at their means.
 */
export function attributeNetwork(fitted: NetworkFit, panel: Panel, target: number): NetworkContributions {
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
