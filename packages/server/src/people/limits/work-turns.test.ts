import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkTurns, type TurnLimits, type TurnOptions } from './work-turns.ts';

const LIMITS: TurnLimits = {
  atOnce: 2,
  atOnceOfGroup: 1,
  waiting: 6,
  waitingOfGroup: 4,
  budgetMs: 1000,
  regainedShare: 0.5,
  easyMs: Infinity,
};

/** Turns by a clock that is set by hand, and work that ends on demand. */
function setUp(limits: Partial<TurnLimits> = {}) {
  let time = 0;
  const pauses: { after: () => void; until: number }[] = [];
  const pause = (after: () => void, ms: number) => {
    pauses.push({ after, until: time + ms });
  };
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const turns = createWorkTurns({ ...LIMITS, ...limits }, { now: () => time, pause });
  const ask = (name: string, options: TurnOptions = {}) => {
    const work = () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return turns.run(name[0], work, options);
  };
  const end = async (name: string, afterMs = 1) => {
    time += afterMs;
    ends.get(name)?.();
    await settled();
  };
  const pass = (ms: number) => {
    time += ms;
    for (const { after, until } of pauses.splice(0)) {
      if (until <= time) after();
      else pauses.push({ after, until });
    }
  };
  return { started, ask, end, pass };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a group that asks for much does not keep others waiting', async () => {
  const { ask, end, started } = setUp();
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name));
  await settled();
  assert.deepEqual(started, ['a1', 'b1']);
  await end('a1');
  assert.deepEqual(started, ['a1', 'b1', 'c1']);
  await end('b1', 50);
  await end('c1', 1);
  for (const name of ['a2', 'b2', 'a3']) await end(name);
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

test('the group that used least time lately comes first', async () => {
  const { ask, end, started } = setUp({ atOnce: 1 });
  const all = ['a1', 'b1', 'a2', 'b2'].map((name) => ask(name));
  await settled();
  await end('a1', 300);
  await end('b1', 10);
  assert.deepEqual(started, ['a1', 'b1', 'b2']);
  await end('b2', 10);
  await end('a2', 10);
  await Promise.all(all);
});

test('what a group waits with is bounded, and what all wait with', async () => {
  const { ask, end } = setUp({ atOnce: 1 });
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3'].map((name) =>
    ask(name).catch((error: unknown) => error),
  );
  await settled();
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'a5']) await end(name);
  const outcomes = await Promise.all(asked);
  const refused = outcomes.map((outcome) => (outcome instanceof Error && 'by' in outcome ? outcome.by : ''));
  assert.deepEqual(refused, ['', '', '', '', '', 'group', '', '', 'all']);
});

test('who has used up the time of a group is refused until it is regained; what was begun goes on', async () => {
  const { ask, end, pass } = setUp();
  const first = ask('a1');
  await settled();
  await end('a1', 1500);
  await first;
  await assert.rejects(ask('a2'), { name: 'TurnRefusedError', by: 'group', waitMs: 1000 });
  const further = ask('a3', { isFurther: true });
  await settled();
  await end('a3', 0);
  assert.equal(await further, 'a3');
  pass(1000);
  const allowed = ask('a4');
  await settled();
  await end('a4');
  assert.equal(await allowed, 'a4');
});

test('what is given up while it waits leaves its place and never starts', async () => {
  const { ask, end, started } = setUp({ atOnce: 1 });
  const abort = new AbortController();
  const first = ask('a1');
  const given = ask('a2', { signal: abort.signal });
  const last = ask('a3');
  abort.abort(new Error('gone'));
  await assert.rejects(given, { message: 'gone' });
  await end('a1');
  await end('a3');
  assert.deepEqual([await first, await last, started], ['a1', 'a3', ['a1', 'a3']]);
  await assert.rejects(ask('a4', { signal: abort.signal }), { message: 'gone' });
});

test('failed work gives its turn on', async () => {
  const turns = createWorkTurns({ ...LIMITS, atOnce: 1 });
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', () => Promise.resolve(1));
  await assert.rejects(failed, { message: 'broken' });
  assert.equal(await next, 1);
});

test('a group that has used much pauses after a turn, the longer the more, and others go on', async () => {
  const { ask, end, pass, started } = setUp({ easyMs: 50, regainedShare: 0 });
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name));
  await settled();
  await end('a1', 50);
  await end('b1', 10);
  assert.deepEqual(started, ['a1', 'b1']);
  // It has used 50 ms, and so it pauses as long as its turn took.
  pass(39);
  await settled();
  assert.deepEqual(started, ['a1', 'b1']);
  pass(1);
  await settled();
  assert.deepEqual(started, ['a1', 'b1', 'a2']);
  await end('a2', 50);
  // 100 ms by now: twice as long.
  pass(99);
  await settled();
  assert.equal(started.length, 3);
  pass(1);
  await settled();
  await end('a3');
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1']);
});
