import type { ZoneRecipe } from '../zones/zone-recipe.ts';
import { limitsNode } from './issue-tree.ts';
import { count, percent, type TreeNode } from './recipe-tree.ts';

/** The spread of a zone to its reference zone: how its chances and its sizes are learnt. */
export function zoneNode({
  features,
  chance,
  size,
  earlier,
  limits,
  ranks,
  ...recipe
}: ZoneRecipe): TreeNode {
  return {
    title: 'Spread of a zone to its reference zone, which is added to the forecast of that zone',
    settings: [
      `training window ${count(recipe.windowDays, 'day')}, ${recipe.minHistoryDays} at least`,
      `a split from ${recipe.leastSpread} EUR/MWh on`,
      `sums of distributions from ${count(recipe.sumLevels, 'level')} on either side`,
    ],
    parts: [
      {
        title: 'Chance of a split to either side: boosted trees and the usual chance at the time of day',
        settings: [
          `${percent(1 - chance.usualShare)} trees, ${percent(chance.usualShare)} usual chance`,
          `${count(chance.trees, 'tree')} for each seed, at most ${count(chance.maxLeaves, 'leaf', 'leaves')}`,
          `seeds ${chance.seeds.join(', ')}`,
          `learning rate ${chance.learningRate}`,
          `leaves of at least ${count(chance.minLeafRows, 'period')}`,
          `shrinkage ${count(chance.shrinkage, 'period')} of value 0`,
          `${percent(chance.columnShare)} of the features for each tree, in ${chance.maxBins} bins`,
          `chance of a period of the newest day ${percent(chance.dayChance)}, of a quarter hour ${percent(chance.quarterChance)} of that`,
          `half-life ${count(chance.halfLifeDays, 'day')}, of the usual chance ${count(chance.usualHalfLifeDays, 'day')}`,
          `shares of splits with half-lives of ${features.memoriesDays.join(', ')} days`,
          `spreads around: ${count(features.reachQuarters, 'quarter')} to either side`,
          `usual chance drawn to ${chance.priorSplits} splits in ${count(chance.priorDays, 'day')}`,
        ],
      },
      {
        title: 'Size of a split: past splits weighted by likeness',
        settings: [
          `half-life ${count(size.halfLifeDays, 'day')}`,
          `scales ${count(size.hourScale, 'hour')}, ${size.priceScale} EUR/MWh of price, ${size.earlierScale} of the auction before`,
          `at least ${size.leastSize} EUR/MWh`,
          `exponential of mean ${size.priorMean} EUR/MWh as ${size.priorSplits} splits`,
        ],
      },
      {
        title: 'Known spread of the auction before for the same period',
        settings: [
          `sizes as changes from ${percent(earlier.carriedShare)} of it`,
          `after a split ${percent(earlier.rateShare)} of the rate of such splits, drawn to ${earlier.priorSplits} in ${count(earlier.priorDays, 'day')}`,
        ],
      },
      limitsNode(limits),
      {
        title: 'Paths: equal spreads of an hour in the order of those around it',
        settings: [`weights ${ranks.besideWeight} of the hours beside, ${ranks.dayWeight} of the day`],
      },
    ],
  };
}
