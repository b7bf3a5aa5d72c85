/**
 * Measures changes of the champion on every day of the development spans, without bounds, and prints the table of champion-changes.md.
 * Run: node benchmarks/accuracy/champion-changes.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/champion-changes.md
 * FOLDER keeps the losses of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library and one
 * list of changes. With names of markets only these are computed, and the table is of all that FOLDER holds.
 */
import { CHAMPION, type Recipe, withRefitDays } from '@lonja/forecasting';
import { DEVELOPMENT_SPANS, dataFingerprints } from './development-markets.ts';
import { provenance } from './provenance.ts';
import {
  coverageTable,
  markdownTable,
  type MarketLosses,
  measureVariants,
  percent,
  readLosses,
  type Variant,
} from './variant-losses.ts';

/** Spain and Portugal count half, the other markets the other half. */
const IBERIAN = /^(ES|PT)/;

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the data and one for the losses of each day.');

const [stack, lear, trees] = CHAMPION.recipe.kind === 'weighted-mean' ? CHAMPION.recipe.members : [];
if (trees?.recipe.kind !== 'boosted-hours') throw new Error('The champion has no trees in its third place.');
const treeRecipe = trees.recipe;
const variants: Variant[] = [
  { name: 'nothing', recipe: CHAMPION },
  { name: 'all trees fitted once in 7 days', recipe: withRefitDays(CHAMPION, 7) },
  { name: 'the same, and trees by the level of the last year, weights 5, 1, 1, 1', recipe: changed(1, 1) },
  { name: 'the same with weights 5, 1, 2, 1', recipe: changed(2, 1) },
];

/** The champion with all trees fitted once in 7 days, and trees by the level of the last year beside those by the last weeks. */
function changed(byWeeks: number, byYear: number): Recipe {
  const members = [
    stack,
    lear,
    { weight: byWeeks, recipe: treeRecipe },
    { weight: byYear, recipe: { ...treeRecipe, levelDays: 364, spreadDays: 364 } },
  ];
  return withRefitDays({ ...CHAMPION, recipe: { kind: 'weighted-mean', name: 'champion', members } }, 7);
}

const plan = { dataFolder, folder, dayStep: 1, markets: DEVELOPMENT_SPANS };
await measureVariants(variants, plan, names);
const losses = (await readLosses(plan)).filter(({ days }) => days.length > 0);
const notRun = DEVELOPMENT_SPANS.filter(({ name }) => losses.every(({ market }) => market.name !== name));
const rows = variants.map(({ name }, v) => {
  const { mean: change, standardError } = weightedChange(losses, v);
  return [
    name,
    percent(change),
    (100 * standardError).toFixed(2),
    standardError > 0 ? (change / standardError).toFixed(1) : '',
    ...losses.map((market) => {
      const { mean: own, standardError: error } = changeIn(market, v);
      return `${percent(own)} (${(100 * error).toFixed(2)})`;
    }),
    mean(losses.flatMap(({ days }) => days.map((day) => day[v].seconds))).toFixed(2),
  ];
});
const head = [
  'changed',
  'mean %',
  'standard error',
  'in standard errors',
  ...losses.map(({ market }) => market.name),
  's a day',
];

console.log(`# Changes of the champion

Regenerate: \`node benchmarks/accuracy/champion-changes.ts ../shared/data FOLDER > benchmarks/accuracy/champion-changes.md\`.

${provenance({ recipes: { champion: CHAMPION }, data: await dataFingerprints(dataFolder, DEVELOPMENT_SPANS) })}

Change of the mean absolute error against the champion in percent, negative is better; in brackets the standard error of the daily
differences. The mean takes each day in percent of the mean error of its market, the days of Spain and Portugal counting half and those of the
other markets the other half. Every day of each span is forecast, and no test span lies in them. The seconds are processor time of one day
beside the rows before it, which share the fits that they have in common.

${markdownTable([head, ...rows])}

${coverageTable(losses)}

Not run: ${notRun.map(({ name }) => name).join(', ') || 'none'}.`);

/** Over the days of all markets, by their halves. */
function weightedChange(markets: MarketLosses[], v: number): { mean: number; standardError: number } {
  const halves = [true, false].flatMap((iberian) => {
    const changes = markets
      .filter(({ market }) => IBERIAN.test(market.name) === iberian)
      .flatMap((market) => relativeChanges(market, v));
    return changes.length === 0 ? [] : [statistics(changes)];
  });
  return {
    mean: mean(halves.map((half) => half.mean)),
    standardError: Math.hypot(...halves.map((half) => half.standardError)) / halves.length,
  };
}

function changeIn(market: MarketLosses, v: number): { mean: number; standardError: number } {
  return statistics(relativeChanges(market, v));
}

function relativeChanges({ days }: MarketLosses, v: number): number[] {
  const usual = mean(days.map(([{ loss }]) => loss));
  return days.map((day) => (day[v].loss - day[0].loss) / usual);
}

function statistics(changes: number[]): { mean: number; standardError: number } {
  const average = mean(changes);
  const variance = mean(changes.map((change) => (change - average) ** 2));
  return { mean: average, standardError: Math.sqrt(variance / changes.length) };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
