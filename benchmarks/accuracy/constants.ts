/**
 * Lists every constant of the champion's recipe and of the code that it runs, and measures what the doubling of each does, on the
 * development markets, on one day in sixty-two, without bounds.
 * Run: node benchmarks/accuracy/constants.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/constants.md
 * FOLDER keeps the losses of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library. With
 * names of markets only these are computed, and the table is of all that FOLDER holds.
 */
import { CHAMPION } from '@lonja/forecasting';
import { dataFingerprints } from './development-markets.ts';
import { provenance } from './provenance.ts';
import { CODE_CONSTANTS, definitionOf, libraryWithDoubled } from './code-constants.ts';
import { CHOSEN_ON, constantsOf, doublings, twice } from './recipe-constants.ts';
import {
  type Variant,
  changesOf,
  coverageTable,
  markdownTable,
  measureVariants,
  percent,
  readLosses,
} from './variant-losses.ts';

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the data and one for the losses of each day.');
const plan = { dataFolder, folder, dayStep: 62 };
const constants = constantsOf(CHAMPION);
const variants: Variant[] = [
  ...doublings(CHAMPION, constants),
  ...(await Promise.all(
    CODE_CONSTANTS.map(async (constant) => ({
      name: `${constant.file} ${constant.name}`,
      recipe: CHAMPION,
      library: await libraryWithDoubled(constant),
    })),
  )),
];
await measureVariants(variants, plan, names);
const losses = await readLosses(plan);
/** Empty cells until a day is measured. */
const changes = losses.some(({ days }) => days.length > 0)
  ? changesOf(losses, variants.length).map(({ mean, standardError }) => [
      percent(mean),
      (100 * standardError).toFixed(2),
    ])
  : variants.map(() => ['', '']);
const recipeRows = constants.map(({ at, value, meaning, unit, chosenOn }, i) => [
  at,
  String(value),
  unit,
  meaning,
  chosenOn,
  String(twice(value, unit)),
  ...changes[i + 1],
]);
const codeRows = await Promise.all(
  CODE_CONSTANTS.map(async (constant, i) => [
    `${constant.name} (${constant.file})`,
    await definitionOf(constant),
    constant.unit,
    constant.meaning,
    CHOSEN_ON[constant.chosenOn],
    ...changes[1 + constants.length + i],
  ]),
);

console.log(`# The constants of the champion

Regenerate: \`node benchmarks/accuracy/constants.ts ../shared/data FOLDER > benchmarks/accuracy/constants.md\`.

${provenance({ recipes: { champion: CHAMPION }, data: await dataFingerprints(dataFolder) })}

A constant is named by the end of its path in the recipe. It is doubled wherever it stands, a share to 1 at most, the rest of the recipe
unchanged. The change is that of the daily mean absolute error over all days together, in percent of the champion's mean in each market;
positive is worse. The development markets have no price signals, so that the weights of these change nothing here. A seed's row shows
what chance alone does.

${markdownTable([['constant', 'value', 'unit', 'meaning', 'chosen on', 'doubled', 'change %', 'standard error'], ...recipeRows])}

Numbers of the code beside the recipe. Each is doubled in a copy of the library.

${markdownTable([['constant', 'value', 'unit', 'meaning', 'chosen on', 'change %', 'standard error'], ...codeRows])}

${coverageTable(losses)}`);
