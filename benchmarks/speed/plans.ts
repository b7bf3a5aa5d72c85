/**
 * Measures what a quarter-hour battery plan costs on the days of a quarter of a year that have many prices below zero: as the planner makes it, and
 * by the programme with binary variables alone, which was its only way before. Both must earn the same.
 * Run with a folder of OMIE's day-ahead files: node benchmarks/speed/plans.ts FOLDER > benchmarks/speed/plans.md
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { dayRange } from '@lonja/forecasting/market';
import { parseOmiePrices } from '../../packages/server/src/market/connectors/omie/parse.ts';
import { loadSolver, planByProgramme } from '../../packages/server/src/desk/planner/plan-by-programme.ts';
import type { Movements, PlanProblem } from '../../packages/server/src/desk/planner/plan-problem.ts';
import { solvePlan } from '../../packages/server/src/desk/planner/solve-plan.ts';

const DAYS = { from: '2026-01-01', to: '2026-03-31' };
const FEWEST_NEGATIVE = 20;
const PERIOD_HOURS = 0.25;
const BATTERY = {
  powerMw: 1,
  energyMwh: 2,
  efficiency: 0.9,
  startMwh: 1,
  endMwh: 1,
  maxCycles: undefined,
  wearCost: 0,
};

const folder = process.argv[2];
const files = readdirSync(folder);
const highs = await loadSolver();
const days = dayRange(DAYS.from, DAYS.to).flatMap((day) => {
  const name = files
    .filter((file) => file.startsWith(`marginalpdbc_${day.replaceAll('-', '')}`))
    .sort()
    .at(-1);
  if (name === undefined) return [];
  const text = readFileSync(join(folder, name), 'latin1');
  const prices = parseOmiePrices(text, { file: name, product: 'da', day })?.spain ?? new Float64Array();
  return prices.filter((price) => price < 0).length >= FEWEST_NEGATIVE ? [{ day, prices }] : [];
});

const rows = days.map(({ day, prices }) => {
  const problem: PlanProblem = {
    periodHours: PERIOD_HOURS,
    prices,
    risk: undefined,
    battery: BATTERY,
    load: undefined,
    generationMw: undefined,
    offerFloor: undefined,
    connectionMw: undefined,
  };
  const before = timed(() => planByProgramme(highs, problem, { gapEur: 1e-6 }), prices);
  const now = timed(() => solvePlan(highs, problem), prices);
  return { day, negative: prices.filter((price) => price < 0).length, before, now };
});

console.log(`# Battery plans on days with prices below zero

Regenerate with OMIE's day-ahead files: \`node benchmarks/speed/plans.ts FOLDER > benchmarks/speed/plans.md\`.

A battery of ${BATTERY.powerMw} MW and ${BATTERY.energyMwh} MWh, efficiency ${BATTERY.efficiency}, half full at both ends, without wear or a limit of cycles, in quarter hours at the prices that
cleared: the ${rows.length} days from ${DAYS.from} to ${DAYS.to} with ${FEWEST_NEGATIVE} or more quarters below zero. Seconds of processor for one plan.

| | median s | worst s |
|---|---:|---:|
| programme with binary variables alone | ${summary(rows.map(({ before }) => before.seconds))} |
| the planner | ${summary(rows.map(({ now }) => now.seconds))} |
| ratio, day by day | ${summary(rows.map(({ before, now }) => now.seconds / before.seconds))} |

The largest difference of what both earn is ${Math.max(...rows.map(({ before, now }) => Math.abs(before.money - now.money))).toFixed(4)} EUR in a day.

| day | quarters below zero | EUR | programme s | planner s |
|---|---:|---:|---:|---:|
${rows.map(({ day, negative, before, now }) => `| ${day} | ${negative} | ${now.money.toFixed(2)} | ${before.seconds.toFixed(3)} | ${now.seconds.toFixed(3)} |`).join('\n')}

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}.`);

function timed(make: () => Movements, prices: Float64Array): { seconds: number; money: number } {
  const start = process.cpuUsage();
  const { chargeMw, dischargeMw } = make();
  const { user, system } = process.cpuUsage(start);
  const money = prices.reduce(
    (sum, price, t) => sum + PERIOD_HOURS * price * (dischargeMw[t] - chargeMw[t]),
    0,
  );
  return { seconds: (user + system) / 1e6, money };
}

function summary(values: readonly number[]): string {
  const ascending = values.toSorted((a, b) => a - b);
  return `${ascending[ascending.length >> 1].toFixed(3)} | ${ascending[ascending.length - 1].toFixed(3)}`;
}
