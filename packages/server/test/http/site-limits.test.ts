import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PortfolioSummary, Schedule, Valuation } from '../../src/desk/portfolio/schemas.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { publishTestRun } from './market-fixture.ts';
import { type TestApi, type TestSession, createTestApi } from './test-api.ts';
import { roundPower } from '../../src/ground/http/wire.ts';

const NOW = '2026-03-30T10:10:00Z';
const ISSUED = '2026-03-30T10:05:00Z';
const DAY = '2026-03-31';
const RESOLUTIONS = ['PT1H', 'PT15M'] as const;
const FLAT = Array.from({ length: 24 }, () => 1);
const PLAIN = { name: 'Cell', kind: 'battery', capacity_mw: 10, energy_mwh: 20, efficiency: 1 };
/** Its use costs nothing and is not limited. */
const BATTERY = { ...PLAIN, max_cycles: 100, wear_cost: 0 };
const SOLAR = {
  name: 'PV',
  kind: 'solar',
  capacity_mw: 10,
  latitude: 39.47,
  longitude: -6.37,
  profile: FLAT.map((_, hour) => (hour >= 8 && hour < 20 ? 1 : 0)),
};

let api: TestApi;
let owner: TestSession;

async function start(level: number): Promise<void> {
  api = await createTestApi(NOW);
  owner = await api.createSession();
  await publishTestRun(api.db, { issuedAt: ISSUED, firstDay: DAY, level, withQuarters: true });
}

async function create(body: object): Promise<SiteRecord> {
  const answer = await api.send('POST', '/portfolio/sites', owner.token, body);
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text);
}

async function read<T>(path: string): Promise<T> {
  const answer = await api.get(`/portfolio/${path}`, owner.token);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

const valuationOf = ({ id }: SiteRecord, query = '') =>
  read<Valuation>(`sites/${id}/valuation?date=${DAY}${query}`);
const scheduleOf = ({ id }: SiteRecord, query = '') =>
  read<Schedule>(`sites/${id}/schedule?date=${DAY}${query}`);

describe('a battery, prices that rise from 50 by 1 EUR/MWh an hour', () => {
  before(() => start(50));
  after(() => api.close());

  test('what a site may store may be asked for: a charge of 12.5 percent', async () => {
    const site = await create({ ...BATTERY, start_soc: 12.5, end_soc: 12.5 });
    const asked = await scheduleOf(await create(BATTERY), '&start_soc=12.5&end_soc=12.5');
    assert.deepEqual(asked.periods, (await scheduleOf(site)).periods);
    assert.deepEqual([asked.battery?.start_soc, asked.battery?.start_mwh], [12.5, 2.5]);
    for (const value of ['100.1', '-1', '12,5', '1e1', '']) {
      const path = `/portfolio/sites/${site.id}/schedule?date=${DAY}&start_soc=${encodeURIComponent(value)}`;
      assert.equal((await api.get(path, owner.token)).status, 422, value);
    }
  });

  test('a battery at home keeps its digits, and totals are the sums of what is shown', async () => {
    const home = { ...PLAIN, capacity_mw: 0.005, energy_mwh: 0.0135, efficiency: 0.9, start_soc: 10 };
    const site = await create({ ...home, wear_cost: 0 });
    for (const resolution of RESOLUTIONS) {
      const plan = await scheduleOf(site, `&resolution=${resolution}`);
      assert.equal(plan.battery?.start_mwh, 0.00135);
      const hours = resolution === 'PT1H' ? 1 : 0.25;
      const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
      const isNear = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-8, `${a} ${b}`);
      // The charge follows from what is drawn and given.
      let stored = plan.battery?.start_mwh ?? 0;
      for (const period of plan.periods) {
        stored += hours * (period.charge_mw * Math.sqrt(0.9) - period.discharge_mw / Math.sqrt(0.9));
        assert.ok(Math.abs(stored - period.stored_mwh) < 1e-6, `${stored} ${period.stored_mwh}`);
      }
      const { charged_mwh, discharged_mwh } = plan.total;
      const charged = hours * sum(plan.periods.map((period) => period.charge_mw));
      const discharged = hours * sum(plan.periods.map((period) => period.discharge_mw));
      assert.deepEqual([charged_mwh, discharged_mwh], [charged, discharged].map(roundPower));
      isNear(plan.total.expected_eur, sum(plan.periods.map((period) => period.expected_eur)));
      assert.ok(plan.periods.every((period) => period.p10_eur <= period.expected_eur));
      const value = await valuationOf(site, `&resolution=${resolution}`);
      isNear(value.total.expected_eur, sum(value.hours.map((hour) => hour.expected_eur)));
      assert.equal(value.total.expected_eur, plan.total.expected_eur);
    }
    const summary = await read<PortfolioSummary>(`summary?date=${DAY}`);
    const together = summary.site_values.reduce((all, { expected_eur }) => all + expected_eur, 0);
    assert.ok(Math.abs((summary.value?.expected_eur ?? 0) - together) < 1e-8);
  });

  test('it is planned within its own limits, and within others where they are asked for', async () => {
    const site = await create({ ...BATTERY, start_soc: 25, end_soc: 50, max_cycles: 0.5 });
    const own = await scheduleOf(site);
    assert.deepEqual(own.battery, {
      start_mwh: 5,
      start_soc: 25,
      end_soc: 50,
      max_cycles: 0.5,
      wear_cost: 0,
      defaults: [],
    });
    // 5 MWh more than at the start, and 10 MWh of a trade: 15 MWh in at 50 and 51, 10 MWh out at 73.
    assert.deepEqual([own.periods[0].stored_mwh, own.periods[23].stored_mwh], [15, 10]);
    assert.equal(own.total.expected_eur, 10 * 73 - 10 * 50 - 5 * 51);
    assert.equal(own.total.cycles, 0.5);
    const full = await scheduleOf(site, '&start_soc=100&end_soc=0&max_cycles=1');
    assert.equal(full.total.expected_eur, 10 * (72 + 73));
    assert.deepEqual([full.battery?.start_mwh, full.battery?.max_cycles], [20, 1]);
    const plain = await create(BATTERY);
    const asked = await scheduleOf(plain, '&start_soc=25&end_soc=50&max_cycles=0.5');
    assert.deepEqual({ ...asked, site_id: site.id }, own);
  });

  test('what nobody says of its use is as usual for what it stores with, and the answer names it', async () => {
    const usual = await scheduleOf(await create(PLAIN));
    assert.deepEqual(usual.battery, {
      start_mwh: 10,
      start_soc: 50,
      end_soc: 50,
      max_cycles: 1.5,
      wear_cost: 15,
      defaults: ['start_soc', 'max_cycles', 'wear_cost'],
    });
    // Of spreads of at most 23 EUR/MWh those above 15 are left: 50 to 53 against 70 to 73, a store's half at a time.
    assert.equal(usual.total.wear_eur, 15 * usual.total.discharged_mwh);
    assert.ok(usual.total.cycles <= 1.5);
    const flow = await scheduleOf(await create({ ...PLAIN, storage_technology: 'flow', start_soc: 0 }));
    assert.deepEqual([flow.battery?.wear_cost, flow.battery?.defaults], [5, ['max_cycles', 'wear_cost']]);
    const said = await scheduleOf(await create({ ...PLAIN, storage_technology: 'lead_acid', wear_cost: 0 }));
    assert.deepEqual([said.battery?.wear_cost, said.battery?.defaults], [0, ['start_soc', 'max_cycles']]);
    const asked = await scheduleOf(await create(PLAIN), '&max_cycles=0.25&start_soc=50');
    assert.deepEqual(asked.battery?.defaults, ['wear_cost']);
    assert.ok(asked.total.cycles <= 0.25);
  });

  test('its wear is taken off its money, and a spread that does not pay for it is not traded', async () => {
    const trade = { ...BATTERY, start_soc: 0 };
    const { total, periods } = await scheduleOf(await create({ ...trade, wear_cost: 5 }));
    assert.deepEqual([total.expected_eur, total.wear_eur, total.discharged_mwh], [440 - 5 * 20, 100, 20]);
    assert.equal(periods[23].expected_eur, 10 * 73 - 10 * 5);
    const idle = await scheduleOf(await create({ ...trade, wear_cost: 24 }));
    assert.deepEqual([idle.total.expected_eur, idle.total.p10_eur, idle.total.charged_mwh], [0, 0, 0]);
  });

  test('list, site and summary say the same of it, by hours and by quarters', async () => {
    const sites = [
      await create({ ...BATTERY, efficiency: 0.9, max_cycles: 1, wear_cost: 2 }),
      await create({ ...SOLAR, offer_floor: 62 }),
      await create({ ...BATTERY, kind: 'hybrid', profile: SOLAR.profile, offer_floor: 60 }),
      await create({ name: 'Mill', kind: 'load', capacity_mw: 5, energy_mwh: 12 }),
    ];
    for (const resolution of RESOLUTIONS) {
      const summary = await read<PortfolioSummary>(`summary?resolution=${resolution}`);
      assert.equal(summary.resolution, resolution);
      for (const site of sites) {
        const valuation = await valuationOf(site, `&resolution=${resolution}`);
        assert.equal(valuation.hours.length, resolution === 'PT1H' ? 24 : 96);
        const money = moneyIn(valuation.total);
        const listed = summary.site_values.find(({ site_id }) => site_id === site.id);
        assert.deepEqual(listed && moneyIn(listed), money, site.kind);
        if (site.kind === 'solar') continue;
        const schedule = await scheduleOf(site, `&resolution=${resolution}`);
        assert.deepEqual(moneyIn(schedule.total), money, site.kind);
        assert.deepEqual(schedule.curtailment, valuation.curtailment);
      }
    }
  });
});

describe('a plant, prices that rise from -20 by 1 EUR/MWh an hour', () => {
  before(() => start(-20));
  after(() => api.close());

  test('with a floor it does not produce below it, and says what that is worth', async () => {
    const free = await create(SOLAR);
    const held = await create({ ...SOLAR, offer_floor: 0 });
    const [paying, own] = [await valuationOf(free), await valuationOf(held)];
    // 12 hours of 10 MW at -12 .. -1.
    assert.equal(paying.total.expected_eur, -10 * 78);
    assert.deepEqual([paying.curtail, paying.offer_floor, paying.total.energy_mwh], [false, null, 120]);
    assert.deepEqual([own.curtail, own.offer_floor], [true, 0]);
    assert.deepEqual(own.curtailment, paying.curtailment, 'without a floor the comparison is with 0');
    assert.deepEqual(own.curtailment?.with_floor, moneyIn(own.total));
    assert.deepEqual(own.curtailment?.without_floor, moneyIn(paying.total));
    assert.ok(own.total.expected_eur > 0);
    assert.equal(own.total.curtailed_mwh, own.curtailment?.curtailed_mwh);
    assert.ok(Math.abs(own.total.energy_mwh + own.total.curtailed_mwh - 120) < 0.01);
    assert.ok(Math.abs(10 * (own.curtailment?.curtailed_hours ?? 0) - own.total.curtailed_mwh) < 0.01);
    const asked = await valuationOf(free, '&curtail=true');
    assert.deepEqual({ ...asked, site_id: held.id }, own);
    assert.deepEqual(await valuationOf(held, '&curtail=false'), { ...paying, site_id: held.id });
  });

  test('a floor below zero sells at what it allows, and one above all prices sells nothing', async () => {
    const low = await valuationOf(await create({ ...SOLAR, offer_floor: -500 }));
    const none = await valuationOf(await create(SOLAR));
    assert.deepEqual(moneyIn(low.total), moneyIn(none.total));
    assert.equal(low.total.curtailed_mwh, 0);
    const high = await valuationOf(await create({ ...SOLAR, offer_floor: 500 }));
    assert.deepEqual(moneyIn(high.total), { expected_eur: 0, p10_eur: 0, p90_eur: 0 });
    assert.deepEqual([high.total.energy_mwh, high.total.curtailed_mwh], [0, 120]);
    assert.equal(high.curtailment?.curtailed_hours, 12);
    const middle = await valuationOf(await create({ ...SOLAR, offer_floor: -6 }));
    for (const hour of middle.hours) {
      assert.ok(hour.p10_eur <= hour.expected_eur && hour.expected_eur <= hour.p90_eur);
      assert.ok(hour.p10_eur >= -60, 'it never pays more than at its floor');
    }
  });

  test('a hybrid keeps back what its plan cannot store, and one without a floor pays for it', async () => {
    const body = { ...BATTERY, kind: 'hybrid', profile: SOLAR.profile, storage_mw: 2, max_cycles: 1 };
    const { total, periods, curtailment } = await scheduleOf(await create({ ...body, offer_floor: 0 }));
    assert.deepEqual(curtailment?.with_floor, moneyIn(total));
    assert.ok((curtailment?.without_floor.expected_eur ?? 0) < total.expected_eur);
    const kept = periods.reduce((sum, { curtailed_mw }) => sum + curtailed_mw, 0);
    assert.ok(kept > 50 && Math.abs(kept - total.curtailed_mwh) < 0.05);
    assert.equal(curtailment?.curtailed_mwh, total.curtailed_mwh);
  });
});

describe('days of 23 and 25 hours', () => {
  test('have 92 and 100 quarters, and the charge goes on over the hour that comes twice', async () => {
    api = await createTestApi('2026-10-27T12:00:00Z');
    try {
      owner = await api.createSession();
      const site = await create({ ...BATTERY, start_soc: 50, end_soc: 50, max_cycles: 1 });
      const plant = await create({ ...SOLAR, profile: FLAT, offer_floor: 0 });
      for (const [day, issuedAt, quarters] of [
        ['2026-03-29', '2026-03-28T11:05:00Z', 92],
        ['2026-10-25', '2026-10-24T10:05:00Z', 100],
      ] as const) {
        await publishTestRun(api.db, { issuedAt, firstDay: day, days: 1, withQuarters: true });
        const query = `date=${day}&resolution=PT15M`;
        const plan = await read<Schedule>(`sites/${site.id}/schedule?${query}`);
        assert.equal(plan.periods.length, quarters);
        let stored = plan.battery?.start_mwh ?? 0;
        for (const { charge_mw, discharge_mw, stored_mwh } of plan.periods) {
          stored += (charge_mw - discharge_mw) / 4;
          assert.ok(Math.abs(stored - stored_mwh) < 0.01);
        }
        assert.equal(plan.periods.at(-1)?.soc, 50);
        const valuation = await read<Valuation>(`sites/${plant.id}/valuation?${query}`);
        assert.equal(valuation.hours.length, quarters);
        assert.equal(valuation.total.energy_mwh, (10 * quarters) / 4);
      }
    } finally {
      await api.close();
    }
  });
});

function moneyIn({ expected_eur, p10_eur, p90_eur }: Record<'expected_eur' | 'p10_eur' | 'p90_eur', number>) {
  return { expected_eur, p10_eur, p90_eur };
}
