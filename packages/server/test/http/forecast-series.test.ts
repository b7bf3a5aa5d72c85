import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { ForecastSeries } from '../../src/forecasts/series/schemas.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-31T12:00:00Z');
after(() => api.close());

let key = '';
const runs: Record<string, string> = {};

before(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  key = await api.createKey();
  const publish = async (name: string, issuedAt: string, firstDay: string, rest: object = {}) => {
    runs[name] = await publishTestRun(api.db, { issuedAt, firstDay, level: 50, ...rest });
  };
  // 10:00 in Madrid is 09:00 in UTC until the clock change of 29 March, 08:00 from that day on.
  await publish('winter', '2026-03-27T08:59:59Z', '2026-03-28', { days: 1 });
  await publish('winter, too late', '2026-03-27T09:00:00Z', '2026-03-28', { days: 1, level: 900 });
  await publish('change', '2026-03-28T08:59:59Z', '2026-03-29', { days: 1, withQuarters: true });
  await publish('summer', '2026-03-29T07:59:59Z', '2026-03-30', { days: 2, withDistributions: true });
  await publish('summer, too late', '2026-03-29T08:00:00Z', '2026-03-30', { days: 1, level: 900 });
  // Issued in time, and to be had only afterwards.
  await publish('read too late', '2026-03-30T07:58:00Z', '2026-03-31', {
    days: 1,
    level: 900,
    publishedAt: '2026-03-30T08:00:00Z',
  });
  await publish('simulated', '2026-03-30T07:00:00Z', '2026-03-31', { days: 1, dataOrigin: 'simulator' });
  await publish('autumn', '2025-10-25T07:59:59Z', '2025-10-26', { days: 1, withQuarters: true });
  await publish('autumn, at two twice', '2025-10-26T00:30:00Z', '2025-10-27', { days: 1, level: 900 });
  await publish('autumn, before two', '2025-10-26T00:29:59Z', '2025-10-27', { days: 1 });
  await publish('own day', '2026-03-30T07:30:00Z', '2026-03-30', { product: 'ida3', days: 1, fromHour: 12 });
});

async function answerOf(query: string, token = key): Promise<Response> {
  const { port } = api.app.server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/v1/forecasts/series?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

async function seriesOf(query: string): Promise<ForecastSeries> {
  const answer = await answerOf(query);
  const body: unknown = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return ForecastSeries.parse(body);
}

const DAYS = 'date_from=2026-03-28&date_to=2026-03-31';
const runsOf = ({ days }: ForecastSeries) => days.map(({ date, forecast_id: id }) => [date, id]);

suite('series of forecasts that were valid at a time of day', () => {
  test('each day has the last run that could be read before the time of its own day', async () => {
    const series = await seriesOf(`product=da&days_ahead=1&issued_before=10:00&${DAYS}`);
    assert.deepEqual(runsOf(series), [
      ['2026-03-28', runs['winter']],
      ['2026-03-29', runs['change']],
      ['2026-03-30', runs['summer']],
      ['2026-03-31', runs['summer']],
    ]);
    assert.deepEqual(
      series.days.map(({ points }) => points.length),
      [24, 23, 24, 24],
    );
    const [first] = series.days;
    assert.deepEqual(
      { ...first, points: first?.points.slice(0, 1) },
      {
        date: '2026-03-28',
        forecast_id: runs['winter'],
        issued_at: '2026-03-27T08:59:59Z',
        published_at: '2026-03-27T08:59:59Z',
        model_version: 'da-2026.03.1',
        points: [{ time: '2026-03-27T23:00:00Z', value: 50, p10: 40, p90: 60 }],
      },
    );
    assert.deepEqual([series.total, series.missing, series.simulated], [4, [], false]);
  });

  test('days without a run are named, those whose time is to come too', async () => {
    const series = await seriesOf('issued_before=14:01&date_from=2026-03-26&date_to=2026-04-01');
    assert.deepEqual(
      series.missing.map(({ date, reason }) => `${date} ${reason}`),
      ['2026-03-26 not_issued', '2026-03-27 not_issued', '2026-04-01 not_yet'],
    );
    assert.deepEqual(runsOf(series).slice(-1), [['2026-03-31', runs['read too late']]]);
    const old = await seriesOf('issued_before=10:00&date_from=1900-01-01&date_to=1900-01-02');
    assert.deepEqual([old.days, old.missing.length], [[], 2]);
  });

  test('a time that occurs twice is its first, and the long day has its 25 hours and 100 quarters', async () => {
    const day = 'date_from=2025-10-26&date_to=2025-10-26&issued_before=10:00';
    assert.equal((await seriesOf(day)).days[0]?.points.length, 25);
    assert.equal((await seriesOf(`${day}&resolution=PT15M`)).days[0]?.points.length, 100);
    const next = await seriesOf('date_from=2025-10-27&date_to=2025-10-27&issued_before=02:30');
    assert.deepEqual(runsOf(next), [['2025-10-27', runs['autumn, before two']]]);
  });

  test('quarter hours and quantiles are given where they are asked for', async () => {
    const query = `issued_before=10:00&${DAYS}&resolution=PT15M`;
    const quarters = await seriesOf(query);
    assert.deepEqual(runsOf(quarters), [['2026-03-29', runs['change']]]);
    assert.equal(quarters.days[0]?.points.length, 92);
    assert.deepEqual(
      quarters.missing.map(({ reason }) => reason),
      ['not_issued', 'not_issued', 'not_issued'],
    );
    const { days } = await seriesOf(`issued_before=10:00&${DAYS}&quantiles=25,50,97.5`);
    assert.deepEqual(days[2]?.points[0]?.quantiles, { 25: 43.75, 50: 50, 97.5: 61.88 });
    // Without a stored distribution: through the bounds.
    assert.equal(days[0]?.points[0]?.quantiles?.['50'], 50);
  });

  test('an auction of the delivery day itself is asked for with no day ahead', async () => {
    const query = 'product=ida3&days_ahead=0&date_from=2026-03-30&date_to=2026-03-30';
    const { days } = await seriesOf(`${query}&issued_before=10:00`);
    assert.deepEqual([days[0]?.forecast_id, days[0]?.points.length], [runs['own day'], 12]);
    assert.deepEqual((await seriesOf(`${query}&issued_before=09:30`)).days, []);
  });

  test('CSV has a row for each period, and one with the reason for a day without', async () => {
    const answer = await answerOf(
      'format=csv&issued_before=10:00&quantiles=50&date_from=2026-03-27&date_to=2026-03-29',
    );
    const [head, missing, first, ...rest] = (await answer.text()).trimEnd().split('\r\n');
    assert.equal(
      head,
      'date (Europe/Madrid),time (UTC),start (Europe/Madrid),value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),q50 (EUR/MWh),forecast_id,issued_at (UTC),published_at (UTC),model_version,simulated,missing',
    );
    assert.equal(missing, '2026-03-27,,,,,,,,,,,false,not_issued');
    assert.equal(
      first,
      `2026-03-28,2026-03-27T23:00:00Z,2026-03-28T00:00:00+01:00,50,40,60,50,${runs['winter']},2026-03-27T08:59:59Z,2026-03-27T08:59:59Z,da-2026.03.1,false,`,
    );
    assert.equal(rest.length, 23 + 23);
    assert.match(answer.headers.get('content-disposition') ?? '', /forecast-series-da-2026-03-27-2026-03-29/);
  });

  test('ten years come in one answer, in parts', async () => {
    const series = await seriesOf('issued_before=10:00&date_from=2016-04-01&date_to=2026-04-08');
    assert.deepEqual([series.total, series.missing.length], [6, 3654]);
    assert.deepEqual(
      series.days.map(({ date }) => date),
      ['2025-10-26', '2025-10-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'],
    );
  });

  test('what is asked wrongly is refused with what to send', async () => {
    const refusal = async (query: string) => errorOf(await api.get(`/forecasts/series?${query}`, key));
    const days = 'issued_before=10:00&date_from=2026-03-28';
    assert.deepEqual(await refusal(`${days}&date_to=2026-03-27`), [400, 'invalid_request']);
    assert.deepEqual(await refusal('issued_before=10:00&date_from=2016-01-01&date_to=2026-03-01'), [
      400,
      'invalid_request',
    ]);
    assert.deepEqual(await refusal(DAYS), [422, 'validation_error']);
    assert.deepEqual(await refusal(`${DAYS}&issued_before=24:00`), [422, 'validation_error']);
    assert.deepEqual(await refusal(`${DAYS}&issued_before=10:00&days_ahead=8`), [422, 'validation_error']);
    assert.deepEqual(await refusal(`${DAYS}&issued_before=10:00&market_id=fr`), [404, 'not_found']);
    const foreign = await api.createKey({ products: ['es-ida1'] });
    const answer = await api.get(`/forecasts/series?${DAYS}&issued_before=10:00`, foreign);
    assert.deepEqual(errorOf(answer), [403, 'insufficient_scope']);
  });
});
