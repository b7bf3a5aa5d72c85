/**
 * How the champion, its members and LEAR do where the price level has just moved, by week after the shift, and prints the tables of
 * market-moves.md.
 * Run: node benchmarks/accuracy/market-moves.ts ../shared/data FOLDER [SPAN ...] > benchmarks/accuracy/market-moves.md
 * With names of spans the others are left out. FOLDER keeps the forecasts of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library.
 */
import path from 'node:path';
import { CHAMPION, LEAR, type Panel } from '@lonja/forecasting';
import { issueQuantiles } from '@lonja/forecasting/backtest';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { DEVELOPMENT_MARKETS, readMarket } from './development-markets.ts';
import { type MovedPeriod, moveTable, summaryTable } from './market-move-tables.ts';
import { findShiftWeeks, LEVEL_DAYS, LEAST_MOVE, MOVE_DAYS } from './price-shifts.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableForecasts } from './resumable-forecasts.ts';
import { readSpain2019To2023, readSpain2022To2026, rowsBetween, SPANISH_FILES } from './spanish-years.ts';

/** Most days of past errors behind one day's bounds, as the service has. */
const CALIBRATION_DAYS = 364;
const DAYS_PER_WEEK = 7;

interface Span {
  name: string;
  /** What is known before the auction. */
  inputs: string;
  files: string[];
  read(): Promise<Panel>;
  /** First day that is forecast, to calibrate those that are scored. */
  since: DeliveryDay;
  from: DeliveryDay;
  to: DeliveryDay;
}

const [folder, dayFolder, ...names] = process.argv.slice(2);
if (dayFolder === undefined)
  throw new Error('Give the folder of the data and one for the forecasts of each day.');

const zoneOf2023 = (name: string): Span => {
  const market = DEVELOPMENT_MARKETS.find((some) => some.name === name);
  if (market === undefined) throw new Error(`There is no development market ${name}.`);
  return {
    name: `${name} 2023`,
    inputs: 'day-ahead forecasts of load, wind and sun',
    files: [market.file],
    read: () => readMarket(folder, market),
    since: market.from,
    from: '2023-02-15',
    to: market.to,
  };
};
const SPANS: Span[] = [
  {
    name: 'Spain 2021-22',
    inputs: 'day-ahead forecasts of load, and of wind and sun together; neither gas nor intraday auction',
    files: [SPANISH_FILES.sp2023, SPANISH_FILES.europe, SPANISH_FILES.panel],
    read: () => readSpain2019To2023(folder),
    since: '2021-03-01',
    from: '2021-07-01',
    to: '2022-12-31',
  },
  zoneOf2023('FR'),
  zoneOf2023('DE_LU'),
  zoneOf2023('ES'),
  {
    name: 'Spain 2024',
    inputs:
      'first intraday auction and gas at the TTF; no forecasts of load, wind and sun, as none were kept',
    files: [SPANISH_FILES.europe, SPANISH_FILES.panel, SPANISH_FILES.fuels],
    read: () => readSpain2022To2026(folder),
    since: '2023-09-01',
    from: '2024-01-01',
    to: '2024-12-31',
  },
];

const periods: MovedPeriod[] = [];
const moved: string[] = [];
const wanted = SPANS.filter(({ name }) => names.length === 0 || names.includes(name));
for (const span of wanted) {
  const ofSpan = await forecastSpan(span);
  const dayCount = (some: MovedPeriod[]) => new Set(some.map(({ day }) => day)).size;
  const afterShift = ofSpan.filter(({ week }) => week !== undefined);
  moved.push(
    `| ${[span.name, `${span.from} .. ${span.to}`, dayCount(ofSpan), dayCount(afterShift), span.inputs].join(' | ')} |`,
  );
  periods.push(...ofSpan);
}

const leftOut = SPANS.filter((span) => !wanted.includes(span)).map(({ name }) => name);
const data = await fingerprintsOf(folder, [...new Set(wanted.flatMap(({ files }) => files))]);
const notRun =
  leftOut.length === 0
    ? ''
    : `Not run, as the champion takes 3 s a day of one core: ${leftOut.join(', ')}.\n\n`;

console.log(`# A market that moves

Regenerate with \`node benchmarks/accuracy/market-moves.ts FOLDER DAYS${names.map((name) => ` "${name}"`).join('')} > benchmarks/accuracy/market-moves.md\`.

A day counts as moved when the mean price of the ${LEVEL_DAYS} days before it lies more than ${100 * LEAST_MOVE} % above or below that of ${MOVE_DAYS} days earlier; week 1
begins on the first such day. Both are known before the day is forecast. Every day is forecast by models fitted on the days before it;
the errors of at most a year of days before it give the bounds (of the first days scored, those of six weeks). LEAR by itself forecasts the
moved days alone. MAE in EUR/MWh. Bias: mean of forecast less price, also in percent of the mean price. Coverage and mean
width are those of the interval from 10 to 90 %.

| span | days scored | forecast | of them moved | known before the auction |
|---|---|---|---|---|
${moved.join('\n')}

## All moved days

${summaryTable(periods)}

## The champion by week after the shift

All spans together, each day alike.

${moveTable(periods)}

${wanted.map(({ name }) => `### ${name}\n\n${moveTable(periods.filter(({ span }) => span === name))}`).join('\n\n')}

${notRun}${provenance({ recipes: { champion: CHAMPION, LEAR }, data })}

The days of Spain in 2022 and later are regression figures: the champion was compared on them before (docs/experiments/test-spans.md).
Node ${process.version}. The figures are the same on every run.`);

/** Scored periods of a span with what each forecaster said. */
async function forecastSpan(span: Span): Promise<MovedPeriod[]> {
  const panel = await span.read();
  const isKnown = (row: number) =>
    panel.price.subarray(row * panel.slotsPerDay, (row + 1) * panel.slotsPerDay).every(Number.isFinite);
  const targets = rowsBetween(panel, span.since, span.to).filter(isKnown);
  const weeks = findShiftWeeks(panel);
  const forecastsOf = (recipe: typeof CHAMPION | typeof LEAR, rows: number[]) => {
    const file = path.join(dayFolder, `${fileName(span.name)}-${shortHash(recipe)}.f64`);
    return resumableForecasts(file, { panel, targets: rows, recipe, threadCount: 1 });
  };
  const movedRows = targets.filter((row) => weeks[row] !== undefined && panel.days[row] >= span.from);
  const lear = await forecastsOf(LEAR, movedRows);
  const champion = await forecastsOf(CHAMPION, targets);
  const first = targets.findIndex((row) => panel.days[row] >= span.from);
  const plan = {
    calibrationDays: CALIBRATION_DAYS,
    calibrationRows: targets.slice(0, first),
    scoredRows: targets.slice(first),
    targets,
  };
  const [p10, p90] = issueQuantiles(panel, plan, champion);
  const placeInLear = new Map(movedRows.map((row, i) => [row, i * panel.slotsPerDay]));
  return plan.scoredRows.flatMap((row, i) =>
    Array.from({ length: panel.slotsPerDay }, (_, slot): MovedPeriod => {
      const at = (first + i) * panel.slotsPerDay + slot;
      const [week, year, ...others] = champion.members.map((member) => member[at]);
      const learWindows = others.slice(0, LEAR.windows.length);
      return {
        span: span.name,
        day: panel.days[row],
        week: weeks[row],
        actual: panel.price[row * panel.slotsPerDay + slot],
        p10: p10[at],
        p90: p90[at],
        forecasts: {
          champion: champion.combined[at],
          'process, level of a week': week,
          'process, level of a year': year,
          'LEAR within the champion': learWindows.reduce((sum, value) => sum + value / learWindows.length, 0),
          'boosted trees': others[LEAR.windows.length],
          'LEAR alone': lear.combined[(placeInLear.get(row) ?? Number.NaN) + slot] ?? Number.NaN,
          'weekly naive': panel.price[(row - DAYS_PER_WEEK) * panel.slotsPerDay + slot],
        },
      };
    }),
  );
}

function fileName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
