import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { deliveryPeriods } from '@lonja/forecasting/market';
import type { Offer } from '../../src/desk/offers/record.ts';
import type { SiteRecord } from '../../src/desk/portfolio/site-record.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type TestApi, type TestSession, createTestApi, errorOf } from '../http/test-api.ts';

const NOW = '2026-03-30T09:50:00Z';
const DAY = '2026-03-31';
const BATTERY = {
  name: 'Cell',
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 0.81,
  max_cycles: 100,
  wear_cost: 2,
};

let api: TestApi;
let owner: TestSession;
before(async () => {
  api = await createTestApi(NOW);
  owner = await api.createSession();
  const run = { issuedAt: '2026-03-30T09:40:00Z', firstDay: DAY, level: -3 };
  await publishTestRun(api.db, { ...run, withQuarters: true, withDistributions: true });
});
after(() => api.close());

async function create(body: object): Promise<SiteRecord> {
  const answer = await api.send('POST', '/portfolio/sites', owner.token, body);
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text);
}

const pathOf = ({ id }: SiteRecord, query = '', day = DAY) =>
  `/portfolio/sites/${id}/offer?date=${day}${query}`;

async function offerOf(site: SiteRecord, query = '', day = DAY): Promise<Offer> {
  const answer = await api.get(pathOf(site, query, day), owner.token);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** The rules of OMIE, which every offer keeps to. */
function assertKept({ periods, rules, is_valid }: Offer, capacity: number): void {
  assert.equal(is_valid, true);
  for (const { period, side, steps, power_mw } of periods) {
    assert.equal(side === null, steps.length === 0);
    assert.ok(steps.length <= 25);
    assert.ok(power_mw <= capacity + 1e-9, `period ${period}`);
    steps.forEach(({ price, power_mw: mw }, i) => {
      assert.ok(price >= rules.lowest_price && price <= rules.highest_price);
      assert.ok(Math.abs(price * 100 - Math.round(price * 100)) < 1e-6);
      assert.ok(mw >= 0.1 && Math.abs(mw * 10 - Math.round(mw * 10)) < 1e-6, String(mw));
      if (i > 0) assert.ok(side === 'sale' ? price > steps[i - 1].price : price < steps[i - 1].price);
    });
  }
}

describe('the offer of a site', () => {
  test('a plant offers what it generates at its floor, one without a floor at the lowest price', async () => {
    const profile = Array.from({ length: 24 }, (_, hour) => hour / 100);
    const floored = await create({ name: 'A', kind: 'wind', capacity_mw: 10, profile, offer_floor: 0 });
    const offer = await offerOf(floored);
    assertKept(offer, 10);
    assert.equal(offer.resolution, 'PT15M');
    assert.equal(offer.periods.length, 96);
    // Quarter 81 begins at 20:00, when a fifth of 10 MW is generated.
    const { period, side, steps } = offer.periods[80];
    assert.deepEqual([period, side, steps.length, steps[0].price, steps[0].power_mw], [81, 'sale', 1, 0, 2]);
    // Prices lie 12.5 around their value, which rises by 0.25 a quarter from -3: of the first ones less than half clear at 0 or more.
    const early = offer.periods.find((each) => each.side !== null);
    assert.ok(early !== undefined && early.steps[0].probability < 60, JSON.stringify(early));
    assert.equal(offer.periods[95].steps[0].probability, 100);
    const free = await create({ name: 'B', kind: 'wind', capacity_mw: 10, profile });
    assert.equal((await offerOf(free)).periods[80].steps[0].price, -500);
    assert.ok(offer.total.expected_eur >= offer.total.at_any_price.expected_eur);
  });

  test('power under a contract is not offered', async () => {
    const site = await create({
      name: 'Flat',
      kind: 'wind',
      capacity_mw: 10,
      profile: Array.from({ length: 24 }, () => 0.5),
    });
    const offer = await offerOf(site, '&contract_mw=1.5');
    assert.equal(offer.contract_mw, 1.5);
    assert.ok(offer.periods.every(({ power_mw }) => power_mw === 3.5));
    const none = await offerOf(site, '&contract_mw=20');
    assert.ok(none.periods.every(({ side }) => side === null));
    assert.deepEqual(
      none.checks.map(({ code }) => code),
      ['nothing_offered'],
    );
  });

  test('a load buys at any price, a flexible one in the cheapest periods', async () => {
    const mill = await create({ name: 'Mill', kind: 'load', capacity_mw: 2 });
    const { periods, total } = await offerOf(mill);
    assert.ok(periods.every(({ side, steps }) => side === 'purchase' && steps[0].price === 4000));
    assert.equal(total.purchase_mwh, 48);
    assert.equal(total.expected_mwh, -48);
    const pump = await create({ name: 'Pump', kind: 'load', capacity_mw: 4, energy_mwh: 8 });
    const flexible = await offerOf(pump);
    assert.deepEqual(
      flexible.periods.filter(({ side }) => side !== null).map(({ period }) => period),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  test('a battery sells from what its energy costs and buys up to what it will bring, by loss and wear', async () => {
    const site = await create(BATTERY);
    const offer = await offerOf(site);
    assertKept(offer, 10);
    const schedule = JSON.parse(
      (await api.get(`/portfolio/sites/${site.id}/schedule?date=${DAY}&resolution=PT15M`, owner.token)).text,
    );
    const { periods } = offer;
    const sides = new Set(periods.map(({ side }) => side));
    assert.ok(sides.has('sale') && sides.has('purchase'));
    for (const [t, { power_mw, side }] of periods.entries()) {
      const planned = schedule.periods[t].power_mw;
      assert.ok(Math.abs(Math.abs(planned) - power_mw) <= 0.1 + 1e-9, `${t}: ${planned} ${power_mw}`);
      if (side === 'sale') assert.ok(planned > 0);
      if (side === 'purchase') assert.ok(planned < 0);
    }
    // No sale below wear: energy bought below zero is worth more than its price, and the plan's own price is always taken.
    const limits = periods.flatMap(({ side, steps }) =>
      side === 'sale' ? steps.map(({ price }) => price) : [],
    );
    assert.ok(limits.every((price) => price > -500));
    // What has to be there at the end is bought at any price.
    assert.ok(periods.some(({ side, steps }) => side === 'purchase' && steps[0].price === 4000));
    const { total } = offer;
    assert.ok(total.p10_eur <= total.expected_eur && total.expected_eur <= total.p90_eur);
    const summed = periods.reduce((sum, { expected_eur }) => sum + expected_eur, 0);
    assert.ok(Math.abs(summed - total.expected_eur) < 0.02, `${summed} ${total.expected_eur}`);
    const any = await offerOf(site, '&limits=none');
    assert.deepEqual(any.total.at_any_price, offer.total.at_any_price);
    assert.equal(any.total.expected_eur, any.total.at_any_price.expected_eur);
    assert.equal(any.total.left_eur, 0);
    assert.ok(any.total.broken_mwh < 0.2, String(any.total.broken_mwh));
    assert.ok(any.periods.every(({ steps }) => steps.length <= 1));
  });

  test('a hybrid sells its plant at the floor and its battery at its limit, within the connection', async () => {
    const site = await create({
      ...BATTERY,
      name: 'Both',
      kind: 'hybrid',
      storage_mw: 5,
      offer_floor: 1,
      profile: Array.from({ length: 24 }, (_, hour) => (hour > 8 && hour < 20 ? 0.8 : 0.1)),
    });
    const offer = await offerOf(site);
    assertKept(offer, 10);
    assert.ok(offer.periods.some(({ side, steps }) => side === 'sale' && steps.length === 2));
    assert.ok(
      offer.periods.every(({ side, steps }) => side !== 'sale' || steps.some(({ price }) => price >= 1)),
    );
  });

  test('a site of less than the market takes offers nothing, and says so', async () => {
    const home = await create({ ...BATTERY, name: 'Home', capacity_mw: 0.005, energy_mwh: 0.0135 });
    const offer = await offerOf(home);
    assert.ok(offer.periods.every(({ side }) => side === null));
    assert.deepEqual(offer.checks.map(({ code }) => code).toSorted(), ['nothing_offered', 'too_small']);
    assert.equal(offer.is_valid, true);
  });

  test('hours are an offer to look at, which the auction of quarter hours does not take', async () => {
    const site = await create({ name: 'Mill 2', kind: 'load', capacity_mw: 2 });
    const offer = await offerOf(site, '&resolution=PT1H');
    assert.equal(offer.periods.length, 24);
    assert.equal(offer.is_valid, false);
    assert.match(offer.checks[0].message, /takes quarter hours.*resolution=PT15M/);
    const refused = await api.get(
      pathOf(site, '&resolution=PT1H&format=csv&layout=omie&purchase_unit=ABCD2'),
      owner.token,
    );
    assert.deepEqual(errorOf(refused), [422, 'validation_error']);
  });

  test('after the gate the offer says that it is closed', async () => {
    const site = await create({ name: 'Mill 3', kind: 'load', capacity_mw: 2 });
    api.clock.set(Date.parse('2026-03-30T10:00:00Z'));
    const codes = (await offerOf(site)).checks.map(({ code }) => code);
    api.clock.set(Date.parse(NOW));
    assert.deepEqual(codes, ['gate_closed']);
  });

  test('what belongs to another kind of site, another tenant or no forecast is refused', async () => {
    const site = await create({ name: 'Mill 4', kind: 'load', capacity_mw: 2 });
    const battery = await create({ ...BATTERY, name: 'Cell 2' });
    const stranger = await api.createSession();
    const cases: [string, string, number][] = [
      [pathOf(site, '&start_soc=20'), owner.token, 422],
      [pathOf(battery, '&contract_mw=1'), owner.token, 422],
      [pathOf(battery, '&from_hour=3'), owner.token, 422],
      [pathOf(battery, '&limits=some'), owner.token, 422],
      [pathOf(site, '&format=csv&layout=omie'), owner.token, 422],
      [pathOf(site, '&format=csv&layout=omie&purchase_unit=ab%3B'), owner.token, 422],
      [pathOf(site), stranger.token, 403],
      [pathOf(site, '', '2026-06-01'), owner.token, 404],
    ];
    for (const [path, token, status] of cases) {
      assert.equal((await api.get(path, token)).status, status, path);
    }
  });
});

describe('files of an offer', () => {
  test('CSV has a row a step, and those of OMIE the fields of its message', async () => {
    const site = await create({ name: 'Mill 5', kind: 'load', capacity_mw: 2 });
    const rows = (await api.get(pathOf(site, '&format=csv'), owner.token)).text.trim().split('\r\n');
    assert.equal(rows.length, 97);
    assert.match(
      rows[0],
      /^period,start \(Europe\/Madrid\),start \(UTC\),side,step,price \(EUR\/MWh\),power \(MW\)/,
    );
    assert.match(
      rows[96],
      /^96,2026-03-31T23:45:00\+02:00,2026-03-31T21:45:00Z,purchase,1,4000,2,100,-2,-2,-2,/,
    );
    const omie = await api.get(
      pathOf(site, '&format=csv&layout=omie&purchase_unit=ABCD2&locale=es'),
      owner.token,
    );
    const lines = omie.text.replace('\ufeff', '').trim().split('\r\n');
    assert.equal(lines[0], 'IdUnidad;TipoMercado;Sesion;ClaseOferta;Per;num;Ctn;Prc');
    assert.equal(lines[96], 'ABCD2;MD;2026-03-31;C;96;1;2;4000');
  });

  test('the workbook has numbers as numbers in three sheets', async () => {
    const site = await create({ name: 'Mill 6', kind: 'load', capacity_mw: 2.5 });
    const answer = await api.app.inject({
      url: `/api/v1${pathOf(site, '&format=xlsx')}`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /spreadsheetml\.sheet/);
    assert.match(String(answer.headers['content-disposition']), /lonja-offer-da-2026-03-31-run-.*\.xlsx/);
    const sheet = unzipped(answer.rawPayload, 'xl/worksheets/sheet1.xml');
    assert.match(sheet, /<v>2\.5<\/v>/);
    // Days since 1900: midnight of 31 March 2026 in Madrid, and the instant in UTC two hours before.
    assert.match(sheet, /<v>46112<\/v>/);
    assert.match(sheet, /<v>46111\.91666\d*<\/v>/);
    assert.match(unzipped(answer.rawPayload, 'xl/workbook.xml'), /Steps.*Periods.*Checks/);
  });
});

test('periods are numbered as OMIE does on days of 23, 24 and 25 hours, by hours and by quarters', async () => {
  const days = [
    ['2026-03-29', 23],
    ['2026-03-30', 24],
    ['2025-10-26', 25],
    ['2024-10-27', 25],
  ] as const;
  const { id } = await create({ name: 'Mill 7', kind: 'load', capacity_mw: 1 });
  for (const [day, hours] of days) {
    const issuedAt = new Date(Date.parse(`${day}T09:00:00Z`) - 86_400_000).toISOString();
    await publishTestRun(api.db, { issuedAt, firstDay: day, days: 1, withQuarters: true });
    for (const [resolution, count] of [
      ['PT1H', hours],
      ['PT15M', 4 * hours],
    ] as const) {
      const path = `/portfolio/sites/${id}/offer?date=${day}&resolution=${resolution}`;
      const { periods, rules }: Offer = JSON.parse((await api.get(path, owner.token)).text);
      assert.deepEqual(
        periods.map(({ period }) => period),
        Array.from({ length: count }, (_, i) => i + 1),
      );
      assert.equal(periods.length, deliveryPeriods(day, resolution).length);
      assert.equal(rules.resolution, day < '2025-10-01' ? 'PT1H' : 'PT15M');
    }
  }
});

/** A file of a zip archive. */
function unzipped(archive: Buffer, name: string): string {
  let at = archive.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  for (; at >= 0 && archive.readUInt32LE(at) === 0x02014b50;) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + 20) : archive.readUInt16LE(at + offset),
    );
    const start = archive.readUInt32LE(at + 42);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
      const bytes = archive.subarray(from, from + size);
      return (archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`The archive has no ${name}.`);
}
