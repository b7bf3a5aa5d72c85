import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMeteoAnswer } from '../../../../test/sources/answers.ts';
import { openMeteoAt } from '../../../../test/sources/open-meteo-source.ts';
import { deliveryPeriods, HOUR_MS } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { openMeteoReply } from '../../../../test/sources/payloads.ts';
import type { PublishedDay } from '../source.ts';
import { parseOpenMeteo } from './parse.ts';

const NOW = Date.parse('2026-03-25T10:00:00Z');
const { source, asked } = openMeteoAt(NOW, openMeteoAnswer);
const [outlook] = source.outlooks ?? [];

test('an outlook is known from the moment it was asked for, and covers days of 23 hours', async () => {
  const [day] = await source.fetch(outlook, { from: '2026-03-29', to: '2026-03-29' });
  assert.deepEqual(
    day.series.map(({ key, start }) => [key, start.length]),
    [
      ['temperature.forecast', 23],
      ['windspeed.forecast', 23],
      ['irradiance.forecast', 23],
    ],
  );
  assert.ok(day.series.every(({ availableAt }) => availableAt.every((instant) => instant === NOW)));
});

test('what was said of days past is never made up from what is said of them now', async () => {
  asked.length = 0;
  assert.deepEqual(await source.fetch(outlook, { from: '2026-03-01', to: '2026-03-24' }), []);
  const days = await source.fetch(outlook, { from: '2026-03-23', to: '2026-03-26' });
  assert.deepEqual(
    days.map(({ day }) => day),
    ['2026-03-25', '2026-03-26'],
  );
  assert.deepEqual(new Set(asked.map(({ hostname }) => hostname)), new Set(['forecast']));
});

const IN_JULY = Date.parse('2026-07-01T10:00:00Z');

/** Days of `weather.forecast`, with the addresses that were asked; `valueOf` gives what a variable has at an instant. */
async function fetchDays(
  span: { from: string; to: string },
  valueOf: (name: string, instant: number) => number | undefined = () => 1,
): Promise<{ days: PublishedDay[]; asked: URL[] }> {
  const { source, asked } = openMeteoAt(IN_JULY, (url) => {
    const parameter = (name: string) => url.searchParams.get(name) ?? '';
    const asDays = { from: parameter('start_date'), to: parameter('end_date') };
    const parts = parameter('hourly')
      .split(',')
      .map((name) =>
        openMeteoReply(asDays, 10, {
          names: [name],
          meanOf: (_, instant) => valueOf(`${url.hostname} ${name}`, instant),
        }),
      );
    return joined(parts);
  });
  const [forecast] = source.publications;
  return { days: await source.fetch(forecast, span), asked };
}

/** One answer with the columns of several. */
function joined(parts: readonly string[]): string {
  const replies: { hourly: object; hourly_units: object }[][] = parts.map((part) => JSON.parse(part));
  const places = replies[0].map((_, place) => ({
    hourly: Object.assign({}, ...replies.map((reply) => reply[place].hourly)),
    hourly_units: Object.assign({}, ...replies.map((reply) => reply[place].hourly_units)),
  }));
  return JSON.stringify(places);
}

function seriesOf({ series }: PublishedDay, key: string): Series {
  const found = series.find((one) => one.key === key);
  assert.ok(found !== undefined);
  return found;
}

const ONE_PLACE = [{ latitude: 40, longitude: -3, load: 1, wind: 1, solar: 1 }];

test('radiation is the mean of the hour before its instant; temperature and wind are values at theirs', () => {
  const first = Date.parse('2026-06-21T04:00:00Z');
  const radiation = [0, 0, 12, 140, 330];
  const reply = openMeteoReply({ from: '2026-06-21', to: '2026-06-21' }, 1, {
    meanOf(variable, instant) {
      const i = (instant - first) / HOUR_MS;
      return variable === 'shortwave_radiation' ? radiation[i] : i;
    },
  });
  const [temperature, wind, irradiance] = parseOpenMeteo(reply, ONE_PLACE, 'weather');
  const at = (values: ReadonlyMap<number, number>, hour: string) =>
    values.get(Date.parse(`2026-06-21T${hour}:00Z`));
  assert.deepEqual(
    ['03:00', '05:00', '06:00', '07:00', '08:00'].map((hour) => at(irradiance.values, hour)),
    [0, 12, 140, 330, undefined],
  );
  assert.equal(at(temperature.values, '06:00'), 2);
  assert.equal(at(wind.values, '06:00'), 2);
});

for (const [day, hours] of [
  ['2026-06-20', 24],
  ['2026-03-29', 23],
  ['2025-10-26', 25],
] as const) {
  test(`the last hour of ${day} has its radiation, which stands at the next midnight`, async () => {
    const { days } = await fetchDays({ from: day, to: day });
    for (const key of ['temperature.forecast', 'windspeed.forecast', 'irradiance.forecast']) {
      const { start } = seriesOf(days[0], key);
      assert.deepEqual(
        [...start],
        deliveryPeriods(day, 'PT1H').map((period) => period.start),
      );
      assert.equal(start.length, hours);
    }
  });
}

test('weather of past days is that of the newest run that was out at noon of the day before', async () => {
  const { days, asked } = await fetchDays({ from: '2026-06-20', to: '2026-06-20' }, (name) =>
    name.endsWith('_previous_day1') ? 1 : 2,
  );
  assert.deepEqual(
    asked.map(({ hostname }) => hostname),
    ['runs'],
  );
  const { start, value, availableAt } = seriesOf(days[0], 'temperature.forecast');
  // In Madrid the day begins at 22:00 UTC; noon before it is 10:00 UTC.
  const noon = Date.parse('2026-06-19T10:00:00Z');
  for (const [i, hour] of start.entries()) {
    const daysBack = hour <= Date.parse('2026-06-20T04:00:00Z') ? 1 : 2;
    assert.ok(Math.abs(value[i] - daysBack) < 1e-9);
    assert.equal(availableAt[i], hour - (24 * daysBack - 6) * HOUR_MS);
    assert.ok(availableAt[i] <= noon);
  }
});

test('what earlier runs lack is filled with the first hours of each run, known when their hour is over', async () => {
  const lacking = Date.parse('2026-06-20T12:00:00Z');
  const { days, asked } = await fetchDays({ from: '2026-06-20', to: '2026-06-20' }, (name, instant) => {
    if (name.startsWith('runs temperature') && instant === lacking) return undefined;
    return name.startsWith('runs') ? 1 : 5;
  });
  assert.deepEqual(
    asked.map(({ hostname }) => hostname),
    ['runs', 'first-hours'],
  );
  const temperature = seriesOf(days[0], 'temperature.forecast');
  const at = temperature.start.indexOf(lacking);
  assert.ok(Math.abs(temperature.value[at] - 5) < 1e-9);
  assert.equal(temperature.availableAt[at], lacking + HOUR_MS);
  const others = temperature.value.filter((_, i) => i !== at);
  assert.ok(others.every((value) => Math.abs(value - 1) < 1e-9));
});

test('days before earlier runs were kept are known hour by hour, when each hour is over', async () => {
  const { days, asked } = await fetchDays({ from: '2023-06-20', to: '2023-06-20' });
  assert.deepEqual(
    asked.map(({ hostname }) => hostname),
    ['first-hours'],
  );
  for (const { start, availableAt } of days[0].series) {
    assert.deepEqual(
      [...availableAt],
      [...start].map((hour) => hour + HOUR_MS),
    );
  }
});

test('what is asked for today of today and tomorrow is known from now on', async () => {
  const { days, asked } = await fetchDays({ from: '2026-07-01', to: '2026-07-02' });
  assert.deepEqual(
    asked.map(({ hostname }) => hostname),
    ['forecast'],
  );
  assert.equal(days.length, 2);
  for (const { series } of days)
    for (const { availableAt } of series) assert.ok(availableAt.every((at) => at === IN_JULY));
});
