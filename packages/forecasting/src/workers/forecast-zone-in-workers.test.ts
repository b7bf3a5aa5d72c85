import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeUpZones } from '../../test/made-up-zones.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { ZONE_RECIPE } from '../pipelines/zones.ts';
import { completeZone } from '../zones/complete-zone.ts';
import { forecastZoneSpreads } from '../zones/fit-zone-spread.ts';
import { zoneRanks } from '../zones/zone-ranks.ts';
import { forecastZoneInWorkers, type ZoneFitMemory } from './forecast-zone-in-workers.ts';
import { createJobs, type Jobs, type ZoneTask } from './thread-jobs.ts';
import type { Threads } from './threads.ts';

const FIRST_DAY = '2025-10-24';
const ALL = madeUpZones({ from: '2025-08-20', to: '2025-10-28', resolution: 'PT15M', seed: 4 });
const RECIPE = { ...ZONE_RECIPE, chance: { ...ZONE_RECIPE.chance, trees: 5 }, sumLevels: 2 };

function taskOf(expected: number): ZoneTask {
  const targets = ALL.filter(({ day }) => day >= FIRST_DAY).map((day) => ({
    ...day,
    expected: day.periods.map(() => expected),
  }));
  const distribution = Float64Array.from(QUANTILE_LEVELS, (level) => expected + 10 * level);
  return {
    recipe: RECIPE,
    history: ALL.filter(({ day }) => day < FIRST_DAY),
    targets,
    reference: {
      hours: [],
      quarters: targets.flatMap(({ periods }) => periods.map(({ start }) => ({ start, distribution }))),
    },
    bounds: { min: -500, pointMin: -500, max: 4000 },
    at: { firstDay: FIRST_DAY, horizonDays: targets.length, pathDays: 182 },
  };
}

/** Jobs done on the spot, and how many days were fitted. */
function countingThreads(count: number): Threads & { fitted: () => number } {
  const jobs = createJobs();
  let fitted = 0;
  return {
    count,
    fitted: () => fitted,
    async run<Kind extends keyof Jobs>(kind: Kind, asked: Jobs[Kind]['asked']) {
      if (kind === 'fitZone' && 'days' in asked) fitted += asked.days.length;
      return jobs[kind](asked);
    },
    close: async () => {},
  };
}

test('days that are spread over threads, and fits that are kept, give the same to the last bit', async () => {
  const memory: ZoneFitMemory = new Map();
  for (const [i, expected] of [40, 55].entries()) {
    const task = taskOf(expected);
    const spreads = forecastZoneSpreads(RECIPE, task.history, task.targets).flat();
    const whole = {
      ...completeZone(RECIPE, task.reference, spreads, task.bounds),
      ranks: zoneRanks(RECIPE, task.history, task.at),
    };
    for (const count of [1, 2, 9]) {
      const threads = countingThreads(count);
      assert.deepEqual(await forecastZoneInWorkers(task, { threads }), whole);
      assert.equal(threads.fitted(), task.targets.length);
    }
    const threads = countingThreads(2);
    assert.deepEqual(await forecastZoneInWorkers(task, { threads, memory }), whole);
    // What is expected of the days to come teaches nothing.
    assert.equal(threads.fitted(), i === 0 ? task.targets.length : 0);
  }
});

test('another past is fitted anew, and too little of it is said', async () => {
  const memory: ZoneFitMemory = new Map();
  const threads = countingThreads(2);
  const task = taskOf(40);
  await forecastZoneInWorkers(task, { threads, memory });
  const [day, ...later] = task.history;
  const changed = { ...day, zone: Array.from(day.zone, (price) => price + 1) };
  await forecastZoneInWorkers({ ...task, history: [changed, ...later] }, { threads, memory });
  assert.equal(threads.fitted(), 2 * task.targets.length);
  const short = await forecastZoneInWorkers({ ...task, history: later.slice(-5) }, { threads, memory });
  assert.ok('insufficientHistory' in short && short.insufficientHistory.startsWith('5 days'));
});
