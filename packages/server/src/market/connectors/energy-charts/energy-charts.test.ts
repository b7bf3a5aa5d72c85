import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, HOUR_MS, instantOf } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../../ground/reasons/reasons.ts';
import { energyChartsAnswer } from '../../../../test/sources/answers.ts';
import { energyChartsReply } from '../../../../test/sources/payloads.ts';
import { MADE_UP_WORLD } from '../../../../test/sources/world.ts';
import { PayloadFault } from '../payload-fault.ts';
import { createTransport } from '../transport/transport.ts';
import { parseEnergyCharts } from './parse.ts';
import { createEnergyChartsSource, ENERGY_CHARTS_LIMITS } from './source.ts';

const DAY = '2026-03-31';
const MW = { what: 'a test', unit: 'MW' };

/** The source with `answer` in place of the service; what was asked for and how long it waited in between is kept. */
function sourceOf(answer: (url: URL) => string | Response | undefined) {
  const asked: URL[] = [];
  const startedAt: number[] = [];
  let now = Date.parse('2026-04-02T10:00:00Z');
  const transport = createTransport('energy-charts', ENERGY_CHARTS_LIMITS, {
    fetch: async (request) => {
      const url = new URL(request instanceof Request ? request.url : request);
      asked.push(url);
      startedAt.push(now);
      const said = answer(url) ?? new Response('{"detail":"no content available"}', { status: 404 });
      return typeof said === 'string' ? new Response(said) : said;
    },
    now: () => now,
    sleep: async (ms) => void (now += ms),
    random: () => 0,
    version: 'test',
  });
  const source = createEnergyChartsSource({ transport, baseUrl: 'https://energy-charts.test' });
  const fetchDays = (name: string, from = DAY, to = from) => {
    const publication = source.publications.find((one) => one.name === name);
    assert.ok(publication, name);
    return source.fetch(publication, { from, to });
  };
  return { fetchDays, asked, startedAt };
}

/** An answer of the made-up service, changed as JSON. */
function changed(url: URL, change: (body: Body) => void): string {
  const body = JSON.parse(energyChartsAnswer(url) ?? '{}');
  change(body);
  return JSON.stringify(body);
}
interface Body {
  unit: string;
  license: string;
  resolution: string;
  series: { id: string }[];
  data: { timestamp: string; values: Record<string, number | null> }[];
}

test('both versions of the answers are read', () => {
  const start = instantOf(DAY, '00:00');
  const two = energyChartsReply(
    { from: DAY, to: DAY },
    { unit: 'MW', resolution: 'PT15M', ids: ['load'], meanOf: (_, at) => (at - start) / HOUR_MS },
  );
  assert.equal(
    parseEnergyCharts(two, MW)
      .series.get('load')
      ?.get(start + HOUR_MS),
    1,
  );
  const seconds = [start / 1000, start / 1000 + 900];
  const forecast = { unix_seconds: seconds, production_type: 'solar', forecast_values: [7, null] };
  const ofForecast = parseEnergyCharts(JSON.stringify(forecast), MW).series;
  assert.deepEqual([...ofForecast], [['solar', new Map([[start, 7]])]]);
  const power = { unix_seconds: seconds, production_types: [{ name: 'Wind onshore', data: [1, 2] }] };
  assert.deepEqual([...parseEnergyCharts(JSON.stringify(power), MW).series.keys()], ['wind_onshore']);
  const price = { license_info: 'CC BY 4.0', unix_seconds: seconds, price: [1, 2], unit: 'EUR / MWh' };
  assert.equal(
    parseEnergyCharts(JSON.stringify(price), { what: 'a test', unit: 'EUR/MWh' }).series.get('price')?.size,
    2,
  );
});

for (const [what, change, message] of [
  ['another licence', (body: Body) => (body.license = 'All rights reserved'), /licence is now "All rights/],
  ['another unit', (body: Body) => (body.unit = 'GW'), /values are in "GW", expected MW/],
  ['steps that nobody knows', (body: Body) => (body.resolution = 'P1D'), /steps of "P1D"/],
  ['another series', (body: Body) => (body.series[0].id = 'last'), /"load" is not among the series/],
  [
    'a series of another name',
    (body: Body) => {
      body.series[0].id = 'last';
      for (const { values } of body.data) {
        values['last'] = values['load'];
        delete values['load'];
      }
    },
    /no series load; there are last/,
  ],
  [
    'two values of an hour',
    (body: Body) => body.data.push({ ...body.data[20], values: { load: 1 } }),
    /has two values at/,
  ],
  [
    'instants between the quarters',
    (body: Body) => (body.data[20].timestamp = '2026-03-31T05:07:00+02:00'),
    /not on a quarter hour/,
  ],
] as const) {
  test(`an answer with ${what} is refused whole, and says why`, async () => {
    const { fetchDays } = sourceOf((url) => changed(url, change));
    await assert.rejects(fetchDays('load.forecast'), (error) => {
      assert.ok(error instanceof PayloadFault && message.test(error.message), String(error));
      return true;
    });
  });
}

test('what is null is not there yet: a forecast comes whole, measured values once the day is over', async () => {
  const nullFrom = (instant: string) => (body: Body) => {
    for (const { timestamp, values } of body.data) {
      if (timestamp >= instant) for (const id of Object.keys(values)) values[id] = null;
    }
  };
  const untilEvening = sourceOf((url) => changed(url, nullFrom(`${DAY}T21:00:00+02:00`)));
  assert.deepEqual(await untilEvening.fetchDays('load.forecast'), []);
  assert.deepEqual(await untilEvening.fetchDays('generation.actual'), []);
  const untilMidnight = sourceOf((url) => changed(url, nullFrom('2026-04-01')));
  assert.deepEqual((await untilMidnight.fetchDays('generation.actual')).length, 1);
  const withHole = sourceOf((url) => changed(url, (body) => (body.data[150].values['load'] = null)));
  assert.deepEqual(await withHole.fetchDays('load.forecast'), []);
  assert.equal((await withHole.fetchDays('generation.actual'))[0].series[0].value.length, 24);
});

test('a type of production that is missing is told, and the others are taken', async () => {
  const without = (...gone: string[]) =>
    sourceOf((url) =>
      changed(url, (body) => {
        body.series = body.series.filter(({ id }) => !gone.includes(id));
        for (const { values } of body.data) for (const id of gone) delete values[id];
      }),
    );
  const [day] = await without('solar').fetchDays('generation.actual');
  assert.deepEqual(
    [day.series.map(({ key }) => key), sentenceOrNull(day.warnings)],
    [['load.actual', 'wind.actual'], 'solar.actual is missing'],
  );
  await assert.rejects(
    without('solar', 'load', 'wind_onshore').fetchDays('generation.actual'),
    /no series load, wind_onshore, solar; there are nuclear/,
  );
});

test('an answer in which hours turn to quarter hours gives prices as they cleared, and power by the hour', async () => {
  const world = {
    ...MADE_UP_WORLD,
    resolutionOf: (_: string, day: string) => (day < '2025-10-01' ? ('PT1H' as const) : ('PT15M' as const)),
  };
  const prices = sourceOf((url) => energyChartsAnswer(url, world));
  const days = await prices.fetchDays('price.da', '2025-09-30', '2025-10-01');
  assert.deepEqual(
    days.map(({ series }) => [series[0].resolution, series[0].start.length]),
    [
      ['PT1H', 24],
      ['PT15M', 96],
    ],
  );
  const ids = ['load', 'wind_onshore', 'solar'];
  const power = sourceOf((url) =>
    energyChartsReply(
      { from: url.searchParams.get('start') ?? '', to: url.searchParams.get('end') ?? '' },
      {
        unit: 'MW',
        resolution: (day) => (day < '2025-10-26' ? 'PT1H' : 'PT15M'),
        ids,
        meanOf: (_, at) => 1000 + ((at - dayStart('2025-10-25')) % HOUR_MS) / 60_000,
      },
    ),
  );
  const [hourly, quarterly] = await power.fetchDays('generation.actual', '2025-10-25', '2025-10-26');
  assert.deepEqual([hourly.series[0].value.length, hourly.series[0].value[5]], [24, 1000]);
  // The day of 25 hours; the mean of four quarters.
  assert.deepEqual([quarterly.series[0].value.length, quarterly.series[0].value[5]], [25, 1022.5]);
});

test('400 and 404 say that there is nothing of a span, a page for browsers does not', async () => {
  for (const status of [400, 404]) {
    const { fetchDays } = sourceOf(() => new Response('{"detail":"no content"}', { status }));
    assert.deepEqual(await fetchDays('load.forecast'), []);
  }
  const page = sourceOf(() => new Response('<html><body>Not here</body></html>', { status: 404 }));
  await assert.rejects(page.fetchDays('load.forecast'), /answered 404/);
});

test('an archive that serves the current issue alone gives those days and no others', async () => {
  const current = sourceOf((url) => {
    const newest = new URL(url);
    newest.searchParams.set('start', '2026-04-01');
    newest.searchParams.set('end', '2026-04-02');
    return energyChartsAnswer(newest);
  });
  assert.deepEqual(await current.fetchDays('load.forecast', '2025-03-01', '2026-02-28'), []);
  assert.equal((await current.fetchDays('load.forecast', '2026-03-30', '2026-04-02')).length, 2);
});

test('requests go one at a time and a second apart, a year in one, and a pause that is asked for is kept', async () => {
  let answers = 0;
  const { fetchDays, asked, startedAt } = sourceOf((url) =>
    ++answers === 2
      ? new Response('busy', { status: 429, headers: { 'retry-after': '20' } })
      : energyChartsAnswer(url),
  );
  const [year] = await Promise.all([
    fetchDays('wind.forecast', '2025-01-01', '2025-12-31'),
    fetchDays('load.forecast'),
    fetchDays('solar.forecast'),
  ]);
  assert.equal(year.length, 365);
  assert.equal(asked.length, 4);
  const gaps = startedAt.slice(1).map((at, i) => at - startedAt[i]);
  assert.ok(
    gaps.every((gap) => gap >= 1000),
    String(gaps),
  );
  assert.ok(gaps[1] >= 20_000, String(gaps));
  assert.match(asked[0].search, /^\?country=es&production_type=wind_onshore&forecast_type=day-ahead&/);
});
