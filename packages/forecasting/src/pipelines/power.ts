import type { PowerOptions } from '../power/power-model.ts';

/** Chosen on the Spanish system in 2017, learnt from the two years before it. */
export const POWER_OPTIONS: PowerOptions = {
  windowDays: 1095,
  trees: 250,
  learningRate: 0.07,
  maxLeaves: 24,
  minLeafRows: 40,
  shrinkage: 10,
  columnShare: 0.3,
  dayChance: 0.5,
  seed: 1,
};
