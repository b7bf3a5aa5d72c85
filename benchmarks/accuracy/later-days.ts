/**
 * Forecasts seven days from each day of a winter, with three states of knowledge of load, wind and sun on the days after the first, and prints
 * the tables of later-days.md.
 * Run: node benchmarks/accuracy/later-days.ts ../shared/data > benchmarks/accuracy/later-days.md
 * `--every 5` takes every fifth first day, `--only N` the N-th state alone.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CHAMPION, type Panel } from '@lonja/forecasting';
import { createMarketDays, issueInTurn } from '@lonja/forecasting/backtest';
import { pointOf } from '@lonja/forecasting/distribution';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { dayRange } from '@lonja/forecasting/market';
import { forecastHorizonsInWorkers } from '@lonja/forecasting/workers';
import { fingerprintsOf, provenance } from './provenance.ts';
import { parseSpanishPanel, readColumn } from './spanish-panel.ts';
import { gaussian } from './weather-errors.ts';

/** What is known of an input on a later day: `lead` 1 is the day after the first. */
type Knowledge = (values: Float64Array, place: { input: number; row: number }) => Float64Array;

interface State {
  name: string;
  /** The inputs of the days after the first; their values are those that the operator published the day before each. */
  later: Knowledge;
}

/** Of the days of a span, so many days ahead: mean absolute errors in EUR/MWh, and the share of prices within the 10-90 % interval. */
interface LeadScore {
  model: number;
  issued: number;
  coverage: number;
}

const FILE = 'spain/panel_hourly_2015_2026Q1.csv.gz';
const HISTORY_FROM = '2023-06-01';
/** Delivery days that count, and the first day of the runs that shrinkage learns from. */
const SPAN = { from: '2025-11-01', to: '2026-03-25' };
const RUNS_FROM = '2025-09-01';
const SLOTS = 24;
const HORIZON_DAYS = 7;
const SEED = 20_251_101;
const ERROR_MEMORY_HOURS = 12;
/**
 * Mean absolute errors one to seven days ahead of forecasts of load, wind and sun from weather forecasts, MW, and the year and columns that they
 * are of: fundamentals.md.
 */
const OWN_ERRORS = [
  [502.3, 565.3, 637.2, 675.3, 727.7, 772.6, 808.7],
  [1295.1, 1507.1, 1645.4, 1810.1, 1923.3, 2108.4, 2215.9],
  [210.8, 220.2, 242.4, 242.2, 246.7, 260.0, 263.8],
];
const ERROR_YEAR = { from: '2018-01-01', to: '2018-12-31' };
const MEASURED = ['load_act', 'wind_act_551', 'solar_act'];
const SOLAR = 2;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' }, only: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder that holds spain/.');
const text = (await promisify(gunzip)(await readFile(path.join(folder, FILE)))).toString('utf8');
const { panel } = parseSpanishPanel(text, HISTORY_FROM);
const rowOf = (day: string) => panel.days.indexOf(day);
const targets = dayRange(RUNS_FROM, SPAN.to)
  .map(rowOf)
  .filter((row, i) => row + HORIZON_DAYS <= panel.days.length && i % Number(asked.every) === 0);
const errorScales = MEASURED.map(errorScale);

const STATES: State[] = [
  { name: 'as published the day before each', later: (values) => values },
  { name: 'operator-like', later: withErrors },
  { name: 'nothing', later: (values) => values.map(() => Number.NaN) },
];

const columns: { name: string; leads: LeadScore[] }[] = [];
for (const state of asked.only === undefined ? STATES : [STATES[Number(asked.only)]]) {
  console.error(`${state.name}: ${targets.length} runs`);
  columns.push({ name: state.name, leads: await score(state) });
  console.error(columns.at(-1));
}

const lines = Array.from({ length: HORIZON_DAYS }, (_, lead) => [
  String(lead + 1),
  ...columns.flatMap(({ leads }) => cellsOf(leads[lead])),
]);
lines.push([
  'mean of 2 to 7',
  ...columns.flatMap(({ leads: [, ...later] }) =>
    cellsOf({
      model: mean(later.map(({ model }) => model)),
      issued: mean(later.map(({ issued }) => issued)),
      coverage: mean(later.map(({ coverage }) => coverage)),
    }),
  ),
]);

console.log(`# The second to seventh day

Regenerate with \`node benchmarks/accuracy/later-days.ts FOLDER > benchmarks/accuracy/later-days.md\`.

Spain's hours, delivery days ${SPAN.from} to ${SPAN.to}, by how many days ahead they are forecast. MAE in EUR/MWh of the model's point forecast and of what is
issued, and the share of prices within the issued 10-90 % interval. The first day has the operator's forecasts of load, wind and sun; columns
differ in what is known of them on the days after it:

- *as published the day before each*: what the operator will publish of them. Nobody knows that; no forecast of them can do better by much.
- *operator-like*: the same with the error that forecasts from weather gain from the first to the k-th day
  ([fundamentals.md](fundamentals.md)), in proportion to the mean of the quantity: normally distributed, autocorrelation falling to 1/e in
  ${ERROR_MEMORY_HOURS} hours, drawn anew for each run (seed ${SEED}), of the sun in proportion to its power.
- *nothing*: the inputs are unknown on those days, and the model is fitted without them.

What is issued learns from the runs since ${RUNS_FROM} as the service does: bounds, and how far later days are mixed with the mean of the last
${DAY_AHEAD.laterDays.baselineDays} days. No price signals, no quarter hours. Prices of a day are forecast from those of the days before, forecast ones among them.

| days ahead | ${columns.flatMap(({ name }) => [`${name}: model`, 'issued', 'in 10-90 %, %']).join(' | ')} |
|---|${'---:|'.repeat(3 * columns.length)}
${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

${provenance({ recipes: { champion: CHAMPION }, data: await fingerprintsOf(folder, [FILE]) })}

Node ${process.version}. The figures are the same on every run.`);

/** How runs went that knew so much of the later days, by lead day. */
async function score({ later }: State): Promise<LeadScore[]> {
  const tasks = targets.map((target) => ({
    panel: knownAt(target, later),
    target,
    horizonDays: HORIZON_DAYS,
  }));
  const forecasts = await forecastHorizonsInWorkers(tasks, { recipe: CHAMPION });
  const known = forecasts.map((forecast, i) => {
    if (forecast === undefined) throw new Error(`Nothing is forecast of ${panel.days[targets[i]]}.`);
    return forecast;
  });
  const leads = Array.from({ length: HORIZON_DAYS }, () => ({
    model: [] as number[],
    issued: [] as number[],
    coverage: [] as number[],
  }));
  const isScored = (row: number) => panel.days[row] >= SPAN.from && panel.days[row] <= SPAN.to;
  const calibrationRows = targets.filter((row) => !isScored(row + HORIZON_DAYS - 1));
  const plan = {
    targets,
    calibrationRows,
    scoredRows: targets.filter((row) => !calibrationRows.includes(row)),
    calibrationDays: DAY_AHEAD.calibrationDays + DAY_AHEAD.olderCalibrationDays,
  };
  for (const { row, place, issued } of issueInTurn(DAY_AHEAD, createMarketDays({ panel }), plan, known)) {
    const points = issued.hours.map(pointOf);
    for (const [lead, { model, issued: ofIssued, coverage }] of leads.entries()) {
      if (!isScored(row + lead)) continue;
      for (let slot = 0; slot < SLOTS; slot++) {
        const price = panel.price[(row + lead) * SLOTS + slot];
        if (Number.isNaN(price)) continue;
        const { value, p10, p90 } = points[lead * SLOTS + slot];
        model.push(Math.abs(known[place].days[lead][slot] - price));
        ofIssued.push(Math.abs(value - price));
        coverage.push(Number(price >= p10 && price <= p90));
      }
    }
  }
  return leads.map(({ model, issued, coverage }) => ({
    model: mean(model),
    issued: mean(issued),
    coverage: mean(coverage),
  }));
}

/** The panel as a run from row `target` on knows it. */
function knownAt(target: number, later: Knowledge): Panel {
  const end = (target + HORIZON_DAYS) * SLOTS;
  return {
    ...panel,
    days: panel.days.slice(0, target + HORIZON_DAYS),
    price: panel.price.slice(0, end),
    exogenous: panel.exogenous.map(({ name, values }, input) => {
      const known = values.slice(0, end);
      const from = (target + 1) * SLOTS;
      known.set(later(known.slice(from), { input, row: target }), from);
      return { name, values: known };
    }),
  };
}

/** The published values with what a forecast of so many days ahead errs more than one of the next day. */
function withErrors(values: Float64Array, { input, row }: { input: number; row: number }): Float64Array {
  const gauss = gaussian(SEED + row * MEASURED.length + input);
  const memory = Math.exp(-1 / ERROR_MEMORY_HOURS);
  let state = gauss();
  const level = meanOfKnown(values);
  return values.map((value, i) => {
    state = memory * state + Math.sqrt(1 - memory ** 2) * gauss();
    const lead = 1 + Math.floor(i / SLOTS);
    const error = state * errorScales[input][lead];
    // The sun errs where it shines: in proportion to its power.
    return Math.max(0, value + (input === SOLAR ? error * (value / level) : error));
  });
}

/** Standard deviations, by lead day, of what later forecasts err more than those of the first day, MW of the present. */
function errorScale(name: string, input: number): number[] {
  const then = meanOfKnown(readColumn(text, dayRange(ERROR_YEAR.from, ERROR_YEAR.to), name));
  const from = rowOf(SPAN.from) * SLOTS;
  const now = meanOfKnown(
    panel.exogenous[input].values.subarray(from, from + SLOTS * dayRange(SPAN.from, SPAN.to).length),
  );
  const [first, ...later] = OWN_ERRORS[input];
  const perMae = Math.sqrt(Math.PI / 2);
  return [0, ...later.map((mae) => (now / then) * perMae * Math.sqrt(Math.max(0, mae ** 2 - first ** 2)))];
}

function cellsOf({ model, issued, coverage }: LeadScore): string[] {
  return [model.toFixed(2), issued.toFixed(2), (100 * coverage).toFixed(1)];
}

function meanOfKnown(values: Float64Array): number {
  return mean([...values].filter(Number.isFinite));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
