/**
 * Measures what the champion costs on one thread: a day's whole refit and forecast with its searches (relevance of inputs, partial PIT), and
 * that of the day after it, which finds the searches done, as on 27 days of 28. Beside them a plain LEAR on scikit-learn forecasts the same
 * day, in turns. Then a daily back-test on all cores with the memory it takes, and the bounds of two years.
 * Run: node benchmarks/speed/champion.ts > benchmarks/speed/champion.md
 */
import { cpus, release, type } from 'node:os';
import { CHAMPION, type Recipe, createFitCache, createModel } from '@lonja/forecasting';
import { assembleBacktest, planBacktest } from '@lonja/forecasting/backtest';
import { forecastDaysInWorkers } from '@lonja/forecasting/workers';
import { SEED, markets } from './markets.ts';
import { runReference } from './reference.ts';
import { LEAR } from '@lonja/forecasting';

const REFERENCE_WINDOWS = [56, 84, 1092, 1456];
const ROUNDS = 5;
const BACKTEST_DAYS = 60;
/** What the reference takes for a day on a usual core: these machines are noisy. */
const USUAL_REFERENCE_SECONDS = 9.4;
const TWO_YEARS_DAYS = 728;

/** Days between two rounds: a search serves 28 days. */
const ROUND_DAYS = 42;

interface Cost {
  cpuSeconds: number;
  wallSeconds: number;
}

const champion = createModel(CHAMPION);
/** Of all rounds, as of a service that forecasts day after day. */
const cache = createFitCache();
const [{ panel }] = markets();
const last = panel.days.length - 1;

// First of all: what the process holds of the other measurements would count for the back-test.
const start = performance.now();
const days = Array.from({ length: BACKTEST_DAYS }, (_, i) => last - BACKTEST_DAYS + i);
await forecastDaysInWorkers({ panel, targets: days, recipe: CHAMPION });
const backtestSeconds = (performance.now() - start) / 1000;
const peakMebibytes = process.resourceUsage().maxRSS / 1024;

costOf(last - ROUND_DAYS * ROUNDS);
const rounds = Array.from({ length: ROUNDS }, (_, i) => {
  const target = last - 1 - ROUND_DAYS * i;
  const { seconds, versions } = runReference(panel, [target], REFERENCE_WINDOWS);
  return { reference: seconds[0], whole: costOf(target), next: costOf(target + 1), versions };
});
const { seconds: boundsSeconds, forecastDayCount } = await boundTwoYears();
const minutes = ((backtestSeconds / BACKTEST_DAYS) * forecastDayCount + boundsSeconds) / 60;
const referenceSeconds = median(rounds.map(({ reference }) => reference));
const usualMinutes = (minutes * USUAL_REFERENCE_SECONDS) / referenceSeconds;
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
| reference, one day, processor s | ${referenceSeconds.toFixed(2)} |
| champion, one day's refit and forecast with its searches, nothing known of settled days, processor s | ${median(rounds.map(({ whole }) => whole.cpuSeconds)).toFixed(2)} |
| the same by the clock on the wall, s | ${median(rounds.map(({ whole }) => whole.wallSeconds)).toFixed(2)} |
| champion, the day after it, which finds them done as 27 days of 28 do, processor s | ${median(rounds.map(({ next }) => next.cpuSeconds)).toFixed(2)} |
| the same by the clock on the wall, s | ${median(rounds.map(({ next }) => next.wallSeconds)).toFixed(2)} |
| the same, times as fast as the reference | ${median(rounds.map(({ reference, next }) => reference / next.cpuSeconds)).toFixed(1)} |

The forecasts of ${BACKTEST_DAYS} days in turn on ${cpus().length} threads took ${backtestSeconds.toFixed(1)} s,
the bounds and scores of two years from forecasts that are there (LEAR's) ${boundsSeconds.toFixed(1)} s on one.
Two years with half a year before them for their first bounds (${forecastDayCount} days to forecast) at that rate take
${minutes.toFixed(1)} minutes, ${usualMinutes.toFixed(1)} on a core on which the reference takes the usual ${USUAL_REFERENCE_SECONDS} s for a day.
The process with all its threads held at most ${peakMebibytes.toFixed(0)} MiB.`);

/** Of fitting the champion for a row and forecasting it. */
function costOf(target: number): Cost {
  const [before, start] = [process.cpuUsage(), performance.now()];
  champion.fit(panel, target, cache).predict(panel, target);
  const wallSeconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { cpuSeconds: (user + system) / 1e6, wallSeconds };
}

/** What the sequential half of a back-test takes: forecasts of fewer members serve, as members hardly count for its cost. */
async function boundTwoYears(): Promise<{ seconds: number; forecastDayCount: number }> {
  const plan = planBacktest(
    panel,
    { from: panel.days[last - TWO_YEARS_DAYS], to: panel.days[last - 1] },
    { minHistoryDays: 728 },
  );
  const recipe: Recipe = { ...LEAR, windows: [56, 84] };
  const forecasts = await forecastDaysInWorkers({ panel, targets: plan.targets, recipe });
  const start = performance.now();
  assembleBacktest({ panel }, plan, forecasts);
  return { seconds: (performance.now() - start) / 1000, forecastDayCount: plan.targets.length };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
