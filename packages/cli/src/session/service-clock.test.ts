import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createClient } from '@lonja/client';
import { createServiceClock } from './service-clock.ts';

/** A clock whose service gives one answer to every request, how often it was asked, and what was said of it. */
function clockOf(status: number, body: object) {
  const asked: string[] = [];
  const stderr = new PassThrough();
  const client = createClient({
    baseUrl: 'http://service.test',
    retries: 0,
    fetch: async (request) => {
      asked.push(new Request(request).url);
      return Response.json(body, { status });
    },
  });
  const said = () => String(stderr.read() ?? '');
  return { clock: createServiceClock(client, { stderr }), asked, said };
}

test('the service is asked once, when its time is first needed, and the time goes on from there', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  const { clock, asked, said } = clockOf(200, { status: 'ok', now: '2026-03-28T22:59:30Z' });
  assert.deepEqual(asked, []);
  assert.deepEqual(await Promise.all([clock(), clock()]), Array(2).fill(Date.parse('2026-03-28T22:59:30Z')));
  t.mock.timers.tick(45_000);
  assert.equal(await clock(), Date.parse('2026-03-28T23:00:15Z'));
  assert.deepEqual([asked, said()], [['http://service.test/api/v1/health'], '']);
});

test('where the service does not say its time, this computer’s counts, and a line says so once', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  const cases: [status: number, body: object][] = [
    [200, { status: 'ok', version: '0.1.0', uptime_s: 61 }],
    [404, {}],
  ];
  for (const [status, body] of cases) {
    const { clock, asked, said } = clockOf(status, body);
    assert.deepEqual([await clock(), await clock()], Array(2).fill(Date.parse('2026-11-21T08:00:00Z')));
    assert.equal(asked.length, 1);
    assert.match(
      said(),
      /^lonja: The service does not say what time it is, .* by the clock of this computer[^\n]*\n$/,
    );
  }
});

test('a failure that may pass is reported, not guessed around', async () => {
  const { clock, said } = clockOf(503, { error: 'overloaded', detail: 'Too much to do.' });
  await assert.rejects(clock(), { name: 'LonjaError', status: 503 });
  assert.equal(said(), '');
});
