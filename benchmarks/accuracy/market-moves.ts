/**
 * How the champion, its members and LEAR do where the price level has just moved, by week after the shift, and prints the tables of
 * market-moves.md.
 * Run: node benchmarks/accuracy/market-moves.ts ../shared/data FOLDER [SPAN ...] > benchmarks/accuracy/market-moves.md
 * With names of spans the others are left out. FOLDER keeps the forecasts of each day, so that an interrupted run goes on where it stopped; it belongs to one version of the library.
 */
import { CHAMPION, LEAR } from '@lonja/forecasting';
import { forecastSpan, MOVING_SPANS } from './market-move-spans.ts';
import { type MovedPeriod, moveTable, summaryTable } from './market-move-tables.ts';
import { LEVEL_DAYS, LEAST_MOVE, MOVE_DAYS } from './price-shifts.ts';
import { fingerprintsOf, provenance } from './provenance.ts';

const [folder, dayFolder, ...names] = process.argv.slice(2);
if (dayFolder === undefined)
  throw new Error('Give the folder of the data and one for the forecasts of each day.');

const periods: MovedPeriod[] = [];
const moved: string[] = [];
const wanted = MOVING_SPANS.filter(({ name }) => names.length === 0 || names.includes(name));
for (const span of wanted) {
  const ofSpan = await forecastSpan(span, { folder, dayFolder });
  const dayCount = (some: MovedPeriod[]) => new Set(some.map(({ day }) => day)).size;
  const afterShift = ofSpan.filter(({ week }) => week !== undefined);
  moved.push(
    `| ${[span.name, `${span.from} .. ${span.to}`, dayCount(ofSpan), dayCount(afterShift), span.inputs].join(' | ')} |`,
  );
  periods.push(...ofSpan);
}

const leftOut = MOVING_SPANS.filter((span) => !wanted.includes(span)).map(({ name }) => name);
const data = await fingerprintsOf(folder, [...new Set(wanted.flatMap(({ files }) => files))]);
const notRun =
  leftOut.length === 0
    ? ''
    : `Not run, as the champion takes 3 s a day of one core: ${leftOut.join(', ')}.\n\n`;

console.log(`# A market that moves

Regenerate with \`node benchmarks/accuracy/market-moves.ts FOLDER DAYS${names.map((name) => ` "${name}"`).join('')} > benchmarks/accuracy/market-moves.md\`.

A day counts as moved when the mean price of the ${LEVEL_DAYS} days before it lies more than ${100 * LEAST_MOVE} % above or below that of ${MOVE_DAYS} days earlier; week 1
begins on the first such day. Both are known before the day is forecast. Every day is forecast by models fitted on the days before it;
the errors of at most a year of days before it give the bounds (of the first days scored, those of six weeks). The champion is what is issued of
it, its members are as the models gave them. LEAR by itself forecasts the
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
