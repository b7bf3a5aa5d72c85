/**
 * Measures how long what-ifs take by the champion with all that its bounds learn from, in the thread that the service makes them in: the first one after a
 * start, further ones, and the same while every core is busy with other work. Making up the past takes some minutes.
 * Run: node benchmarks/speed/what-if.ts > benchmarks/speed/what-if.md; a number of past forecasts as an argument takes so few.
 */
import { cpus, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import { addDays, AUCTION_CALENDAR, earlierRunsOf } from '@lonja/forecasting/market';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { makeUpForecasts } from '../../packages/server/src/forecasts/issue/calibration.ts';
import { currentModels } from '../../packages/server/src/forecasts/issue/current-models.ts';
import { daysReadBy } from '../../packages/server/src/forecasts/issue/day-ahead-model.ts';
import { readForecastInputs } from '../../packages/server/src/forecasts/issue/forecast-inputs.ts';
import { issueRun } from '../../packages/server/src/forecasts/issue/issue-run.ts';
import { loadData } from '../../packages/server/src/forecasts/preparation/load-data.ts';
import type { Shift } from '../../packages/server/src/forecasts/what-if/record.ts';
import { createWhatIfs } from '../../packages/server/src/start/what-if/create-what-ifs.ts';
import { createTestDatabase } from '../../packages/server/test/database.ts';
import { createTestContext, dayAheadRunAt } from '../../packages/server/test/test-context.ts';

const NOW = '2026-03-28T11:10:00Z';
const ANSWERS = 100;
const BUDGET_S = 3;
const BUSY = 'for (;;) Math.sqrt(Math.random());';

const database = await createTestDatabase();
const context = createTestContext(database.db, NOW, DAY_AHEAD);
const run = dayAheadRunAt(NOW);
const market = { product: 'da', dataOrigin: 'simulator' } as const;
await loadData(context);
const { champion } = await currentModels(context, {
  product: 'da',
  firstDay: run.firstDay,
  now: context.clock.now(),
});
const mostPast = DAY_AHEAD.olderCalibrationDays + DAY_AHEAD.calibrationDays;
const runs = earlierRunsOf(AUCTION_CALENDAR.da, run, Number(process.argv[2] ?? mostPast));
const inputs = await readForecastInputs(database.db, {
  dataOrigin: 'simulator',
  from: addDays(run.firstDay, -daysReadBy(DAY_AHEAD)),
  to: addDays(run.firstDay, AUCTION_CALENDAR.da.horizonDays - 1),
  asOf: context.clock.now(),
});
const set = { ...market, modelVersionId: champion.id };
const past = await makeUpForecasts(context, set, { recipe: DAY_AHEAD, runs, inputs, purpose: 'background' });
const { runId } = await issueRun(context, { ...market, run });

const whatIfs = createWhatIfs({ databaseUrl: database.url }, { patienceMs: 10 * 60_000 });
const first = await measured(() => ask([]));
const alone = await measureMany({ countsProcessor: true });
const busy = cpus().map(() => new Worker(BUSY, { eval: true }));
const besideOthers = await measureMany({ countsProcessor: false });
const [load] = loadavg();
await Promise.all(busy.map((worker) => worker.terminate()));
await whatIfs.close();
await database.drop();

console.log(`# What-ifs

Regenerate with \`node benchmarks/speed/what-if.ts > benchmarks/speed/what-if.md\`.

The champion on the simulated market: a run of ${AUCTION_CALENDAR.da.horizonDays} days in quarter hours, whose bounds learn from ${past.length} of ${mostPast} past forecasts. Each answer shifts one input by
a size and in hours of its own. Budget: ${BUDGET_S} s for 95 of 100 on two busy cores.

| | answers | median s | 95th percentile s | longest s | s of processor, mean |
|---|---:|---:|---:|---:|---:|
| the first after a start: inputs read, models fitted once and held to the run | 1 | ${first.seconds.toFixed(2)} | | ${first.seconds.toFixed(2)} | ${first.processor.toFixed(2)} |
| further ones | ${alone.text} |
| further ones, beside a busy thread for each core | ${besideOthers.text} |

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. The load of the machine at the end was ${load.toFixed(1)}, of which the busy threads make ${cpus().length}.`);
process.exitCode = besideOthers.late > BUDGET_S ? 1 : 0;

async function ask(shifts: Shift[]): Promise<void> {
  await whatIfs.make({ runId, resolution: 'PT15M', shifts });
}

/** Percentages from -15 to 15 of each input in turn, beginning at each hour. */
function shiftsOf(i: number): Shift[] {
  const input = (['load', 'wind', 'solar'] as const)[i % 3];
  const percent = (i % 31) - 15;
  const scale = input === 'load' ? 0.1 : 0.5;
  return [
    {
      input,
      day: run.firstDay,
      fromPeriod: 1 + (i % 20),
      toPeriod: 4 + (i % 20),
      change: { percent: scale * percent },
    },
  ];
}

async function measured(work: () => Promise<void>): Promise<{ seconds: number; processor: number }> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}

/** Of the busy threads' time on the processor nothing can be told apart. */
async function measureMany({
  countsProcessor,
}: {
  countsProcessor: boolean;
}): Promise<{ text: string; late: number }> {
  const seconds: number[] = [];
  const { processor } = await measured(async () => {
    for (let i = 0; i < ANSWERS; i++) seconds.push((await measured(() => ask(shiftsOf(i)))).seconds);
  });
  const ascending = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => ascending[Math.min(ANSWERS - 1, Math.ceil(share * ANSWERS) - 1)];
  const figures = [at(0.5), at(0.95), at(1)].map((value) => value.toFixed(2));
  const ofEach = countsProcessor ? (processor / ANSWERS).toFixed(2) : '';
  return { text: [ANSWERS, ...figures, ofEach].join(' | '), late: at(0.95) };
}
