import type { SpreadOptions } from '../intraday/spread-model.ts';
import { DAY_COVARIANCE } from './day-covariance.ts';
import { PROCESS_TRAINING } from './training.ts';

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
  analogues: {
    windowDays: 112,
    ageScaleDays: 90,
    slotScaleShare: 1 / 8,
    weights: { price: 4, dayMean: 2, change: 0.5, spreadBefore: 0.4 },
  },
  features: {
    slotWeights: [0.3, 0.07],
    dayWeight: 0.2,
    nilDaysOfSlot: 28,
    nilDays: 14,
    likeHours: { windowDays: 28, priceScale: 5, slotScale: 2, ageScaleDays: 15 },
    usual: { shapeWeight: 0.3, bendWeight: 0.15, kindWeight: 0.2 },
  },
  maxBins: 64,
  // Its window is longer than that of the spreads: the first days of these have an expectation, too.
  reference: {
    levelDays: 28,
    spreadDays: 28,
    windowDays: 812,
    training: PROCESS_TRAINING,
    covariance: DAY_COVARIANCE,
  },
};
