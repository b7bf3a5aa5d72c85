/** A zone beside a reference zone of the same auctions: the spread between their prices, the zone's forecast, and paths of both. */
export { spreadsOfDay, type ZoneDay, ZONE_INPUTS, type ZoneInput } from './zone-day.ts';
export {
  type ZoneChanceOptions,
  type ZoneEarlierOptions,
  type ZoneFeatureOptions,
  type ZoneRankOptions,
  type ZoneRecipe,
  type ZoneSizeOptions,
} from './zone-recipe.ts';
export { ZONE_RECIPE } from '../pipelines/zones.ts';
export { parseZoneRecipe } from '../pipelines/parse-zone-recipe.ts';
export { forecastZoneSpreads } from './fit-zone-spread.ts';
export { expectedSpread, spreadAt, spreadDistribution, sureSpread, type ZoneSpread } from './zone-spread.ts';
export { completeZone, type IssuedZone } from './complete-zone.ts';
export { type RankedHorizon, type ZoneRanks, zoneRanks } from './zone-ranks.ts';
export { zonePaths, type ZonePathPeriod } from './zone-paths.ts';
export { zoneContribution } from './zone-contribution.ts';
