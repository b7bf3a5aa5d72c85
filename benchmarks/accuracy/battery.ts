/**
 * What a battery earns when it is planned every day by the champion's forecasts of the Spanish market, beside what it would with prices
 * known, and prints the tables of battery.md.
 * Run: node benchmarks/accuracy/battery.ts ../shared/data > benchmarks/accuracy/battery.md
 * The folder holds europe/, omie/raw and spain/. A second argument is a folder for the forecasts of each day, so that an interrupted run
 * goes on where it stopped; without it they go to a new folder among the temporary files.
 */
import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { CHAMPION } from '@lonja/forecasting';
import {
  createMarketDays,
  gapShare,
  type IssuedRow,
  issueInTurn,
  type ObservedPeriod,
  usualByMonth,
} from '@lonja/forecasting/backtest';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { addDays, type DeliveryDay, deliveryPeriods } from '@lonja/forecasting/market';
import { drawPaths, fitDependence, type PathPeriod } from '@lonja/forecasting/scenarios';
import { loadSolver } from '../../packages/server/src/desk/planner/plan-by-programme.ts';
import { hasPrices, readOmieFolder } from '../../packages/server/src/market/imports/read-omie-folder.ts';
import { earnedEur, planCommitted, type RollingBattery } from './battery-plan.ts';
import { fingerprintsOf, provenance, shortHash } from './provenance.ts';
import { resumableHorizons } from './resumable-forecasts.ts';
import { readSpain2022To2026, rowsBetween, SPANISH_FILES } from './spanish-years.ts';

type Resolution = 'PT1H' | 'PT15M';

interface Span {
  from: DeliveryDay;
  to: DeliveryDay;
  resolution: Resolution;
}

/** What a day is planned by: the prices of its periods, and rows of prices of the periods of the day after. */
interface Outlook {
  prices: Float64Array;
  later: Float64Array[];
}

const BATTERY: RollingBattery = { powerMw: 10, energyMwh: 20, efficiency: 0.85, wearEurPerMwh: 17 };
const DAYS_PER_YEAR = 365.25;
const SETTLED: Span = { from: '2025-10-08', to: '2026-03-30', resolution: 'PT15M' };
/** Days on which ways to plan were compared, before the market went to quarter hours. */
const COMPARED_ON: Span = { from: '2025-01-01', to: '2025-09-30', resolution: 'PT1H' };
const FIRST_QUARTERS = '2025-10-01';
/** Days before the first that is planned whose errors calibrate it. */
const DAYS_BEFORE = 184;
const CALIBRATION_DAYS = 364;
const LEADS = [0, 1];
const MEDIAN = QUANTILE_LEVELS.indexOf(0.5);
const PATHS = 200;
/** Each path of the second day gets a plan of its own. */
const RECOURSE_PATHS = 20;

const [folder, dayFolder = await mkdtemp(path.join(tmpdir(), 'battery-'))] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds europe/, omie/ and spain/.');
console.error(`The forecasts of each day go to ${dayFolder}.`);

const panel = await readSpain2022To2026(folder);
const { slotsPerDay } = panel;
const quarterPrices = await readQuarters();
const market = createMarketDays({ panel, periods: [...hoursOfPanel(), ...quartersOfPanel()] });
const targets = rowsBetween(panel, addDays(COMPARED_ON.from, -DAYS_BEFORE), SETTLED.to);
const forecasts = await resumableHorizons(path.join(dayFolder, `spain-two-days-${shortHash(CHAMPION)}.f64`), {
  panel,
  targets,
  recipe: CHAMPION,
  horizonDays: LEADS.length,
  // The operator forecasts one day.
  unknownInputs: [[], panel.exogenous.map(({ name }) => name)],
});
const issuedOf = issueAll();
const highs = await loadSolver();
const usualPrice = usualByMonth(panel, (price) => price);

interface Strategy {
  name: string;
  outlook: (row: number, resolution: Resolution) => Outlook;
}
const KNOWN: Strategy = {
  name: 'prices of the two days known',
  outlook: (row, resolution) => ({
    prices: actualPrices(panel.days[row], resolution),
    later: [actualPrices(panel.days[row + 1], resolution)],
  }),
};
/** The floor: what costs nothing to know, of both days from the days before the first. */
const USUAL: Strategy = {
  name: 'mean of past prices by month and hour',
  outlook: (row, resolution) => ({
    prices: usualPrices(row, panel.days[row], resolution),
    later: [usualPrices(row, panel.days[row + 1], resolution)],
  }),
};
const STRATEGIES: Strategy[] = [
  {
    name: 'point forecast (median)',
    outlook: (row, resolution) => outlookOf(row, resolution, pointPrices(row, resolution)),
  },
  {
    name: `mean of ${PATHS} paths`,
    outlook: (row, resolution) => outlookOf(row, resolution, meanOf(pathsOf(row, resolution, PATHS))),
  },
  {
    name: `mean of ${RECOURSE_PATHS} paths, the second day planned anew in each`,
    outlook(row, resolution) {
      const paths = pathsOf(row, resolution, RECOURSE_PATHS);
      const length = deliveryPeriods(panel.days[row], resolution).length;
      return {
        prices: meanOf(paths).subarray(0, length),
        later: paths.map((ofPath) => ofPath.subarray(length)),
      };
    },
  },
];

console.log(`# A battery that is planned by the forecasts

Regenerate with \`node benchmarks/accuracy/battery.ts FOLDER > benchmarks/accuracy/battery.md\`.

A battery of ${BATTERY.powerMw} MW and ${BATTERY.energyMwh} MWh in Spain, efficiency ${BATTERY.efficiency} of a whole cycle (half of the loss on either way),
wear ${BATTERY.wearEurPerMwh} EUR for each MWh fed in. Every day, before its auction, it is planned for that day and the day after; the first day is
carried out at its day-ahead prices, and what is stored at its end is where the next plan starts. It begins empty. Figures are per MW of
power and year of ${DAYS_PER_YEAR} days.

The forecasts are the champion's, with the first intraday auction (to 2025-12-30) and gas (to 2025-08) as price signals. Inputs
are the operator's day-ahead forecasts, known for the first day from 2025-05-29 on and for the second day never. The errors of at most
${CALIBRATION_DAYS} days before give the distributions, and how they go together the paths. Quarter hours are split from hours as their prices lay around
those of the hour on the days before; day-ahead prices came in quarter hours from ${FIRST_QUARTERS} on, so the first days of the span know a week
of them.

The floor is a plan by the mean of all past prices (since ${panel.days[0]}) of the same month and hour, which needs no forecast. *Of the gap*: how much of what knowing
the prices of the two days earns above the floor; 95 % intervals draw weeks of days that follow each other.

## ${SETTLED.from} to ${SETTLED.to}, quarter hours

**Regression figures**: the point forecast was compared on these days many times (docs/experiments/test-spans.md). Plans of a battery were
scored on them in one look: those of the table and five more, which earn 89.2 to 89.7 % (docs/experiments/portfolio.md). None was chosen
by it.

${tableOf(SETTLED)}

## ${COMPARED_ON.from} to ${COMPARED_ON.to}, hours

Days on which other ways to plan were tried (docs/experiments/portfolio.md).

${tableOf(COMPARED_ON)}

${provenance({
  recipes: { champion: CHAMPION },
  data: await fingerprintsOf(
    folder,
    Object.values(SPANISH_FILES).filter((file) => file !== SPANISH_FILES.sp2023),
  ),
})}
- omie/raw, quarter hours ${FIRST_QUARTERS} .. ${SETTLED.to} ${fingerprintOfQuarters()}

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. The figures are the same on every run.`);

function tableOf(span: Span): string {
  const best = perMegawattAndYear(foresight(span), rowsBetween(panel, span.from, span.to).length);
  const [optimum, floor] = [roll(span, KNOWN), roll(span, USUAL)];
  const rows = [
    { ...KNOWN, earned: optimum },
    { ...USUAL, earned: floor },
    ...STRATEGIES.map((strategy) => ({ ...strategy, earned: roll(span, strategy) })),
  ];
  const lines = rows.map(({ name, earned }) => {
    const gap = gapShare(
      earned.map((eur, day) => ({ floor: floor[day], earned: eur, optimum: optimum[day] })),
    );
    const ofYear = perMegawattAndYear(sumOf(earned), earned.length);
    const interval =
      gap === null || gap.interval === null || earned === optimum || earned === floor
        ? ''
        : `${gap.interval.low.toFixed(1)} to ${gap.interval.high.toFixed(1)}`;
    const line = `| ${name} | ${eurText(ofYear)} | ${((100 * ofYear) / best).toFixed(1)} | ${gap?.percent.toFixed(1) ?? ''} | ${interval} |`;
    console.error(line);
    return line;
  });
  return [
    '| planned by | EUR per MW and year | % of the optimum | % of the gap | 95 % interval |',
    '|---|---:|---:|---:|---:|',
    `| all prices of the span known | ${eurText(best)} | 100.0 | | |`,
    ...lines,
  ].join('\n');
}

function eurText(eur: number): string {
  return Math.round(eur).toLocaleString('en-US');
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function fingerprintOfQuarters(): string {
  const values = Float64Array.from([...quarterPrices].flat());
  return createHash('sha256').update(values).digest('hex').slice(0, 12);
}

/** What each day earns, EUR, by plans made each day for two days, of which the first is carried out. */
function roll({ from, to, resolution }: Span, { outlook }: Strategy): number[] {
  let startMwh = 0;
  return rowsBetween(panel, from, to).map((row) => {
    const plan = planCommitted(highs, BATTERY, {
      ...outlook(row, resolution),
      startMwh,
      periodHours: hoursOf(resolution),
    });
    startMwh = plan.endMwh;
    return earnedEur(plan, BATTERY, actualPrices(panel.days[row], resolution), hoursOf(resolution));
  });
}

/** EUR of one plan of the whole span with all prices known. */
function foresight({ from, to, resolution }: Span): number {
  const rows = rowsBetween(panel, from, to);
  const prices = Float64Array.from(rows.flatMap((row) => [...actualPrices(panel.days[row], resolution)]));
  const plan = planCommitted(highs, BATTERY, {
    prices,
    later: [],
    startMwh: 0,
    periodHours: hoursOf(resolution),
  });
  return earnedEur(plan, BATTERY, prices, hoursOf(resolution));
}

function perMegawattAndYear(eur: number, days: number): number {
  return ((eur / BATTERY.powerMw) * DAYS_PER_YEAR) / days;
}

function hoursOf(resolution: Resolution): number {
  return resolution === 'PT1H' ? 1 : 0.25;
}

/** The periods of the day of a row and of the day after with their hour of the two days, 0 to 47, and their distribution. */
function periodsOf(row: number, resolution: Resolution): (PathPeriod & { middle: number })[] {
  const { issued, hours } = issuedAt(row);
  if (resolution === 'PT1H') {
    return issued.hours.map(({ distribution }, i) => ({
      slot: hours[i].lead * slotsPerDay + hours[i].slot,
      distribution,
      middle: distribution[MEDIAN],
    }));
  }
  return issued.quarters.map(({ distribution, share }, i) => {
    const { lead, slot } = hours[i >> 2];
    return {
      slot: lead * slotsPerDay + slot,
      distribution,
      middle: distribution[MEDIAN],
      quarter: { day: lead, slot: slot * 4 + (i & 3), share },
    };
  });
}

function pointPrices(row: number, resolution: Resolution): Float64Array {
  return Float64Array.from(periodsOf(row, resolution), ({ middle }) => middle);
}

function pathsOf(row: number, resolution: Resolution, count: number): Float64Array[] {
  const { issued } = issuedAt(row);
  const residuals = resolution === 'PT15M' ? issued.quarterResiduals : [];
  const source = {
    between: fitDependence(issued.pastErrors.errors),
    withinDays: residuals.length < 2 ? undefined : fitDependence(residuals),
  };
  return drawPaths(source, periodsOf(row, resolution), { count });
}

function issuedAt(row: number) {
  const issued = issuedOf.get(row);
  if (issued === undefined) throw new Error(`${panel.days[row]} was not forecast.`);
  return { issued, hours: market.knownBefore(row, DAY_AHEAD, LEADS.length).hours };
}

/** The prices of the two days, apart. */
function outlookOf(row: number, resolution: Resolution, prices: Float64Array): Outlook {
  const { length } = deliveryPeriods(panel.days[row], resolution);
  return { prices: prices.subarray(0, length), later: [prices.subarray(length)] };
}

function meanOf(rows: readonly Float64Array[]): Float64Array {
  return rows[0].map((_, t) => rows.reduce((sum, row) => sum + row[t] / rows.length, 0));
}

/** What is issued of each two days that are planned, by the row of the first. */
function issueAll(): Map<number, IssuedRow['issued']> {
  const plan = {
    targets,
    calibrationRows: targets.slice(0, DAYS_BEFORE),
    scoredRows: targets.slice(DAYS_BEFORE),
    calibrationDays: CALIBRATION_DAYS,
  };
  const ofTargets = targets.map((_, place) => {
    const dayOf = (values: Float64Array) => values.slice(place * slotsPerDay, (place + 1) * slotsPerDay);
    return {
      days: LEADS.map((lead) => dayOf(forecasts[lead].combined)),
      members: LEADS.map((lead) => forecasts[lead].members.map(dayOf)),
    };
  });
  const rows = [...issueInTurn(DAY_AHEAD, market, plan, ofTargets)];
  return new Map(rows.map(({ row, issued }) => [row, issued]));
}

/** The usual prices of the periods of a day, as they are known before the day of a row. */
function usualPrices(row: number, day: DeliveryDay, resolution: Resolution): Float64Array {
  return Float64Array.from(deliveryPeriods(day, resolution), ({ hour }) => usualPrice(row, hour));
}

/** Day-ahead prices of the periods of a day. */
function actualPrices(day: DeliveryDay, resolution: Resolution): Float64Array {
  return Float64Array.from(deliveryPeriods(day, resolution), ({ start, hour }) => {
    const price =
      resolution === 'PT15M'
        ? quarterPrices.get(start)
        : panel.price[panel.days.indexOf(day) * slotsPerDay + hour];
    if (price === undefined || Number.isNaN(price)) throw new Error(`${day} lacks prices.`);
    return price;
  });
}

/** Prices of the quarter hours of the day-ahead auction, by their start. */
async function readQuarters(): Promise<Map<number, number>> {
  const { auctions } = await readOmieFolder(path.join(folder, 'omie/raw'));
  const priced = auctions
    .filter(hasPrices)
    .filter(({ product, day }) => product === 'da' && day >= FIRST_QUARTERS);
  return new Map(
    priced.flatMap(({ prices }) => Array.from(prices.start, (start, i) => [start, prices.spain[i]] as const)),
  );
}

function hoursOfPanel(): ObservedPeriod[] {
  return rowsBetween(panel, panel.days[0], addDays(FIRST_QUARTERS, -1)).flatMap((row) =>
    Array.from({ length: slotsPerDay }, (_, slot) => ({
      time: `${panel.days[row]} ${slot}`,
      row,
      slot,
      price: panel.price[row * slotsPerDay + slot],
    })).filter(({ price }) => !Number.isNaN(price)),
  );
}

function quartersOfPanel(): ObservedPeriod[] {
  return rowsBetween(panel, FIRST_QUARTERS, SETTLED.to).flatMap((row) =>
    deliveryPeriods(panel.days[row], 'PT15M').map(({ start, hour, index }) => ({
      time: new Date(start).toISOString(),
      row,
      slot: hour,
      quarter: index % 4,
      price: quarterPrices.get(start) ?? Number.NaN,
    })),
  );
}
