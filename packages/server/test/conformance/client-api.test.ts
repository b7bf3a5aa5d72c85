import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod';
import { createTenant, createUser } from '../../src/people/access/create-identities.ts';
import { publishTestRun, storeTestPower, storeTestPrices } from '../http/market-fixture.ts';
import { type Answer, ask, createTestApi } from '../http/test-api.ts';
import { type Shape, assertShape } from './shape.ts';

/**
 * The interface specification, route by route: names, types and null rules of every field, defaults, limits, order and the exact
 * code of every documented error. It reads answers as a caller does and shares no schema with the service.
 */
const api = await createTestApi('2026-03-30T11:30:00Z');
after(() => api.close());

const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'];
const MARKETS = ['day-ahead', 'intraday-1', 'intraday-2', 'intraday-3'];
const UNIT = { const: 'EUR/MWh' };
let key = '';

before(async () => {
  key = await api.createKey();
  for (const product of ['da', 'ida1', 'ida2', 'ida3'] as const) {
    for (const day of ['2026-03-28', '2026-03-29', '2026-03-30']) {
      await storeTestPrices(api.db, { day, product, level: 20, availableAt: '2026-03-27T14:00:00Z' });
    }
    for (const [issuedAt, firstDay, version] of [
      ['2026-03-27T09:05:00Z', '2026-03-28', 1],
      ['2026-03-28T09:05:00Z', '2026-03-29', 2],
      ['2026-03-29T09:05:00Z', '2026-03-30', 2],
      ['2026-03-30T10:05:00Z', '2026-03-31', 2],
    ] as const) {
      await publishTestRun(api.db, { product, issuedAt, firstDay, version, days: product === 'da' ? 7 : 1 });
    }
  }
});

async function get(path: string, status = 200): Promise<unknown> {
  const answer = await api.get(path, key);
  assert.equal(answer.status, status, `${path}: ${answer.text}`);
  return answer.body;
}

/** Error bodies: `error`, `detail`, `status`; detail is text, for 422 it may be an array of field-level messages. */
async function assertError(path: string, status: number, error: string, answer?: Answer): Promise<void> {
  const { body, status: given } = answer ?? (await api.get(path, key));
  const detail = z.union([z.string().min(1), z.array(z.object({ msg: z.string() })).min(1)]);
  const parsed = z.object({ error: z.string(), detail, status: z.number() }).parse(body, {
    error: () => path,
  });
  assert.deepEqual([given, parsed.status, parsed.error], [status, status, error], path);
}

function listOf<S extends z.ZodType>(item: S, name = 'items') {
  return z.object({ [name]: z.array(item) });
}

const FORECAST_RUN: Shape = {
  fields: {
    market_id: 'string',
    product: { oneOf: PRODUCTS },
    market_product_id: 'string',
    forecast_id: 'uuid',
    issued_at: 'instant',
    unit: UNIT,
    range_start: { orNull: 'instant' },
    range_end: { orNull: 'instant' },
    points: { each: { fields: { time: 'utc', value: 'number', p10: 'number', p90: 'number' } } },
  },
};

const HOURLY_FIELDS: Record<string, Shape> = {
  date: 'date',
  model_version: 'string',
  data_as_of: 'instant',
  forecasts: {
    each: {
      fields: {
        hour: 'hour',
        forecast_price: 'number',
        lower_bound: 'number',
        upper_bound: 'number',
        unit: UNIT,
      },
    },
  },
};

const SCORES: Record<string, Shape> = { mae: 'number', rmse: 'number', mape: 'number' };

suite('health', () => {
  test('both routes answer without a credential', async () => {
    const health = await api.get('/health');
    assertShape(health.body, { fields: { status: { const: 'ok' }, version: 'string', uptime_s: 'number' } });
    assert.equal((await api.get('/ready')).status, 200);
  });
});

suite('token', () => {
  const post = (payload: string) =>
    ask(api.app, {
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });

  test('username and password as a form give a bearer token for 86400 seconds', async () => {
    const context = { db: api.db, clock: api.clock };
    const tenantId = await createTenant(context, { name: 'Conformance' });
    const account = { email: 'ana@example.com', password: 'correct horse battery', fullName: 'Ana' };
    await createUser(context, { ...account, tenantId, role: 'viewer' });
    const form = new URLSearchParams({ username: account.email, password: account.password });
    const answer = await post(form.toString());
    assertShape(answer.body, {
      fields: {
        access_token: 'string',
        token_type: { const: 'bearer' },
        expires_in: { const: 86_400 },
      },
    });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(answer.body);
    assert.equal((await api.get('/markets', token)).status, 200);
    api.clock.advance(86_400_000);
    await assertError('/markets', 401, 'invalid_token', await api.get('/markets', token));
    api.clock.advance(-86_400_000);
  });

  test('422 validation_error for a missing field or a malformed body', async () => {
    for (const payload of ['', 'username=a%40example.com', 'password=secret-word', '{"username":1}']) {
      await assertError(payload, 422, 'validation_error', await post(payload));
    }
  });
});

suite('forecast runs', () => {
  test('the latest run has null ranges and p10 <= value <= p90 in order of time', async () => {
    for (const product of PRODUCTS) {
      const body = await get(`/forecasts/latest?market_id=es&product=${product}`);
      assertShape(body, FORECAST_RUN);
      assertShape(body, { fields: { range_start: { const: null }, range_end: { const: null } } });
      const points = z
        .object({
          points: z.array(
            z.object({ time: z.string(), value: z.number(), p10: z.number(), p90: z.number() }),
          ),
        })
        .parse(body).points;
      assert.ok(points.every(({ p10, value, p90 }) => p10 <= value && value <= p90));
      assert.deepEqual(
        points.map(({ time }) => time),
        points.map(({ time }) => time).sort(),
      );
    }
  });

  test('a day is 00:00 to 24:00 in Madrid, a range is inclusive at its start and exclusive at its end', async () => {
    const times = async (query: string) => {
      const body = await get(`/forecasts?market_id=es&product=da&${query}`);
      assertShape(body, FORECAST_RUN);
      const run = z
        .object({
          range_start: z.string(),
          range_end: z.string(),
          points: z.array(z.object({ time: z.string() })),
        })
        .parse(body);
      return [run.range_start, run.range_end, run.points.length, run.points[0].time, run.points.at(-1)?.time];
    };
    const day = ['2026-03-30T22:00:00Z', '2026-03-31T22:00:00Z', 24];
    assert.deepEqual(await times('date=2026-03-31'), [
      ...day,
      '2026-03-30T22:00:00Z',
      '2026-03-31T21:00:00Z',
    ]);
    assert.deepEqual(await times('from=2026-03-31T04:00:00Z&to=2026-03-31T06:00:00Z'), [
      '2026-03-31T04:00:00Z',
      '2026-03-31T06:00:00Z',
      2,
      '2026-03-31T04:00:00Z',
      '2026-03-31T05:00:00Z',
    ]);
  });

  test('date excludes from and to, and these need each other', async () => {
    const series = '/forecasts?market_id=es&product=da';
    const from = 'from=2026-03-31T00:00:00Z';
    const to = 'to=2026-03-31T06:00:00Z';
    for (const query of [
      '',
      `&${from}`,
      `&${to}`,
      `&${from}&${to}&date=2026-03-31`,
      `&${to}&from=2026-03-31T06:00:00Z`,
    ]) {
      await assertError(`${series}${query}`, 422, 'validation_error');
    }
    await assertError(`${series}&date=31-03-2026`, 400, 'invalid_request');
    await assertError(`${series}&date=2030-01-01`, 404, 'not_found');
    await assertError('/forecasts/latest?market_id=fr&product=da', 404, 'not_found');
    await assertError('/forecasts?market_id=fr&product=da&date=2026-03-31', 404, 'not_found');
    for (const route of ['/forecasts/latest', '/forecasts']) {
      for (const query of ['', '?market_id=es', '?product=da', '?market_id=es&product=da2']) {
        await assertError(`${route}${query}`, 422, 'validation_error');
      }
    }
  });
});

suite('forecasts by hour', () => {
  test('day-ahead: 24 hours with bounds', async () => {
    const body = await get('/forecasts/day-ahead?date=2026-03-31');
    assertShape(body, { fields: { market: { const: 'day-ahead' }, ...HOURLY_FIELDS } });
    const { forecasts } = listOf(z.object({ hour: z.number() }), 'forecasts').parse(body);
    assert.deepEqual(
      forecasts.map(({ hour }) => hour),
      Array.from({ length: 24 }, (_, hour) => hour),
    );
    await assertError('/forecasts/day-ahead?date=2026-04-01', 404, 'FORECAST_NOT_AVAILABLE');
    for (const query of ['', '?date=', '?date=2026-13-01', '?date=someday']) {
      await assertError(`/forecasts/day-ahead${query}`, 400, 'INVALID_DATE_FORMAT');
    }
  });

  test('intraday: the requested session, only hours that are still open', async () => {
    for (const session of [1, 2, 3]) {
      const body = await get(`/forecasts/intraday/${session}?date=2026-03-30`);
      assertShape(body, {
        fields: { market: { const: 'intraday' }, session: { const: session }, ...HOURLY_FIELDS },
      });
      const { forecasts } = listOf(z.object({ hour: z.number() }), 'forecasts').parse(body);
      // It is 13:30 in Madrid.
      assert.deepEqual(
        forecasts.map(({ hour }) => hour),
        [14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
      );
      const one = await get(`/forecasts/intraday/${session}?date=2026-03-30&hour=20`);
      assertShape(one, { fields: { forecasts: { each: { fields: { hour: { const: 20 } } } } } });
      await assertError(
        `/forecasts/intraday/${session}?date=2026-03-30&hour=13`,
        404,
        'SESSION_NOT_AVAILABLE',
      );
    }
  });

  test('intraday errors in upper case', async () => {
    for (const session of ['0', '4', 'x', '1.5', '-1']) {
      await assertError(`/forecasts/intraday/${session}?date=2026-03-30`, 400, 'INVALID_SESSION');
    }
    for (const query of ['', '?date=2026-3-30', '?date=2026-02-29']) {
      await assertError(`/forecasts/intraday/1${query}`, 400, 'INVALID_DATE_FORMAT');
    }
    await assertError('/forecasts/intraday/1?date=2026-05-01', 404, 'SESSION_NOT_AVAILABLE');
    await assertError('/forecasts/intraday/1?date=2026-03-27', 404, 'SESSION_NOT_AVAILABLE');
    const answer = await api.get('/forecasts/intraday/1?date=2026-03-30');
    await assertError('without a credential', 401, 'UNAUTHORIZED', answer);
  });

  test('an hour outside 0-23 is refused', async () => {
    for (const hour of ['-1', '24', 'noon']) {
      await assertError(`/forecasts/intraday/1?date=2026-03-30&hour=${hour}`, 422, 'validation_error');
    }
  });
});

suite('markets and dates', () => {
  test('each market has one zone and four products', async () => {
    assertShape(await get('/markets'), {
      fields: {
        total: { const: 2 },
        items: {
          each: { fields: { market_id: { oneOf: ['es', 'pt'] }, timezone: { const: 'Europe/Madrid' } } },
        },
      },
    });
    assertShape(await get('/markets/es'), { fields: { market_id: { const: 'es' }, unit: UNIT } });
    const { items } = listOf(
      z.object({ market_product_id: z.string(), session: z.number().nullable() }),
    ).parse(await get('/markets/es/products'));
    assert.deepEqual(
      items.map((item) => [item.market_product_id, item.session]),
      [
        ['es-da', null],
        ['es-ida1', 1],
        ['es-ida2', 2],
        ['es-ida3', 3],
      ],
    );
    await assertError('/markets/fr', 404, 'not_found');
  });

  test('available dates come newest first', async () => {
    const body = await get('/forecasts/available-dates');
    assertShape(body, {
      fields: {
        total: 'integer',
        items: {
          each: {
            fields: {
              date: 'date',
              product: 'string',
              forecast_id: 'uuid',
              issued_at: 'instant',
              hours: 'integer',
            },
          },
        },
      },
    });
    const dates = listOf(z.object({ date: z.string() }))
      .parse(body)
      .items.map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted().toReversed());
  });
});

suite('prices', () => {
  test('the market is day-ahead by default; session is null there and 1 to 3 for the others', async () => {
    for (const market of [undefined, ...MARKETS]) {
      const name = market ?? 'day-ahead';
      const range = 'date_from=2026-03-29&date_to=2026-03-30';
      const body = await get(`/market/prices?${range}${market === undefined ? '' : `&market=${market}`}`);
      assertShape(body, {
        fields: {
          // 23 hours on the day on which summer time begins.
          total: { const: 47 },
          page: { const: 1 },
          page_size: { const: 47 },
          items: {
            each: {
              fields: {
                date: 'date',
                hour: 'hour',
                market: { const: name },
                session: { const: name === 'day-ahead' ? null : Number(name.at(-1)) },
                price: 'number',
                unit: UNIT,
              },
            },
          },
        },
      });
    }
  });

  test('both dates are inclusive, pages hold 100 by default and 1000 at most, from 1', async () => {
    const range = 'date_from=2026-03-28&date_to=2026-03-30';
    const size = async (query: string) => {
      const page = z.object({
        total: z.number(),
        page: z.number(),
        page_size: z.number(),
        items: z.array(z.unknown()),
      });
      const {
        total,
        page: number,
        page_size,
        items,
      } = page.parse(await get(`/market/prices?${range}${query}`));
      assert.equal(items.length, page_size);
      return [total, number, page_size];
    };
    assert.deepEqual(await size(''), [71, 1, 71]);
    assert.deepEqual(await size('&page_size=1000'), [71, 1, 71]);
    assert.deepEqual(await size('&page_size=30&page=3'), [71, 3, 11]);
    assert.deepEqual(await size('&hour=5'), [3, 1, 3]);
    for (const query of ['&page=0', '&page_size=0', '&page_size=1001', '&hour=24', '&page=x']) {
      await assertError(`/market/prices?${range}${query}`, 422, 'validation_error');
    }
  });

  test('400 for a missing or malformed date, an unsupported market and over 90 days', async () => {
    const bad = ['', 'date_from=2026-03-01', 'date_to=2026-03-01', 'date_from=a&date_to=b'];
    const range = 'date_from=2026-01-01&date_to=2026-04-01';
    for (const query of [...bad, `${range}&market=intraday-4`, 'date_from=2026-01-01&date_to=2026-04-02']) {
      await assertError(`/market/prices?${query}`, 400, 'invalid_parameters');
    }
    await get(`/market/prices?${range}`);
    await get('/market/prices?date_from=2026-03-30&date_to=2026-03-30');
    await assertError('no credential', 401, 'unauthorized', await api.get(`/market/prices?${range}`));
  });
});

suite('fundamentals', () => {
  test('load, generation by fuel and net flow of every hour', async () => {
    const sources = ['load', 'wind', 'solar', 'hydro', 'nuclear', 'thermal', 'other', 'netimport'];
    for (const source of sources) {
      await storeTestPower(api.db, {
        series: `${source}.actual`,
        day: '2026-03-28',
        availableAt: '2026-03-29T01:00:00Z',
        megawatts: (hour) => 6000 + hour,
      });
    }
    const shape = (hours: Shape): Shape => ({
      fields: { date: { const: '2026-03-28' }, data_as_of: 'instant', hours },
    });
    const generation = ['wind_mw', 'solar_mw', 'hydro_mw', 'nuclear_mw', 'thermal_mw', 'other_mw'];
    const fields: Record<string, Shape> = {
      hour: 'hour',
      total_load_mw: 'number',
      generation: { fields: Object.fromEntries(generation.map((name) => [name, 'number' as const])) },
      cross_border_flows_mw: 'number',
    };
    const body = await get('/market/fundamentals?date=2026-03-28');
    assertShape(body, shape({ each: { fields } }));
    assert.equal(listOf(z.unknown(), 'hours').parse(body)['hours'].length, 24);
    const one = await get('/market/fundamentals?date=2026-03-28&hour=9');
    assertShape(one, shape({ each: { fields: { ...fields, hour: { const: 9 } } } }));
  });

  test('400 for the date and the hour, 401, 404 outside the data', async () => {
    for (const query of ['', 'date=28-03-2026', 'date=2026-03-28&hour=24', 'date=2026-03-28&hour=-1']) {
      await assertError(`/market/fundamentals?${query}`, 400, 'invalid_parameters');
    }
    await assertError('/market/fundamentals?date=2027-01-01', 404, 'not_found');
    await assertError('/market/fundamentals?date=2010-01-01', 404, 'not_found');
    const answer = await api.get('/market/fundamentals?date=2026-03-28');
    await assertError('no credential', 401, 'unauthorized', answer);
  });
});

suite('accuracy', () => {
  test('figures of the range, with a breakdown by hour unless an hour is given', async () => {
    const echo: Record<string, Shape> = {
      market: { const: 'day-ahead' },
      date_from: { const: '2026-03-28' },
      date_to: { const: '2026-03-30' },
    };
    const path = '/metrics/accuracy?date_from=2026-03-28&date_to=2026-03-30';
    const body = await get(path);
    assertShape(body, {
      fields: {
        ...echo,
        model_version: 'string',
        n_observations: { const: 71 },
        ...SCORES,
        hourly_breakdown: { each: { fields: { hour: 'hour', ...SCORES } } },
      },
    });
    const { hourly_breakdown: hours } = listOf(z.object({ hour: z.number() }), 'hourly_breakdown').parse(
      body,
    );
    assert.deepEqual(
      hours.map(({ hour }) => hour),
      Array.from({ length: 24 }, (_, hour) => hour),
    );
    const ofHour = await get(`${path}&hour=7`);
    assertShape(ofHour, { fields: { ...echo, n_observations: { const: 3 }, ...SCORES } });
    assert.ok(!('hourly_breakdown' in z.object({}).loose().parse(ofHour)));
  });

  test('versions come by active_from, oldest first; the active one ends with null', async () => {
    for (const market of MARKETS) {
      const body = await get(
        `/metrics/model-performance?date_from=2026-03-28&date_to=2026-03-30&market=${market}`,
      );
      assertShape(body, {
        fields: {
          market: { const: market },
          date_from: { const: '2026-03-28' },
          date_to: { const: '2026-03-30' },
          versions: {
            each: {
              fields: {
                model_version: 'string',
                active_from: 'instant',
                active_to: { orNull: 'instant' },
                n_observations: 'integer',
                ...SCORES,
              },
            },
          },
        },
      });
      const { versions } = z
        .object({
          versions: z.array(z.object({ active_from: z.string(), active_to: z.string().nullable() })),
        })
        .parse(body);
      assert.equal(versions.length, 2);
      assert.ok(versions[0].active_from < versions[1].active_from);
      assert.deepEqual([versions[0].active_to, versions[1].active_to], [versions[1].active_from, null]);
    }
  });

  test('400 invalid_parameters, 401 unauthorized and 404 no_actuals_available', async () => {
    for (const route of ['/metrics/accuracy', '/metrics/model-performance']) {
      for (const query of [
        '',
        'date_from=2026-03-28',
        'date_from=2026-03-30&date_to=2026-03-28',
        'date_from=2026-03-28&date_to=2026-03-28',
        'date_from=2026-03-28&date_to=2026-03-30&market=intraday',
      ]) {
        await assertError(`${route}?${query}`, 400, 'invalid_parameters');
      }
      await assertError(route, 401, 'unauthorized', await api.get(route));
    }
    await assertError('/metrics/accuracy?date_from=2026-01-01&date_to=2026-04-02', 400, 'invalid_parameters');
    await get('/metrics/model-performance?date_from=2025-01-01&date_to=2026-04-02');
    await assertError(
      '/metrics/accuracy?date_from=2026-03-31&date_to=2026-04-01',
      404,
      'no_actuals_available',
    );
  });
});

suite('conventions of every route', () => {
  test('an unknown query parameter is 400', async () => {
    const cases: [string, string][] = [
      ['/forecasts/latest?market_id=es&product=da&model=x', 'unknown_parameter'],
      ['/forecasts/available-dates?x=1', 'unknown_parameter'],
      ['/markets?x=1', 'unknown_parameter'],
      ['/forecasts/intraday/1?date=2026-03-30&x=1', 'unknown_parameter'],
      ['/market/prices?date_from=2026-03-28&date_to=2026-03-30&pagesize=5', 'invalid_parameters'],
      ['/metrics/accuracy?date_from=2026-03-28&date_to=2026-03-30&x=1', 'invalid_parameters'],
    ];
    for (const [path, code] of cases) await assertError(path, 400, code);
  });

  test('60 requests a minute, then 429 with the four headers', async () => {
    const limited = await api.createKey({ requestsPerMinute: 60 });
    const now = Math.floor(api.clock.now() / 1000);
    for (let i = 1; i <= 60; i++) {
      const { status, headers } = await api.get('/markets', limited);
      assert.deepEqual(
        [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']],
        [200, '60', String(60 - i)],
      );
    }
    const refused = await api.get('/markets', limited);
    await assertError('the 61st', 429, 'rate_limited', refused);
    const { headers } = refused;
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['60', '0']);
    assert.equal(Number(headers['x-ratelimit-reset']), now + 60);
    assert.equal(Number(headers['retry-after']), 60);
  });

  test('403 insufficient_scope outside the scopes and outside the subscription', async () => {
    for (const options of [{ scopes: ['market:read' as const] }, { products: ['es-ida1'] }]) {
      const answer = await api.get('/forecasts/latest?market_id=es&product=da', await api.createKey(options));
      await assertError('a narrower key', 403, 'insufficient_scope', answer);
    }
  });
});
