import type { ClearedLimits } from '../issue/cleared-limits.ts';

/** All that shapes the forecast of a zone's spread to its reference zone, as plain data. */
export interface ZoneRecipe {
  kind: 'zone-spread';
  /** Most days before the first forecast day that a fit learns from. */
  windowDays: number;
  /** Fewest of them with known spreads. */
  minHistoryDays: number;
  /** A spread of this size or more is a split, EUR/MWh. */
  leastSpread: number;
  features: ZoneFeatureOptions;
  chance: ZoneChanceOptions;
  size: ZoneSizeOptions;
  earlier: ZoneEarlierOptions;
  /** Of the distribution of a sum the levels that each of its parts is read at. */
  sumLevels: number;
  /** How the zone's prices are held near what has cleared in it. */
  limits: ClearedLimits;
  ranks: ZoneRankOptions;
}

/** What of past splits the chances are learnt from. */
export interface ZoneFeatureOptions {
  /** Days after which a past split counts half in the shares of splits until then, one for each share. */
  memoriesDays: number[];
  /** Quarters to either side whose spreads are averaged with that of a quarter. */
  reachQuarters: number;
}

/** How the spreads of past days are put in order where those of an hour are equal, as most are: weights beside the hour's own of 1. */
export interface ZoneRankOptions {
  /** Of the hours before and after. */
  besideWeight: number;
  /** Of the mean of the day. */
  dayWeight: number;
}

/** How the chances of a split are learnt: boosted trees for either direction, and what was usual at the time of day. */
export interface ZoneChanceOptions {
  trees: number;
  learningRate: number;
  maxLeaves: number;
  minLeafRows: number;
  shrinkage: number;
  columnShare: number;
  maxBins: number;
  seeds: number[];
  /** Chance of a period of the newest day to be seen by a tree, and the days after which it halves. */
  dayChance: number;
  halfLifeDays: number;
  /** What of this chance a quarter hour has, of which a day has four times as many. */
  quarterChance: number;
  /** Share of the usual chance; the trees have the rest. */
  usualShare: number;
  /** Days after which a past day counts half in what is usual. */
  usualHalfLifeDays: number;
  /** Days without a split that it is thought to have seen, and splits in either direction, so that no chance is 0. */
  priorDays: number;
  priorSplits: number;
}

/** How the sizes of splits are learnt: those of past splits, weighted by likeness. */
export interface ZoneSizeOptions {
  halfLifeDays: number;
  /** Distances at which a past split counts 1/e: hours of the day, expected price and spread of the auction before in EUR/MWh. */
  hourScale: number;
  priceScale: number;
  earlierScale: number;
  /** No size is smaller, EUR/MWh: prices have cents. */
  leastSize: number;
  /** Where no past split is known, sizes are exponential with this mean, EUR/MWh; it counts as so many splits elsewhere. */
  priorMean: number;
  priorSplits: number;
}

/** What the known spread of the auction before for the same period counts. Nothing for the first auction of a day. */
export interface ZoneEarlierOptions {
  /** Share of it that a split is thought to begin from: the sizes of past splits are taken as changes from that share of theirs. */
  carriedShare: number;
  /** Where the zones split in it, share of the rate at which that direction came again; what was learnt of all periods has the rest. */
  rateShare: number;
  /** Days after such splits that the rate is thought to have seen, and how many of them split again. */
  priorDays: number;
  priorSplits: number;
}
