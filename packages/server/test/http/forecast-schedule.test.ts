import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dayRange, MINUTE_MS, AUCTIONS } from '@lonja/forecasting/market';
import ICAL from 'ical.js';
import { ForecastSchedule } from '../../src/forecasts/schedule/schemas.ts';
import { noteMissed } from '../../src/forecasts/runs/lateness.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T09:41:30Z');
after(() => api.close());

let key = '';
let run = '';
before(async () => {
  key = await api.createKey();
  run = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T08:30:02Z',
    scheduledFor: '2026-03-30T08:30:00Z',
    publishedAt: '2026-03-30T08:31:10Z',
    firstDay: '2026-03-31',
  });
});

async function scheduleOf(token = key): Promise<ForecastSchedule> {
  const answer = await api.get('/forecasts/schedule', token);
  assert.equal(answer.status, 200, answer.text);
  return ForecastSchedule.parse(answer.body);
}

/** The clock goes on to an instant. */
const goTo = (instant: string) => api.clock.advance(Date.parse(instant) - api.clock.now());

suite('timetable', () => {
  test('each product has its next run and gate, the last run its delay', async () => {
    const schedule = await scheduleOf();
    assert.deepEqual(
      schedule.items.map(({ product, next_due_at: at, next_date: day }) => `${product} ${at} ${day}`),
      [
        'da 2026-03-30T10:05:00Z 2026-03-31',
        'ida1 2026-03-30T11:30:00Z 2026-03-31',
        'ida2 2026-03-30T18:30:00Z 2026-03-31',
        'ida3 2026-03-31T06:30:00Z 2026-03-31',
      ],
    );
    const [da, ida1] = schedule.items;
    assert.deepEqual([da?.next_gate_at, da?.next_gate_date], ['2026-03-30T10:00:00Z', '2026-03-31']);
    assert.deepEqual(da?.last_run, {
      forecast_id: run,
      scheduled_for: '2026-03-30T08:30:00Z',
      issued_at: '2026-03-30T08:30:02Z',
      published_at: '2026-03-30T08:31:10Z',
      delay_s: 70,
      degraded_reasons: [],
    });
    assert.deepEqual([ida1?.status, ida1?.last_run], ['missing', null]);
  });

  test('a run is due for a quarter of an hour, then late, with the reason', async () => {
    const [due] = (await scheduleOf()).items;
    assert.equal(due?.status, 'due');
    assert.deepEqual(due?.late, {
      since: '2026-03-30T09:40:00Z',
      late_s: 60,
      reasons: [{ code: 'unknown', input: null }],
    });
    goTo('2026-03-30T09:56:00Z');
    await api.db
      .insertInto('source_status')
      .values({
        source: 'omie',
        last_failure_at: new Date(api.clock.now()),
        last_failure: 'no answer',
        failures_in_row: 4,
      })
      .execute();
    const [late] = (await scheduleOf()).items;
    assert.equal(late?.status, 'late');
    assert.deepEqual(late?.late?.reasons, [{ code: 'source_failing', input: 'omie' }]);
    goTo('2026-03-30T10:06:00Z');
    const missed = [{ scheduledFor: Date.parse('2026-03-30T09:40:00Z'), firstDay: '2026-03-31' }];
    await noteMissed(api.db, { product: 'da', dataOrigin: 'market' }, { runs: missed, now: api.clock.now() });
    const [given] = (await scheduleOf()).items;
    assert.deepEqual(
      given?.late?.reasons.map(({ code }) => code),
      ['not_in_time', 'source_failing'],
    );
    await publishTestRun(api.db, {
      issuedAt: '2026-03-30T10:05:01Z',
      firstDay: '2026-03-31',
      scheduledFor: '2026-03-30T10:05:00Z',
    });
    const [good] = (await scheduleOf()).items;
    assert.deepEqual([good?.status, good?.late], ['on_time', null]);
  });

  test('a subscription shows its own products alone, as CSV too', async () => {
    const own = await api.createKey({ products: ['es-ida2'] });
    assert.deepEqual(
      (await scheduleOf(own)).items.map(({ product }) => product),
      ['ida2'],
    );
    const csv = (await api.get('/forecasts/schedule?format=csv', own)).text.trimEnd().split('\r\n');
    assert.equal(csv.length, 2);
    assert.match(csv[1] ?? '', /^ida2,missing,2026-03-30T18:30:00Z,2026-03-31,/);
    assert.deepEqual(errorOf(await api.get('/forecasts/schedule?days=3', own)), [400, 'unknown_parameter']);
  });
});

suite('calendar feed', () => {
  async function feedOf(query = ''): Promise<string> {
    const reply = await api.app.inject({ url: `/schedule.ics${query}` });
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers['content-type'], 'text/calendar; charset=utf-8');
    return reply.body;
  }
  const eventsOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));

  test('lines end with CRLF, are folded at 75 octets, and say when and by whom they were made', async () => {
    const text = await feedOf();
    assert.equal(text.replaceAll('\r\n', '').includes('\n'), false);
    assert.ok(text.endsWith('END:VCALENDAR\r\n'));
    const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    assert.ok(longest <= 75, `a line has ${longest} octets`);
    const calendar = new ICAL.Component(ICAL.parse(text));
    assert.equal(calendar.getFirstPropertyValue('version'), '2.0');
    for (const event of calendar.getAllSubcomponents('vevent')) {
      const stamp = event.getFirstPropertyValue('dtstamp');
      assert.ok(stamp instanceof ICAL.Time && stamp.toUnixTime() * 1000 <= api.clock.now());
      for (const name of ['dtstart', 'dtend', 'dtstamp'])
        assert.match(event.getFirstProperty(name)?.toICALString() ?? '', /:\d{8}T\d{6}Z$/);
    }
  });

  test('an event keeps its identifier from day to day, and each has its own', async () => {
    const today = eventsOf(await feedOf());
    assert.equal(new Set(today.map(({ uid }) => uid)).size, today.length);
    const start = new Map(today.map(({ uid, startDate }) => [uid, startDate.toUnixTime()]));
    goTo('2026-03-31T10:06:00Z');
    const tomorrow = eventsOf(await feedOf());
    const kept = tomorrow.filter(({ uid }) => start.has(uid));
    assert.ok(kept.length > 0.9 * today.length);
    for (const { uid, startDate } of kept) assert.equal(startDate.toUnixTime(), start.get(uid));
  });

  for (const [clock, days] of [
    ['2026-10-20T08:00:00Z', ['2026-10-24', '2026-10-27']],
    ['2027-03-25T08:00:00Z', ['2027-03-27', '2027-03-30']],
  ] as const) {
    test(`runs are at their local times around the change of the clocks after ${clock}`, async () => {
      goTo(clock);
      const events = eventsOf(await feedOf('?product=da'));
      for (const day of dayRange(days[0], days[1])) {
        const ofDay = events.filter(({ summary }) => summary === `Forecast es-da for ${day}`);
        const times = ofDay.map(({ startDate }) =>
          startDate.toJSDate().toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid', timeStyle: 'short' }),
        );
        assert.deepEqual(times, ['06:05', '10:30', '11:40', '12:05', '13:30'], day);
        assert.ok(
          ofDay.every(
            ({ startDate, endDate }) => +endDate.toJSDate() - +startDate.toJSDate() === 15 * MINUTE_MS,
          ),
        );
      }
    });
  }

  test('in English, or in the language that was asked for', async () => {
    const ofDay = async (query: string) => {
      const text = await feedOf(query);
      const [{ summary, description }] = eventsOf(text);
      const calendar = new ICAL.Component(ICAL.parse(text));
      return [String(calendar.getFirstPropertyValue('name')), summary, description] as const;
    };
    const [name, summary, description] = await ofDay('?product=pt-da&lang=pt');
    assert.equal(name, 'Previsões da Lonja pt-da');
    assert.match(summary, /^Previsão pt-da de \d{4}-\d{2}-\d{2}$/);
    assert.match(description, /^A execução é emitida a partir de .*\n.*O leilão fecha em .*\nGET /);
    assert.match(description, /GET \/api\/v1\/forecasts\?market_id=pt&product=da&date=/);
    assert.match((await ofDay('?lang=es'))[1], /^Previsión es-/);
    assert.deepEqual(await ofDay('?lang=en'), await ofDay(''));
    assert.equal((await api.app.inject({ url: '/schedule.ics?lang=fr' })).statusCode, 404);
  });

  test('one product or all of them, and no other', async () => {
    const all = eventsOf(await feedOf());
    for (const product of AUCTIONS) {
      const own = eventsOf(await feedOf(`?product=${product}`));
      assert.deepEqual(
        own.map(({ uid }) => uid),
        all.flatMap(({ uid }) => (uid.startsWith(`es-${product}-`) ? [uid] : [])),
      );
    }
    for (const product of ['x', 'fr-ida1']) {
      const reply = await api.app.inject({ url: `/schedule.ics?product=${product}` });
      assert.equal(reply.statusCode, 404, product);
    }
  });
});
