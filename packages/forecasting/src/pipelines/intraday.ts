import type { SpreadOptions } from '../intraday/spread-model.ts';
import { DAY_COVARIANCE } from './day-covariance.ts';

/** Of the spread to the auction before. */
export const SPREAD_OPTIONS: SpreadOptions = {
  windowDays: 730,
  minHistoryDays: 28,
  trees: 200,
  learningRate: 0.05,
  maxLeaves: 12,
  minLeafRows: 50,
  shrinkage: 20,
  columnShare: 0.3,
  dayChance: 0.6,
  drawnDays: 240,
  drawsSlots: true,
  halfLifeDays: 730,
  shortHalfLifeDays: 90,
  seeds: [1, 2],
  directionSeeds: [3],
  direction: { treeShare: 0.7, leastLead: -0.05, fullLead: 0.25 },
  analogueShare: 0.1,
  maxBins: 64,
  // Its window is longer than that of the spreads: the first days of these have an expectation, too.
  reference: { levelDays: 28, spreadDays: 28, windowDays: 812, covariance: DAY_COVARIANCE },
};
