/**
 * Takes each part out of the champion's recipe and measures what that costs, on the development markets, on every third day, without bounds.
 * Run: node benchmarks/accuracy/ablation.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/ablation.md
 * FOLDER keeps the losses of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library. With
 * names of markets only these are computed, and the table is of all that FOLDER holds.
 */
import { CHAMPION } from '@lonja/forecasting';
import { dataFingerprints } from './development-markets.ts';
import { provenance } from './provenance.ts';
import { ablations } from './recipe-ablations.ts';
import {
  changesOf,
  coverageTable,
  markdownTable,
  measureVariants,
  percent,
  readLosses,
} from './variant-losses.ts';

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the data and one for the losses of each day.');
const plan = { dataFolder, folder, dayStep: 3 };
const variants = ablations(CHAMPION);
await measureVariants(variants, plan, names);
const losses = await readLosses(plan);
const measured = losses.filter(({ days }) => days.length > 0).map(({ market }) => market.name);
const head = [
  'taken out',
  'geometric mean %',
  'mean %',
  'standard error',
  'in standard errors',
  ...measured,
  's a day',
];
const rows = changesOf(losses, variants.length).map((change, i) => [
  variants[i].name,
  percent(change.geometric),
  percent(change.mean),
  (100 * change.standardError).toFixed(2),
  change.standardError > 0 ? (change.mean / change.standardError).toFixed(1) : '',
  ...change.markets.map((share) => percent(share, 1)),
  change.seconds.toFixed(2),
]);

console.log(`# What each part of the champion is worth

Regenerate: \`node benchmarks/accuracy/ablation.ts ../shared/data FOLDER > benchmarks/accuracy/ablation.md\`.

${provenance({ recipes: { champion: CHAMPION }, data: await dataFingerprints(dataFolder) })}

Each row takes one part out of the champion's recipe and leaves the rest as it is. A positive figure says that the champion errs more
without the part. The markets are development markets, and no test span lies in them; every third day of a year is forecast. The standard
error is that of the mean over all days together, each day's loss in percent of its market's mean loss. The seconds are processor time of
one day. Variants share the fits of the parts that they have in common, so a row's seconds are those of what it computed anew.

${markdownTable([head, ...rows])}

${coverageTable(losses)}`);
