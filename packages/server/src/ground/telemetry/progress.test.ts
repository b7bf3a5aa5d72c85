import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { loggedProgress, terminalProgress } from './progress.ts';

function logWith(): {
  lines: string[];
  at: (ms: number) => void;
  progress: ReturnType<typeof loggedProgress>;
} {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  let now = 0;
  const progress = loggedProgress(logger, { now: () => now });
  return { lines, at: (ms) => (now = ms), progress };
}

const messagesOf = (lines: string[]) => lines.map((line) => /"msg":"([^"]*)"/.exec(line)?.[1]);

test('a log says when a step begins, every quarter of a minute how long it still takes, and when it ends', () => {
  const { lines, at, progress } = logWith();
  for (let done = 0; done <= 100; done++) {
    at(done * 1000);
    progress('Loading prices', done, 100);
  }
  assert.deepEqual(messagesOf(lines), [
    'Loading prices: 0 of 100',
    'Loading prices: 15 of 100, about 85 s left',
    'Loading prices: 30 of 100, about 70 s left',
    'Loading prices: 45 of 100, about 55 s left',
    'Loading prices: 60 of 100, about 40 s left',
    'Loading prices: 75 of 100, about 25 s left',
    'Loading prices: 90 of 100, about 10 s left',
    'Loading prices: done, 100',
  ]);
});

test('a step that goes on where it stopped is estimated by what was done since, and steps do not disturb each other', () => {
  const { lines, at, progress } = logWith();
  progress('a', 900, 1000);
  progress('b', 0, 10);
  at(60_000);
  progress('a', 920, 1000);
  progress('b', 10, 10);
  at(120_000);
  progress('b', 0, 10);
  assert.deepEqual(messagesOf(lines), [
    'a: 900 of 1000',
    'b: 0 of 10',
    'a: 920 of 1000, about 4 min left',
    'b: done, 10',
    'b: 0 of 10',
  ]);
});

test('a terminal gets one line that is narrower than it is, whatever the name of the step', () => {
  for (const columns of [20, 40, 80, 200])
    for (const step of ['Forecasting', 'simulator load-wind-solar.forecast.before-ida1']) {
      const drawn: string[] = [];
      const progress = terminalProgress({
        columns,
        write: (text: string | Uint8Array) => drawn.push(String(text)) > 0,
      });
      for (const done of [0, 120, 365]) progress(step, done, 365);
      const lines = drawn.map((text) => text.replace('\r\u001B[2K', '').replace(/\n$/, ''));
      assert.ok(
        lines.every((line) => line.length < columns),
        lines.join('|'),
      );
      assert.deepEqual(
        drawn.map((text) => text.endsWith('\n')),
        [false, false, true],
      );
      if (columns > 50) assert.match(lines[1], /░? 120\/365, about \d+ s left$/);
      if (columns === 200) assert.match(lines[2], / █{24} 365\/365$/);
    }
});
