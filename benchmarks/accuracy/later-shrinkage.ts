/**
 * Measures how forecasts of the second to seventh day are mixed with a mean of the last weeks, on the development spans, and prints the table of
 * later-shrinkage.md.
 * Run: node benchmarks/accuracy/later-shrinkage.ts ../shared/data FOLDER [MARKET ...] > benchmarks/accuracy/later-shrinkage.md
 * FOLDER keeps the forecasts, so that an interrupted run goes on where it stopped; it belongs to one version of the library. With names of
 * markets the table is of these alone.
 */
import path from 'node:path';
import { CHAMPION, type Panel } from '@lonja/forecasting';
import { type PastRun, type ShrinkageOptions, shrinkToBaseline } from '@lonja/forecasting/horizon';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { dayRange } from '@lonja/forecasting/market';
import {
  DEVELOPMENT_SPANS,
  type DevelopmentMarket,
  dataFingerprints,
  readMarket,
} from './development-markets.ts';
import { provenance } from './provenance.ts';
import { resumableHorizons } from './resumable-forecasts.ts';
import { markdownTable, meanAbsoluteError, percent } from './variant-losses.ts';

const HORIZON_DAYS = 7;
/** What is known of the inputs on the days after the first: what was published the day before each of them, or nothing. */
const INPUTS = ['published', 'nothing'] as const;
/** Runs before this many others only teach the weights. */
const FIRST_SCORED = 28;
/** Neighbouring runs forecast the same days: their losses are taken together for the standard error. */
const BLOCK_DAYS = 14;

interface Variant {
  name: string;
  options: ShrinkageOptions;
  /** Past runs that are learnt from. */
  memoryRuns: number;
  /** By how many standard errors the mixed past must have erred less; absent where it need not. */
  leastGain?: number;
}

const usual = { ...DAY_AHEAD.laterDays, enoughIssued: 0 };
const memoryRuns = DAY_AHEAD.calibrationDays + DAY_AHEAD.olderCalibrationDays;
const VARIANTS: Variant[] = [
  { name: `as issued: ${usual.baselineDays} days`, options: usual, memoryRuns },
  { name: 'not mixed', options: { ...usual, baselineDays: 0 }, memoryRuns },
  { name: 'only where its past erred less by one standard error', options: usual, memoryRuns, leastGain: 1 },
  { name: '28 days', options: { ...usual, baselineDays: 28 }, memoryRuns },
  { name: '14 days', options: { ...usual, baselineDays: 14 }, memoryRuns },
  { name: 'weights by the last 56 runs', options: usual, memoryRuns: 56 },
];

const [dataFolder, folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder of the data and one for the forecasts.');
const measured = DEVELOPMENT_SPANS.filter(({ name }) => names.length === 0 || names.includes(name));
const notRun = DEVELOPMENT_SPANS.filter((market) => !measured.includes(market));
const columns = [];
for (const market of measured) {
  for (const inputs of INPUTS) columns.push({ market, inputs, losses: await lossesOf(market, inputs) });
}

console.log(`# Later days mixed with a mean

Regenerate: \`node benchmarks/accuracy/later-shrinkage.ts ../shared/data FOLDER${names.map((name) => ` '${name}'`).join('')} > benchmarks/accuracy/later-shrinkage.md\`.

${provenance({ recipes: { champion: CHAMPION }, data: await dataFingerprints(dataFolder, measured) })}

Forecasts of the second to seventh day from every day of the development spans, of which the inputs (load, wind, sun) are as they were
published the day before each of these days, or unknown. What is issued mixes them with the mean of the last
${usual.baselineDays} days of the same kind, by weights that would have served the past runs best. Change of the mean absolute error in
percent of that, negative is better; in brackets the standard error, by blocks of ${BLOCK_DAYS} runs, as neighbouring runs forecast the
same days. The first ${FIRST_SCORED} runs of a span only teach.

${markdownTable([
  ['market', 'inputs', 'runs', 'as issued, MAE', ...VARIANTS.slice(1).map(({ name }) => name)],
  ...columns.map(({ market, inputs, losses }) => {
    const average = mean(losses.map(([issued]) => issued));
    return [
      market.name,
      inputs,
      String(losses.length),
      average.toFixed(2),
      ...VARIANTS.slice(1).map((_, v) => {
        const changes = losses.map((loss) => (loss[v + 1] - loss[0]) / average);
        return `${percent(mean(changes))} (${(100 * blockError(changes)).toFixed(2)})`;
      }),
    ];
  }),
])}

Not run: ${notRun.map(({ name }) => name).join(', ') || 'none'}.`);

/** Mean absolute errors over the later days of each scored run, by variant. */
async function lossesOf(market: DevelopmentMarket, inputs: (typeof INPUTS)[number]): Promise<number[][]> {
  const panel = await readMarket(dataFolder, market);
  const { slotsPerDay } = panel;
  const targets = dayRange(market.from, market.to)
    .slice(0, 1 - HORIZON_DAYS)
    .map((day) => panel.days.indexOf(day));
  const file = `${market.name.toLowerCase().replaceAll(' ', '-')}-${inputs}.f64`;
  const allInputs = panel.exogenous.map(({ name }) => name);
  const leads = await resumableHorizons(path.join(folder, file), {
    panel,
    targets,
    recipe: CHAMPION,
    horizonDays: HORIZON_DAYS,
    unknownInputs: Array.from({ length: HORIZON_DAYS }, (_, lead) =>
      inputs === 'nothing' && lead > 0 ? allInputs : [],
    ),
  });
  const runs = targets.map((origin, i) => ({
    origin,
    values: Float64Array.from(
      leads.flatMap(({ combined }) => [...combined.subarray(i * slotsPerDay, (i + 1) * slotsPerDay)]),
    ),
    wasIssued: true,
  }));
  return runs.slice(FIRST_SCORED).map((run, i) => {
    const known = pricesBefore(panel, run.origin);
    return VARIANTS.map((variant) =>
      lossOf(mix(known, run, runs.slice(0, FIRST_SCORED + i), variant), run, panel),
    );
  });
}

/** What would have been issued of a run. */
function mix(
  panel: Panel,
  run: PastRun,
  past: PastRun[],
  { options, memoryRuns: most, leastGain }: Variant,
): Float64Array {
  if (options.baselineDays === 0) return run.values;
  const taught = past.slice(-most);
  const leads = leadsOf(run.values, panel);
  const { days, past: mixed } = shrinkToBaseline(
    { days: leads, explanations: [] },
    { panel, target: run.origin, runs: taught },
    options,
  );
  return Float64Array.from(
    days.flatMap((day, lead) => {
      if (leastGain === undefined || lead === 0) return [...day];
      const gains = taught.map((one, i) => {
        const before = meanAbsoluteError(leadsOf(one.values, panel)[lead], panel, one.origin + lead);
        return before - meanAbsoluteError(leadsOf(mixed[i], panel)[lead], panel, one.origin + lead);
      });
      const known = gains.filter(Number.isFinite);
      // So many neighbouring runs forecast one day after the other from the same past.
      const error = Math.sqrt((lead + 1) / known.length) * deviation(known);
      return [...(mean(known) > leastGain * error ? day : leads[lead])];
    }),
  );
}

function lossOf(values: Float64Array, { origin }: PastRun, panel: Panel): number {
  return mean(
    leadsOf(values, panel)
      .map((day, lead) => meanAbsoluteError(day, panel, origin + lead))
      .slice(1)
      .filter(Number.isFinite),
  );
}

function leadsOf(values: Float64Array, { slotsPerDay }: Panel): Float64Array[] {
  return Array.from({ length: values.length / slotsPerDay }, (_, lead) =>
    values.subarray(lead * slotsPerDay, (lead + 1) * slotsPerDay),
  );
}

function pricesBefore(panel: Panel, row: number): Panel {
  return { ...panel, price: panel.price.slice().fill(Number.NaN, row * panel.slotsPerDay) };
}

function blockError(changes: number[]): number {
  const blocks = Array.from({ length: Math.floor(changes.length / BLOCK_DAYS) }, (_, i) =>
    mean(changes.slice(i * BLOCK_DAYS, (i + 1) * BLOCK_DAYS)),
  );
  return deviation(blocks) / Math.sqrt(blocks.length - 1);
}

function deviation(values: number[]): number {
  const average = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
