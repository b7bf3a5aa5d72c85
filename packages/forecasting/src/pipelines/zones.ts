import type { ZoneRecipe } from '../zones/zone-recipe.ts';
import { LIMITS } from './forecast.ts';

/** Of the spread between two zones. */
export const ZONE_RECIPE: ZoneRecipe = {
  kind: 'zone-spread',
  windowDays: 730,
  minHistoryDays: 28,
  leastSpread: 0.005,
  features: { memoriesDays: [3, 14, 60], reachQuarters: 4 },
  chance: {
    trees: 60,
    learningRate: 0.08,
    maxLeaves: 8,
    minLeafRows: 60,
    shrinkage: 20,
    columnShare: 0.3,
    maxBins: 64,
    seeds: [1],
    dayChance: 0.6,
    halfLifeDays: 180,
    quarterChance: 0.25,
    usualShare: 0.1,
    usualHalfLifeDays: 120,
    priorDays: 10,
    priorSplits: 0.05,
  },
  size: {
    halfLifeDays: 10,
    hourScale: 5,
    priceScale: 20,
    earlierScale: 15,
    leastSize: 0.01,
    priorMean: 8,
    priorSplits: 0.05,
  },
  earlier: { carriedShare: 1, rateShare: 0.8, priorDays: 0.2, priorSplits: 0.16 },
  sumLevels: 12,
  limits: LIMITS,
  ranks: { besideWeight: 0.001, dayWeight: 0.000_001 },
};
