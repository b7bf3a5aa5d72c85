import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { addDays } from '@lonja/forecasting/market';
import type { PortfolioSummary, Schedule, Valuation } from '../../src/desk/portfolio/schemas.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { publishTestRun, storeTestPower } from './market-fixture.ts';
import { type TestApi, type TestSession, createTestApi, errorOf } from './test-api.ts';

const NOW = '2026-03-30T10:10:00Z';
const DAY = '2026-03-31';
const FLAT = Array.from({ length: 24 }, () => 1);
/** Its use costs nothing and is not limited, so that the money is easy to reckon. */
const BATTERY = {
  name: 'Cell',
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 1,
  max_cycles: 100,
  wear_cost: 0,
};
const WIND = { name: 'Sierra', kind: 'wind', capacity_mw: 10 };

let api: TestApi;
let owner: TestSession;
before(async () => {
  api = await createTestApi(NOW);
  owner = await api.createSession();
  // 50 .. 50 + 24 * 7: prices rise by 1 EUR/MWh an hour, with bounds 10 below and above.
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY, withQuarters: true });
});
after(() => api.close());

async function create(body: object, token = owner.token): Promise<SiteRecord> {
  const answer = await api.send('POST', '/portfolio/sites', token, body);
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text);
}

async function read<T>(path: string, token = owner.token): Promise<T> {
  const answer = await api.get(`/portfolio/${path}`, token);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

const valuationOf = ({ id }: SiteRecord, query = '') =>
  read<Valuation>(`sites/${id}/valuation?date=${DAY}${query}`);
const scheduleOf = ({ id }: SiteRecord, query = '', day = DAY) =>
  read<Schedule>(`sites/${id}/schedule?date=${day}${query}`);

describe('valuation', () => {
  test('a plant is worth its profile times the prices, each hour with the range of its price', async () => {
    const profile = FLAT.map((_, hour) => hour / 100);
    const site = await create({ ...WIND, profile });
    const { total, hours, curtailment, ...head } = await valuationOf(site);
    const outlook = {
      scenarios: 100,
      scenario_source: 'assumed',
      degraded: [],
      degraded_reasons: [],
      cleared_extremes: null,
      simulated: false,
    };
    assert.deepEqual(head, {
      site_id: site.id,
      kind: 'wind',
      date: DAY,
      unit: 'EUR/MWh',
      volume_source: 'profile',
      uploaded_profile: null,
      curtail: false,
      resolution: 'PT1H',
      offer_floor: null,
      forecast_id: head.forecast_id,
      issued_at: '2026-03-30T10:05:00Z',
      model_version: head.model_version,
      ...outlook,
    });
    assert.deepEqual(hours[20], {
      hour: 20,
      start: '2026-03-31T20:00:00+02:00',
      price: 70,
      price_p10: 60,
      price_p90: 80,
      power_mw: 2,
      curtailed_mw: 0,
      expected_eur: 140,
      p10_eur: 120,
      p90_eur: 160,
      settled_eur: null,
    });
    assert.equal(
      total.expected_eur,
      hours.reduce((sum, hour) => sum + hour.expected_eur, 0),
    );
    const summed = hours.reduce((sum, hour) => sum + hour.p90_eur - hour.expected_eur, 0);
    assert.ok(total.p90_eur - total.expected_eur < 0.95 * summed);
    assert.ok(total.p90_eur - total.expected_eur > 0.4 * summed);
    assert.equal(total.energy_mwh, 27.6);
    assert.equal(total.settled_eur, null);
    const { expected_eur, p10_eur, p90_eur } = total;
    const day = { expected_eur, p10_eur, p90_eur };
    assert.deepEqual(curtailment, {
      offer_floor: 0,
      with_floor: day,
      without_floor: day,
      curtailed_mwh: 0,
      curtailed_hours: 0,
    });
  });

  test('a consumer costs: its money is negative and its bad end is the high price', async () => {
    const site = await create({ name: 'Mill', kind: 'load', capacity_mw: 2 });
    const { total, hours, volume_source } = await valuationOf(site);
    assert.equal(volume_source, 'flat');
    assert.deepEqual(
      [hours[0].power_mw, hours[0].p10_eur, hours[0].expected_eur, hours[0].p90_eur],
      [-2, -120, -100, -80],
    );
    assert.ok(total.p10_eur < total.expected_eur && total.expected_eur < total.p90_eur && total.p90_eur < 0);
  });

  test('without a profile a plant has its share of the national forecast, without that a solar one the sun of its place', async () => {
    const place = { latitude: 39.47, longitude: -6.37 };
    const solar = await create({ name: 'PV', kind: 'solar', capacity_mw: 10, ...place });
    const wind = await create(WIND);
    const bySun = await valuationOf(solar);
    assert.equal(bySun.volume_source, 'solar_geometry');
    assert.ok(bySun.hours[13].power_mw > 5 && bySun.hours[2].power_mw === 0);
    const missing = await api.get(`/portfolio/sites/${wind.id}/valuation?date=${DAY}`, owner.token);
    assert.deepEqual(errorOf(missing), [404, 'not_found']);
    assert.match(missing.text, /give the site a profile/);

    const stored = { day: DAY, availableAt: '2026-03-30T08:00:00Z', megawatts: (hour: number) => 650 * hour };
    await storeTestPower(api.db, { series: 'wind.forecast', ...stored });
    const { volume_source, hours } = await valuationOf(wind);
    assert.equal(volume_source, 'national_forecast');
    // 13,000 MW of about 32,700 MW installed.
    assert.ok(Math.abs(hours[20].power_mw - (10 * 13_000) / 32_700) < 0.05, String(hours[20].power_mw));
    assert.equal(hours[0].power_mw, 0);
  });

  test('beyond the operator a plant has its share of what the own models say, as they said it before the prices', async () => {
    const fresh = await createTestApi(NOW);
    try {
      const { token } = await fresh.createSession();
      await publishTestRun(fresh.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY });
      const day = addDays(DAY, 2);
      const issue = (availableAt: string, mw: number, series = 'wind.model') =>
        storeTestPower(fresh.db, { series, day, availableAt, megawatts: () => mw });
      await issue('2026-03-30T09:45:00Z', 6540);
      await issue('2026-03-30T16:15:00Z', 1);
      const site: SiteRecord = JSON.parse((await fresh.send('POST', '/portfolio/sites', token, WIND)).text);
      const power = async () => {
        const path = `/portfolio/sites/${site.id}/valuation?date=${day}`;
        const { volume_source, hours }: Valuation = JSON.parse((await fresh.get(path, token)).text);
        assert.equal(volume_source, 'national_forecast');
        return hours[12].power_mw;
      };
      // Of about 32,700 MW installed.
      assert.ok(Math.abs((await power()) - 2) < 0.02);
      await issue('2026-03-30T10:00:00Z', 9810, 'wind.forecast');
      assert.ok(Math.abs((await power()) - 3) < 0.03);
    } finally {
      await fresh.close();
    }
  });

  test('below zero a plant pays, or is held back where that is asked for', async () => {
    const fresh = await createTestApi(NOW);
    try {
      const { token } = await fresh.createSession();
      await publishTestRun(fresh.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY, level: -20 });
      const site = await fresh.send('POST', '/portfolio/sites', token, { ...WIND, profile: FLAT });
      const { id } = JSON.parse(site.text);
      const path = `/portfolio/sites/${id}/valuation?date=${DAY}`;
      const paying: Valuation = JSON.parse((await fresh.get(path, token)).text);
      const held: Valuation = JSON.parse((await fresh.get(`${path}&curtail=true`, token)).text);
      // Held back where a path is below zero: what is above zero in a few of them remains.
      assert.deepEqual([paying.hours[0].expected_eur, held.hours[0].expected_eur], [-200, 0.01]);
      assert.deepEqual([held.hours[15].p10_eur, held.hours[15].p90_eur], [0, 50]);
      assert.equal(paying.total.expected_eur, -2040);
      // 10 MW x sum of E max(X, 0) over normal prices of means -20 .. 3, whose bounds are 10 away.
      assert.ok(Math.abs(held.total.expected_eur - 294.9) < 1, String(held.total.expected_eur));
      assert.ok(held.total.p10_eur >= 0);
    } finally {
      await fresh.close();
    }
  });
});

describe('schedule', () => {
  test('a battery buys low and sells high, ends as it began and says what each period is worth', async () => {
    const site = await create(BATTERY);
    const { total, periods, outcome } = await scheduleOf(site, '&start_soc=0');
    assert.equal(outcome, null);
    assert.deepEqual(
      [0, 1, 22, 23].map((hour) => periods[hour].power_mw),
      [-10, -10, 10, 10],
    );
    assert.deepEqual([periods[1].stored_mwh, periods[1].soc, periods[23].stored_mwh], [20, 100, 0]);
    assert.deepEqual(
      [total.expected_eur, total.unplanned_eur, total.charged_mwh, total.discharged_mwh, total.cycles],
      [440, 0, 20, 20, 1],
    );
    assert.ok(total.p10_eur < 440 && total.p90_eur > 440);
    assert.equal(
      periods.reduce((sum, { expected_eur }) => sum + expected_eur, 0),
      440,
    );
  });

  test('start, end and cycles are those that were asked for', async () => {
    const site = await create(BATTERY);
    const ends = await scheduleOf(site, '&start_soc=100&end_soc=0');
    assert.equal(ends.total.expected_eur, 10 * (72 + 73));
    const half = await scheduleOf(site, '&start_soc=0&max_cycles=0.5');
    assert.deepEqual([half.total.expected_eur, half.total.cycles], [230, 0.5]);
    const large = await create({ ...BATTERY, energy_mwh: 1000 });
    const full = await api.get(
      `/portfolio/sites/${large.id}/schedule?date=${DAY}&start_soc=0&end_soc=100`,
      owner.token,
    );
    assert.deepEqual(errorOf(full), [422, 'validation_error']);
    assert.match(full.text, /No plan keeps to all limits/);
  });

  test('in quarter hours a day has 96 periods and the battery trades in the cheapest and most expensive of them', async () => {
    const { periods, total } = await scheduleOf(await create(BATTERY), '&start_soc=0&resolution=PT15M');
    assert.equal(periods.length, 96);
    assert.deepEqual([periods[7].stored_mwh, periods[95].stored_mwh], [20, 0]);
    assert.equal(total.charged_mwh, 20);
  });

  test('a load runs in the cheapest hours of its window, and spares what shifting it spares', async () => {
    const site = await create({ name: 'Mill', kind: 'load', capacity_mw: 5, energy_mwh: 12 });
    const { periods, total, volume_source } = await scheduleOf(site, '&from_hour=6&to_hour=20');
    assert.equal(volume_source, 'plan');
    assert.deepEqual(
      [5, 6, 7, 8, 9].map((hour) => periods[hour].load_mw),
      [0, 5, 5, 2, 0],
    );
    assert.equal(total.expected_eur, -(5 * 56 + 5 * 57 + 2 * 58));
    assert.equal(total.unplanned_eur, -12 * 61.5);
    const short = await api.get(
      `/portfolio/sites/${site.id}/schedule?date=${DAY}&from_hour=6&to_hour=8`,
      owner.token,
    );
    assert.deepEqual(errorOf(short), [422, 'validation_error']);
    assert.match(short.text, /longer window/);
  });

  test('a hybrid feeds in no more than its connection holds and earns more than its plant alone', async () => {
    const site = await create({ ...BATTERY, kind: 'hybrid', storage_mw: 4, profile: FLAT.map(() => 0.9) });
    const { periods, total, volume_source } = await scheduleOf(site);
    assert.equal(volume_source, 'profile');
    assert.ok(periods.every(({ power_mw }) => power_mw <= 10));
    assert.ok(total.expected_eur > total.unplanned_eur);
    for (const { generation_mw, charge_mw, discharge_mw, power_mw } of periods) {
      assert.ok(Math.abs(generation_mw - charge_mw + discharge_mw - power_mw) < 0.002);
      assert.ok(charge_mw <= 4 && discharge_mw <= 4);
    }
  });

  test('a robust plan earns no more than the expected one and loses less on bad days', async () => {
    const site = await create({ ...BATTERY, efficiency: 0.8 });
    const [expected, robust] = [await scheduleOf(site), await scheduleOf(site, '&plan=robust')];
    assert.ok(robust.total.expected_eur <= expected.total.expected_eur + 0.01);
    assert.ok(robust.total.expected_eur >= 0);
    const shortfall = ({ total }: Schedule) => total.expected_eur - total.p10_eur;
    assert.ok(shortfall(robust) <= shortfall(expected));
  });

  test('what has nothing to move has no schedule, and what belongs to another kind of site is refused by name', async () => {
    const [wind, battery] = [await create(WIND), await create(BATTERY)];
    const load = await create({ name: 'Mill', kind: 'load', capacity_mw: 5, energy_mwh: 12 });
    const ask = ({ id }: SiteRecord, query: string) =>
      api.get(`/portfolio/sites/${id}/schedule?${query}`, owner.token);
    const flat = await create({ name: 'Mill', kind: 'load', capacity_mw: 5 });
    for (const site of [wind, flat]) {
      assert.deepEqual(errorOf(await ask(site, `date=${DAY}`)), [409, 'conflict']);
    }
    const refusals: [SiteRecord, string, number, string][] = [
      [battery, `date=${DAY}&from_hour=3`, 422, 'from_hour'],
      [load, `date=${DAY}&start_soc=3`, 422, 'start_soc'],
      [load, `date=${DAY}&from_hour=8&to_hour=8`, 422, 'to_hour'],
      [battery, `date=${DAY}&start_soc=101`, 422, 'start_soc'],
      [battery, `date=${DAY}&max_cycles=-1`, 422, 'max_cycles'],
      [battery, `date=${DAY}&plan=bold`, 422, 'plan'],
      [battery, 'date=31.3.2026', 400, 'date'],
      [battery, 'plan=robust', 400, 'date'],
      [battery, `date=${DAY}&soc=3`, 400, 'soc'],
    ];
    for (const [site, query, status, name] of refusals) {
      const answer = await ask(site, query);
      assert.equal(answer.status, status, answer.text);
      assert.ok(answer.text.includes(name), answer.text);
    }
  });

  test('a day that no forecast covers is 404', async () => {
    const { id } = await create(BATTERY);
    const answer = await api.get(`/portfolio/sites/${id}/schedule?date=2026-03-20`, owner.token);
    assert.deepEqual(errorOf(answer), [404, 'not_found']);
  });
});

describe('summary', () => {
  test('sites add up by kind, and the range of all is narrower than the sum of ranges where they weigh against each other', async () => {
    const tenant = await api.createSession();
    const { token } = tenant;
    assert.deepEqual(await read<PortfolioSummary>('summary', token), {
      date: DAY,
      sites: 0,
      resolution: 'PT1H',
      kinds: [],
      site_values: [],
      value: null,
      outlook: (await read<PortfolioSummary>('summary')).outlook,
      unvalued: [],
    });
    await create({ ...WIND, profile: FLAT }, token);
    await create({ name: 'Mill', kind: 'load', capacity_mw: 10, profile: FLAT }, token);
    await create(BATTERY, token);
    await create({ ...BATTERY, capacity_mw: 3, energy_mwh: 3 }, token);
    const summary = await read<PortfolioSummary>('summary', token);
    assert.equal(summary.sites, 4);
    assert.deepEqual(
      summary.kinds.map(({ kind, sites, capacity_mw, energy_mwh }) => [kind, sites, capacity_mw, energy_mwh]),
      [
        ['wind', 1, 10, 0],
        ['battery', 2, 13, 23],
        ['load', 1, 10, 0],
      ],
    );
    const [wind, battery, load] = summary.kinds.map(({ value }) => value);
    assert.equal(wind?.expected_eur, -(load?.expected_eur ?? 0));
    // Plant and load cancel out in every scenario: what is left is the batteries'.
    assert.deepEqual(summary.value, battery);
    assert.equal(summary.site_values.length, 4);
    assert.deepEqual(summary.unvalued, []);
  });

  test('a site that cannot be valued is named with the reason, and a day without a forecast has no value', async () => {
    const { token } = await api.createSession();
    const { id } = await create({ ...BATTERY, kind: 'hybrid', technology: 'solar' }, token);
    const { unvalued, value } = await read<PortfolioSummary>('summary', token);
    assert.equal(value, null);
    assert.deepEqual(
      unvalued.map(({ site_id, code }) => [site_id, code]),
      [[id, 'no_volume']],
    );
    assert.match(unvalued[0].reason, /national forecast of solar/);
    const { outlook, kinds } = await read<PortfolioSummary>('summary?date=2027-01-01', token);
    assert.deepEqual([outlook, kinds[0].value], [null, null]);
  });

  test('what others have is neither counted nor valued', async () => {
    const { token } = await api.createSession();
    assert.equal((await read<PortfolioSummary>('summary', token)).sites, 0);
    const { id } = await create(WIND);
    for (const what of ['valuation', 'schedule']) {
      const path = `/portfolio/sites/${id}/${what}?date=${DAY}`;
      assert.deepEqual(errorOf(await api.get(path, token)), [403, 'insufficient_scope']);
      const missing = `/portfolio/sites/${randomUUID()}/${what}?date=${DAY}`;
      assert.deepEqual(errorOf(await api.get(missing, token)), [404, 'not_found']);
    }
  });

  test('a site that is deleted has neither value nor schedule any more', async () => {
    const { id } = await create(BATTERY);
    assert.equal((await api.send('DELETE', `/portfolio/sites/${id}`, owner.token)).status, 204);
    for (const what of ['valuation', 'schedule']) {
      const answer = await api.get(`/portfolio/sites/${id}/${what}?date=${DAY}`, owner.token);
      assert.deepEqual(errorOf(answer), [404, 'not_found']);
    }
  });

  test('simulated forecasts are marked', async () => {
    const fresh = await createTestApi(NOW);
    try {
      fresh.state.dataOrigin = 'simulator';
      await publishTestRun(fresh.db, {
        issuedAt: '2026-03-30T10:05:00Z',
        firstDay: DAY,
        dataOrigin: 'simulator',
      });
      const { token } = await fresh.createSession();
      const summary: PortfolioSummary = JSON.parse((await fresh.get('/portfolio/summary', token)).text);
      assert.equal(summary.outlook?.simulated, true);
    } finally {
      await fresh.close();
    }
  });
});
