import { days, notNegative, part, positive, seed, share } from '../models/parse-recipe.ts';
import { list, object, ofKind, whole } from '../models/read-plain.ts';
import type {
  ZoneChanceOptions,
  ZoneEarlierOptions,
  ZoneFeatureOptions,
  ZoneRankOptions,
  ZoneRecipe,
  ZoneSizeOptions,
} from '../zones/zone-recipe.ts';
import { limits } from './parse-issue-recipe.ts';

const features = object<ZoneFeatureOptions>({
  memoriesDays: list(positive),
  reachQuarters: whole(0),
});

const chance = object<ZoneChanceOptions>({
  trees: whole(1),
  learningRate: part,
  maxLeaves: whole(2),
  minLeafRows: whole(1),
  shrinkage: notNegative,
  columnShare: part,
  maxBins: whole(2, 255),
  seeds: list(seed, 1),
  dayChance: part,
  halfLifeDays: positive,
  quarterChance: part,
  usualShare: share,
  usualHalfLifeDays: positive,
  priorDays: positive,
  priorSplits: positive,
});

const size = object<ZoneSizeOptions>({
  halfLifeDays: positive,
  hourScale: positive,
  priceScale: positive,
  earlierScale: positive,
  leastSize: positive,
  priorMean: positive,
  priorSplits: positive,
});

const earlier = object<ZoneEarlierOptions>({
  carriedShare: share,
  rateShare: share,
  priorDays: positive,
  priorSplits: positive,
});

const ranks = object<ZoneRankOptions>({ besideWeight: notNegative, dayWeight: notNegative });

const zoneRecipe = ofKind<ZoneRecipe>({
  'zone-spread': {
    windowDays: days,
    minHistoryDays: days,
    leastSpread: positive,
    features,
    chance,
    size,
    earlier,
    sumLevels: whole(1),
    limits,
    ranks,
  },
});

/** The recipe of the spread between two zones that plain data hold. Throws a RecipeError that names the place of the first fault. */
export function parseZoneRecipe(value: unknown): ZoneRecipe {
  return zoneRecipe(value, '');
}
