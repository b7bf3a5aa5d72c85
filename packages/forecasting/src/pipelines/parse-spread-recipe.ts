import type { AnalogueOptions, AnalogueWeights } from '../intraday/analogues.ts';
import type { UsualShapeOptions } from '../intraday/reference-features.ts';
import type { SpreadFeatureOptions } from '../intraday/spread-features.ts';
import type { LikeHoursOptions } from '../intraday/spread-history.ts';
import type { DirectionOptions, SpreadOptions, SpreadRecipe } from '../intraday/spread-model.ts';
import { days, notNegative, part, positive, process, seed, share } from '../models/parse-recipe.ts';
import {
  type Fields,
  list,
  number,
  object,
  ofKind,
  optional,
  orAsBefore,
  truth,
  whole,
} from '../models/read-plain.ts';
import { SPREAD_OPTIONS } from './intraday.ts';

const lead = number({ least: -2, most: 2 });
const direction = object<DirectionOptions>({ treeShare: share, leastLead: lead, fullLead: lead });

const analogues = object<AnalogueOptions>({
  windowDays: days,
  ageScaleDays: positive,
  slotScaleShare: positive,
  weights: object<AnalogueWeights>({
    price: notNegative,
    dayMean: notNegative,
    change: notNegative,
    spreadBefore: notNegative,
  }),
});
const features = object<SpreadFeatureOptions>({
  slotWeights: list(part),
  dayWeight: part,
  nilDaysOfSlot: days,
  nilDays: days,
  likeHours: object<LikeHoursOptions>({
    windowDays: days,
    priceScale: positive,
    slotScale: positive,
    ageScaleDays: positive,
  }),
  usual: object<UsualShapeOptions>({ shapeWeight: part, bendWeight: part, kindWeight: part }),
});

/** The settings of a model of the spread. */
export const spread: Fields<SpreadOptions> = {
  windowDays: days,
  minHistoryDays: days,
  trees: whole(1),
  learningRate: part,
  maxLeaves: whole(2),
  minLeafRows: whole(1),
  shrinkage: notNegative,
  columnShare: part,
  dayChance: part,
  drawnDays: (value, path) => (value === Infinity ? value : (optional(positive)(value, path) ?? Infinity)),
  drawsSlots: truth,
  halfLifeDays: positive,
  shortHalfLifeDays: positive,
  seeds: list(seed, 1),
  directionSeeds: list(seed),
  direction: orAsBefore(direction, SPREAD_OPTIONS.direction),
  analogueShare: share,
  analogues: orAsBefore(analogues, SPREAD_OPTIONS.analogues),
  features: orAsBefore(features, SPREAD_OPTIONS.features),
  maxBins: orAsBefore(whole(2, 255), SPREAD_OPTIONS.maxBins),
  reference: orAsBefore(object(process), SPREAD_OPTIONS.reference),
};
const spreadRecipe = ofKind<SpreadRecipe>({ 'intraday-spread': spread });

/** The recipe of an intraday auction that plain data hold. Throws a RecipeError that names the place of the first fault. */
export function parseSpreadRecipe(value: unknown): SpreadRecipe {
  return spreadRecipe(value, '');
}
