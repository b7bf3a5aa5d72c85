/**
 * Measures what the champion costs: one day's whole refit and forecast on one thread, beside a plain LEAR on scikit-learn for the same
 * day in turns, and a daily back-test on all cores with the memory it takes.
 * Run: node benchmarks/speed/champion.ts > benchmarks/speed/champion.md
 */
import { cpus, release, type } from 'node:os';
import { createChampion } from '@lonja/forecasting';
import { forecastDaysInWorkers } from '@lonja/forecasting/workers';
import { SEED, markets } from './markets.ts';
import { runReference } from './reference.ts';

const REFERENCE_WINDOWS = [56, 84, 1092, 1456];
const ROUNDS = 5;
const BACKTEST_DAYS = 60;
/** Two years to score, and half a year before them that calibrates the first bounds. */
const TWO_YEARS_DAYS = 728 + 182;

const champion = createChampion();
const [{ panel }] = markets();
const last = panel.days.length - 1;
const targets = Array.from({ length: ROUNDS }, (_, i) => last - 7 * i);
forecastOf(last - 3);
const rounds = targets.map((target) => {
  const { seconds, versions } = runReference(panel, [target], REFERENCE_WINDOWS);
  const [before, start] = [process.cpuUsage(), performance.now()];
  forecastOf(target);
  const wallSeconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { referenceSeconds: seconds[0], cpuSeconds: (user + system) / 1e6, wallSeconds, versions };
});

const start = performance.now();
const days = Array.from({ length: BACKTEST_DAYS }, (_, i) => last - BACKTEST_DAYS + i);
await forecastDaysInWorkers({ panel, targets: days, spec: { kind: 'champion' } });
const backtestSeconds = (performance.now() - start) / 1000;
const peakMebibytes = process.resourceUsage().maxRSS / 1024;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const versions = Object.entries(rounds[0].versions)
  .map((pair) => pair.join(' '))
  .join(', ');

console.log(`# Cost of the champion

Regenerate: \`node benchmarks/speed/champion.ts > benchmarks/speed/champion.md\` (needs Debian's python3-sklearn).

- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}
- versions: Node ${process.versions.node}; ${versions}
- the simulated market, seed ${SEED}, ${last} days of history; the reference is LEAR on windows of ${REFERENCE_WINDOWS.join(', ')} days by scikit-learn

| | median of ${ROUNDS} days |
|---|---:|
| reference, one day, processor s | ${median(rounds.map(({ referenceSeconds }) => referenceSeconds)).toFixed(2)} |
| champion, one day's refit and forecast, processor s | ${median(rounds.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} |
| the same by the clock on the wall, s | ${median(rounds.map(({ wallSeconds }) => wallSeconds)).toFixed(2)} |
| times as fast as the reference | ${median(rounds.map(({ referenceSeconds, cpuSeconds }) => referenceSeconds / cpuSeconds)).toFixed(1)} |

A daily back-test of ${BACKTEST_DAYS} days on ${cpus().length} threads took ${backtestSeconds.toFixed(1)} s; two years with half a year of calibration before them
(${TWO_YEARS_DAYS} days) at that rate take ${((backtestSeconds / BACKTEST_DAYS / 60) * TWO_YEARS_DAYS).toFixed(1)} minutes. The process with all its threads held at most ${peakMebibytes.toFixed(0)} MiB.`);

function forecastOf(target: number): Float64Array {
  return champion.predict(champion.fit(panel, target), panel, target);
}
