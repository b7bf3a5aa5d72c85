import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import type { Jobs } from './thread-jobs.ts';
import { createThreads, mapAtOnce } from './threads.ts';
import { LEAR } from '../pipelines/members.ts';

const SLOTS = 4;
const DAYS = dayRange('2026-01-01', '2026-03-31');

function panelOf(): Panel {
  const price = Float64Array.from({ length: DAYS.length * SLOTS }, (_, i) => 50 + 20 * Math.cos(i * i));
  return { days: DAYS, slotsPerDay: SLOTS, price, exogenous: [] };
}

function asked(target: number): Jobs['horizon']['asked'] {
  const recipe = { ...LEAR, windows: [28, 56] };
  return {
    task: { panel: panelOf(), target, horizonDays: 2 },
    recipe,
    mayFallBack: false,
    remembersFits: false,
  };
}

test('a thread that is used again gives bit for bit what a new one gives', async () => {
  const kept = createThreads(1);
  try {
    for (const target of [70, 80, 70]) {
      const fresh = createThreads(1);
      assert.deepEqual(await kept.run('horizon', asked(target)), await fresh.run('horizon', asked(target)));
      await fresh.close();
    }
  } finally {
    await kept.close();
  }
});

test('a job that fails or is given up harms no other, waiting or later', async () => {
  const threads = createThreads(1);
  try {
    const stop = new AbortController();
    const failing = assert.rejects(threads.run('horizon', asked(3)), {
      name: 'InsufficientHistoryError',
      message: /LEAR needs/,
    });
    const givenUp = assert.rejects(threads.run('horizon', asked(80), stop.signal), /enough/);
    const waiting = threads.run('horizon', asked(80));
    stop.abort(new Error('enough'));
    await Promise.all([failing, givenUp]);
    assert.deepEqual(await waiting, await threads.run('horizon', asked(80)));
    await assert.rejects(threads.run('horizon', asked(80), stop.signal), /enough/);
  } finally {
    await threads.close();
  }
});

test('what is under way or waits when the threads are closed is rejected', async () => {
  const threads = createThreads(1);
  const work = [asked(80), asked(81)].map((job) =>
    assert.rejects(threads.run('horizon', job), /closed|ended/),
  );
  await threads.close();
  await Promise.all(work);
});

test(
  'a thread in the background has the lowest priority, the others keep theirs',
  {
    skip: process.platform !== 'linux' && 'a thread has no priority of its own',
  },
  async () => {
    const LOWEST = '19';
    const own = getPriority();
    const [quiet, usual] = [createThreads(1, 'background'), createThreads(1)];
    try {
      const before = countThreadsOf(LOWEST);
      assert.deepEqual(await quiet.run('horizon', asked(80)), await usual.run('horizon', asked(80)));
      assert.equal(countThreadsOf(LOWEST) - before, own === Number(LOWEST) ? 2 : 1);
      assert.equal(getPriority(), own);
    } finally {
      await Promise.all([quiet.close(), usual.close()]);
    }
  },
);

/** Threads of this process by their nice value, the 17th value after the name. */
function countThreadsOf(nice: string): number {
  const tasks = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  );
  return tasks.filter((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === nice).length;
}

test('results come in the order of the items, and a failure begins no further one', async () => {
  const late = (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms));
  assert.deepEqual(await mapAtOnce([30, 1, 2], 2, late), [30, 1, 2]);
  const begun: number[] = [];
  const failing = async (item: number) => {
    begun.push(item);
    await late(1);
    if (item === 1) throw new Error('no');
  };
  await assert.rejects(mapAtOnce([1, 2, 3, 4, 5, 6], 2, failing), /no/);
  assert.deepEqual(begun, [1, 2]);
});
