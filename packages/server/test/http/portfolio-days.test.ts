import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Schedule, Valuation } from '../../src/desk/portfolio/schemas.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

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

const past = await createTestApi('2026-10-27T12:00:00Z');
const { token } = await past.createSession();
after(() => past.close());

async function siteOf(body: object): Promise<string> {
  return JSON.parse((await past.send('POST', '/portfolio/sites', token, body)).text).id;
}

test('days of 23 and 25 hours have as many periods, and both hours 2 are distinguished', async () => {
  for (const [day, hours, publishedAt] of [
    ['2026-03-29', 23, '2026-03-28T11:05:00Z'],
    ['2026-10-25', 25, '2026-10-24T10:05:00Z'],
  ] as const) {
    await publishTestRun(past.db, { issuedAt: publishedAt, firstDay: day, days: 1, withQuarters: true });
    const id = await siteOf({ ...WIND, profile: FLAT.map((_, hour) => hour / 24) });
    const get = async (path: string) => JSON.parse((await past.get(path, token)).text);
    const valuation: Valuation = await get(`/portfolio/sites/${id}/valuation?date=${day}`);
    assert.equal(valuation.hours.length, hours);
    const at2 = valuation.hours.filter(({ hour }) => hour === 2);
    assert.equal(at2.length, hours - 23);
    assert.equal(new Set(at2.map(({ start }) => start)).size, at2.length);
    assert.deepEqual(new Set(at2.map(({ power_mw }) => power_mw)), new Set(at2.length > 0 ? [0.833333] : []));
    assert.ok(Math.abs(valuation.hours[hours - 1].power_mw - 9.58333) < 1e-9);
    const battery = await siteOf(BATTERY);
    const plan: Schedule = await get(`/portfolio/sites/${battery}/schedule?date=${day}&resolution=PT15M`);
    assert.equal(plan.periods.length, 4 * hours);
    assert.equal(plan.periods.at(-1)?.soc, 50);
  }
});

test('a past day is planned by the last run before its prices, and shows its outcome', async () => {
  const day = '2026-10-20';
  const issue = (issuedAt: string, level: number) =>
    publishTestRun(past.db, { issuedAt, firstDay: day, days: 1, level });
  const counted = await issue('2026-10-19T10:05:00Z', 50);
  // Prices fall by the hour where the forecast rose, and a run after them knows it.
  await storeTestPrices(past.db, { day, level: 100, availableAt: '2026-10-19T11:00:00Z' });
  await issue('2026-10-19T11:30:00Z', 300);
  const id = await siteOf(BATTERY);
  const path = `/portfolio/sites/${id}/schedule?date=${day}&start_soc=0`;
  const schedule: Schedule = JSON.parse((await past.get(path, token)).text);
  assert.equal(schedule.forecast_id, counted);
  assert.equal(schedule.periods[3].cleared_price, 103);
  assert.deepEqual(schedule.outcome, { earned_eur: 440, perfect_foresight_eur: 440 });
  const wind = await siteOf({ ...WIND, profile: FLAT });
  const valuation: Valuation = JSON.parse(
    (await past.get(`/portfolio/sites/${wind}/valuation?date=${day}`, token)).text,
  );
  assert.equal(valuation.forecast_id, counted);
  assert.equal(valuation.total.settled_eur, 10 * (24 * 100 + 276));
  assert.equal(valuation.hours[3].settled_eur, 1030);
  const quarters = await past.get(`${path}&resolution=PT15M`, token);
  assert.deepEqual(errorOf(quarters), [404, 'not_found'], 'the run has no quarter hours');
});

test('a day whose prices came before the first forecast is planned by that forecast', async () => {
  const day = '2026-10-24';
  await storeTestPrices(past.db, { day, level: 100, availableAt: '2026-10-23T11:00:00Z' });
  const issuedAt = '2026-10-23T18:00:00Z';
  const only = await publishTestRun(past.db, { issuedAt, firstDay: day, days: 1, level: 60 });
  const wind = await siteOf({ ...WIND, profile: FLAT });
  const valuation: Valuation = JSON.parse(
    (await past.get(`/portfolio/sites/${wind}/valuation?date=${day}`, token)).text,
  );
  assert.equal(valuation.forecast_id, only);
  assert.equal(valuation.hours[3].price, 63);
  assert.equal(valuation.hours[3].settled_eur, 1030);
});

test('a plan that the prices prove wrong earned less than foresight would have', async () => {
  const day = '2026-10-21';
  await publishTestRun(past.db, { issuedAt: '2026-10-20T10:05:00Z', firstDay: day, days: 1 });
  await storeTestPrices(past.db, { day, level: 0, availableAt: '2026-10-20T11:00:00Z' });
  const id = await siteOf({ ...BATTERY, efficiency: 0.5 });
  const path = `/portfolio/sites/${id}/schedule?date=${day}&start_soc=0`;
  const { outcome, total }: Schedule = JSON.parse((await past.get(path, token)).text);
  assert.ok(total.expected_eur < 1);
  assert.ok(outcome !== null && outcome.earned_eur < outcome.perfect_foresight_eur);
});
