import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addDays,
  dayRange,
  dayStart,
  deliveryPeriods,
  type DeliveryDay,
  HOUR_MS,
  type Product,
} from '@lonja/forecasting/market';
import { Waiting } from '../../src/desk/waiting/schemas.ts';
import { GateOutlook } from '../../src/forecasts/runs/outlooks-record.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

// An hour before the gate of the day without hour 2.
const api = await createTestApi('2026-03-28T10:00:00Z');
after(() => api.close());

const DAY = '2026-03-29';
const YESTERDAY = '2026-03-28';
const FIRST = addDays(DAY, -40);
/** Half a day longer than the day-ahead gate of a day. */
const BEFORE_MS = 36 * HOUR_MS;

let key = '';
let token = '';
let run = '';
let load = '';
let plant = '';

async function storePrices(
  product: Product,
  days: DeliveryDay[],
  priceOf: (index: number, hour: number) => number,
  publishedMs = BEFORE_MS,
) {
  const rows = days.flatMap((day, i) =>
    deliveryPeriods(day, 'PT15M').flatMap(({ start, hour }) =>
      product === 'ida3' && hour < 12
        ? []
        : [{ start, value: priceOf(i, hour), availableAt: dayStart(day) - publishedMs }],
    ),
  );
  await appendObservations(
    api.db,
    { series: `price.${product}`, source: 'omie', resolution: 'PT15M', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(rows, (row) => row.start),
      value: Float64Array.from(rows, (row) => row.value),
      availableAt: Float64Array.from(rows, (row) => row.availableAt),
    },
  );
}

async function createSite(site: object): Promise<string> {
  const answer = await api.send('POST', '/portfolio/sites', token, site);
  assert.equal(answer.status, 201, answer.text);
  return (answer.body as { id: string }).id;
}

before(async () => {
  key = await api.createKey();
  ({ token } = await api.createSession({ role: 'manager' }));
  const past = dayRange(FIRST, YESTERDAY);
  await storePrices('da', past, () => 40);
  // From -20 to 19 EUR/MWh, a day each: the mean is -0.5.
  await storePrices('ida1', past, (i) => 40 + i - 20);
  await storePrices('ida2', past.slice(-20), () => 41);
  await storePrices('ida3', past, (_i, hour) => (hour < 18 ? 38 : 43));
  run = await publishTestRun(api.db, {
    issuedAt: '2026-03-28T09:40:00Z',
    firstDay: DAY,
    level: 60,
    days: 2,
    withQuarters: true,
    withDistributions: true,
  });
  load = await createSite({ name: 'Getafe', kind: 'load', capacity_mw: 2 });
  plant = await createSite({
    name: 'Elvas',
    kind: 'solar',
    capacity_mw: 10,
    latitude: 39,
    longitude: -6,
    offer_floor: 0,
    profile: Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 14 ? 0.5 : 0)),
  });
});

async function waiting(site: string, query = `date=${DAY}`): Promise<Waiting> {
  const answer = await api.get(`/portfolio/sites/${site}/waiting?${query}`, token);
  assert.equal(answer.status, 200, answer.text);
  return Waiting.parse(answer.body);
}

test('the auctions stand side by side against the day-ahead price, those of too few days without points', async () => {
  const answer = await api.get(`/forecasts/intraday-outlook?date=${DAY}`, key);
  assert.equal(answer.status, 200, answer.text);
  const { auctions, ...head } = GateOutlook.parse(answer.body);
  assert.deepEqual(
    [head.forecast_id, head.known_until, head.simulated],
    [run, '2026-03-28T10:00:00Z', false],
  );
  assert.deepEqual(
    auctions.map(({ product, known, spread_days, points }) => [product, known, spread_days, points.length]),
    [
      ['ida1', true, 40, 23],
      ['ida2', false, 20, 0],
      ['ida3', true, 40, 12],
    ],
  );
  const [first] = auctions[0].points;
  assert.deepEqual(
    [first.reference_price, first.spread_mean, first.spread, first.spread_p10, first.spread_p90],
    [60, -0.5, -0.5, -16.5, 15.5],
  );
  const [third] = auctions[2].points;
  assert.deepEqual([third.time, third.spread], ['2026-03-29T10:00:00Z', -2]);
  const quarters = await api.get(`/forecasts/intraday-outlook?date=${DAY}&resolution=PT15M`, key);
  assert.equal(GateOutlook.parse(quarters.body).auctions[0].points.length, 92);
  const csv = await api.get(`/forecasts/intraday-outlook?date=${DAY}&format=csv`, key);
  assert.equal(csv.text.trim().split('\r\n').length, 1 + 23 + 12);
});

test('prices that came after the gate change nothing of what is said of its day', async () => {
  const before = await waiting(load, `date=${DAY}`);
  const late = [addDays(DAY, -45)];
  await storePrices('da', late, () => 40, -80 * 24 * HOUR_MS);
  await storePrices('ida1', late, () => 4000, -80 * 24 * HOUR_MS);
  assert.deepEqual((await waiting(load, `date=${DAY}`)).auctions, before.auctions);
});

test('a load of 2 MW buys later: it gains where the auction is cheaper, hour by hour and over the day of 23 hours', async () => {
  const { auctions, volume_source: source, max_loss: asked } = await waiting(load);
  assert.deepEqual([source, asked], ['flat', null]);
  const [ida1, ida2, ida3] = auctions;
  // 46 MWh times the spreads, the other way round.
  assert.deepEqual([ida1.energy_mwh, ida1.points.length, ida1.points[0].power_mw], [46, 23, -2]);
  const { expected_eur, median_eur, p10_eur, p90_eur, lowest_eur, probability_gain, loss_eur } =
    ida1.worth ?? assert.fail();
  assert.deepEqual(
    [expected_eur, median_eur, p10_eur, p90_eur, lowest_eur, probability_gain, loss_eur],
    [23, 23, -46 * 15.5, 46 * 16.5, -46 * 19, 0.5, 46 * 15.5],
  );
  assert.equal(ida1.points[0].expected_eur, 1);
  assert.equal(ida1.size, null);
  assert.deepEqual([ida2.worth, ida2.points, ida2.spread_days], [null, [], 20]);
  // 12 hours: 6 at +2 for the buyer, 6 at -3, every day the same.
  assert.deepEqual([ida3.energy_mwh, ida3.worth?.expected_eur, ida3.worth?.error_eur], [24, -12, 0]);
});

test('the size keeps to the stated loss with the stated probability, and is the whole where that is less', async () => {
  const sized = (await waiting(load, `date=${DAY}&max_loss=71.3`)).auctions[0].size ?? assert.fail();
  assert.deepEqual([sized.share, sized.peak_mw, sized.energy_mwh, sized.loss_eur], [0.1, 0.2, 4.6, 71.3]);
  const surer = (await waiting(load, `date=${DAY}&max_loss=71.3&confidence=0.95`)).auctions[0];
  assert.equal(surer.worth?.loss_eur, 46 * 17.5);
  assert.ok((surer.size?.share ?? 1) < sized.share);
  const whole = (await waiting(load, `date=${DAY}&max_loss=1000`)).auctions[0].size;
  assert.deepEqual([whole?.share, whole?.energy_mwh, whole?.loss_eur], [1, 46, 713]);
  const none = (await waiting(load, `date=${DAY}&max_loss=0`)).auctions[0].size;
  assert.deepEqual([none?.share, none?.energy_mwh], [0, 0]);
});

test('a plant sells later, of quarter hours too, and as CSV', async () => {
  const { auctions } = await waiting(plant, `date=${DAY}&resolution=PT15M`);
  assert.deepEqual(
    [auctions[0].energy_mwh, auctions[0].points.length, auctions[0].worth?.expected_eur],
    [20, 92, -10],
  );
  const csv = await api.get(`/portfolio/sites/${plant}/waiting?date=${DAY}&format=csv`, token);
  const [head, ...rows] = csv.text.trim().split('\r\n');
  assert.match(head, /^product,time \(UTC\),start \(Europe\/Madrid\),power \(MW\),/);
  assert.equal(rows.length, 23 + 12);
});

test('what cannot be asked is refused with what to do; sites of others stay hidden', async () => {
  const status = async (site: string, query: string, credential = token) =>
    errorOf(await api.get(`/portfolio/sites/${site}/waiting?${query}`, credential))[0];
  assert.equal(await status(load, `date=${DAY}&max_loss=-1`), 422);
  assert.equal(await status(load, `date=${DAY}&confidence=0.99`), 422);
  assert.equal(await status(load, `date=${DAY}&confidence=often`), 422);
  assert.equal(await status(load, 'date=2026-04-20'), 404);
  // No run of that day came before its gate.
  assert.equal(await status(load, `date=${YESTERDAY}`), 404);
  assert.equal(await status(randomUUID(), `date=${DAY}`), 404);
  const { token: other } = await api.createSession();
  assert.ok([403, 404].includes(await status(load, `date=${DAY}`, other)));
  const dayAhead = await api.createKey({ products: ['es-da'] });
  assert.deepEqual(errorOf(await api.get(`/forecasts/intraday-outlook?date=${DAY}`, dayAhead)), [
    403,
    'insufficient_scope',
  ]);
  const one = await api.createKey({ products: ['es-da', 'es-ida3'] });
  const { body } = await api.get(`/forecasts/intraday-outlook?date=${DAY}`, one);
  assert.deepEqual(
    GateOutlook.parse(body).auctions.map(({ product }) => product),
    ['ida3'],
  );
});
