import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AUCTION_CALENDAR, HOUR_MS, instantFor } from '@lonja/forecasting/market';
import type { LiveSources } from '../../../src/market/connectors/create-sources.ts';
import { LIVE_SOURCES, type Publication, type PublishedDay } from '../../../src/market/connectors/source.ts';
import { startsOf } from '../../../src/market/connectors/timed-values.ts';
import { createTestClock } from '../../test-clock.ts';
import { testSources } from '../../test-context.ts';
import { parseFaults } from './faults.ts';
import { createMadeUpMarket } from './made-up-market.ts';
import { pricesOfFile } from './market.ts';
import { createRecordedMarket } from './recorded-market.ts';
import { type StandIn, startStandIn } from './start-stand-in.ts';

const FOLDER = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url));
const ORDINARY = '2026-03-24';
const SPRING = '2026-03-29';
const AUTUMN = '2025-10-26';
const MADE_UP = createMadeUpMarket();

const clock = createTestClock(`${ORDINARY}T00:00:00Z`);
let standIn: StandIn;
let sources: LiveSources;
before(async () => {
  standIn = await startStandIn({ market: MADE_UP, now: () => clock.now() });
  const tokens = { esios: 'token', entsoe: 'token' };
  sources = testSources(fetch, { tokens, urls: standIn.urls, now: () => clock.now() });
});
after(() => standIn.close());

function assertWhole(publication: Publication, found: PublishedDay[], day: string): void {
  assert.deepEqual(
    found.map((one) => one.day),
    [day],
    publication.name,
  );
  for (const key of Object.keys(publication.units)) {
    const parts = found[0].series.filter((part) => part.key === key);
    assert.notEqual(parts.length, 0, `${publication.name} of ${day} lacks ${key}`);
    for (const { start, resolution, value } of parts) {
      assert.deepEqual([...start], [...startsOf(publication, day, resolution)], `${key} of ${day}`);
      assert.ok(value.every(Number.isFinite));
    }
  }
}

for (const name of LIVE_SOURCES) {
  test(`${name} has days of 23, 24 and 25 hours from the instant at which they are published on, and not before`, async () => {
    const source = sources.get(name);
    assert.ok(source !== undefined);
    assert.ok(await source.reaches());
    for (const publication of source.publications) {
      for (const day of [ORDINARY, SPRING, AUTUMN]) {
        const fetchDay = (): Promise<PublishedDay[]> => source.fetch(publication, { from: day, to: day });
        const publishedAt = instantFor(day, publication.expected);
        // Weather is forecast for two weeks ahead: it is there long before it is expected.
        if (publication.name !== 'weather.forecast') {
          clock.set(publishedAt - 1);
          assert.deepEqual(await fetchDay(), [], `${publication.name} of ${day}`);
        }
        clock.set(publishedAt);
        assertWhole(publication, await fetchDay(), day);
      }
    }
  });
}

test('the change to quarter hours falls into the middle of a reply', async () => {
  clock.set(Date.parse('2025-10-02T20:00:00Z'));
  const url = new URL(
    '/indicators/600?start_date=2025-09-29T22:00:00Z&end_date=2025-10-01T21:59:59Z',
    standIn.urls.esios,
  );
  const answer = await fetch(url, { headers: { 'x-api-key': 'token' } });
  const { indicator } = JSON.parse(await answer.text());
  const ofSpain = indicator.values.filter((one: { geo_id: number }) => one.geo_id === 3);
  assert.equal(ofSpain.length, 24 + 96);
});

suite('faults', () => {
  const file = (day: string, revision = 1) =>
    `/es/file-download?parents=marginalpdbc&filename=marginalpdbc_${day.replaceAll('-', '')}.${revision}`;
  const ask = (path: string) => fetch(new URL(path, standIn.urls.omie));
  const span = { source: 'omie', from: '2026-03-24T12:00:00Z', to: '2026-03-24T13:00:00Z' } as const;
  const during = (kind: Parameters<typeof standIn.setFaults>[0][number]) => {
    standIn.setFaults([kind]);
    clock.set(Date.parse('2026-03-24T12:30:00Z'));
  };
  after(() => standIn.setFaults([]));

  test('a refusal lasts for its span and befalls what it names', async () => {
    during({ ...span, asking: '20260325', answer: { kind: 'status', status: 403 } });
    assert.equal((await ask(file('2026-03-25'))).status, 403);
    assert.equal((await ask(file(ORDINARY))).status, 200);
    clock.set(Date.parse(span.to));
    assert.equal((await ask(file('2026-03-25'))).status, 200);
  });

  test('too many requests, with and without a pause asked for', async () => {
    during({ ...span, answer: { kind: 'status', status: 429, headers: { 'retry-after': '90' } } });
    const answer = await ask(file(ORDINARY));
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '90']);
    during({ ...span, answer: { kind: 'status', status: 429 } });
    assert.equal((await ask(file(ORDINARY))).headers.get('retry-after'), null);
  });

  test('a web page, half an answer, one that breaks off, a slow one', async () => {
    standIn.setFaults([]);
    const whole = await (await ask(file(ORDINARY))).text();
    during({ ...span, answer: { kind: 'html' } });
    assert.match(await (await ask(file(ORDINARY))).text(), /^<html>/);
    during({ ...span, answer: { kind: 'half' } });
    assert.equal((await (await ask(file(ORDINARY))).text()).length, Math.floor(whole.length / 2));
    during({ ...span, answer: { kind: 'cut' } });
    await assert.rejects(async () => (await ask(file(ORDINARY))).text());
    during({ ...span, answer: { kind: 'late', ms: 30 } });
    const askedAt = performance.now();
    assert.equal(await (await ask(file(ORDINARY))).text(), whole);
    assert.ok(performance.now() - askedAt >= 29);
  });

  test('a publication comes late, or never, without a result, by hours, or again', async () => {
    const day = '2026-03-26';
    const publishedAt = instantFor(day, AUCTION_CALENDAR.da.resultsPublished);
    const prices = async (revision = 1) => {
      const answer = await ask(file(day, revision));
      return answer.status === 200
        ? [...pricesOfFile(await answer.text(), 'da', day).prices.values()]
        : undefined;
    };
    const publish = (
      kind: Extract<Parameters<typeof standIn.setFaults>[0][number], { publish: object }>['publish'],
    ) => {
      standIn.setFaults([{ source: 'omie', publication: 'price.da', from: day, to: day, publish: kind }]);
      clock.set(publishedAt);
    };
    publish({ kind: 'late', hours: 2 });
    assert.equal(await prices(), undefined);
    clock.set(publishedAt + 2 * HOUR_MS);
    const usual = await prices();
    assert.equal(usual?.length, 96);
    publish({ kind: 'silent' });
    clock.set(publishedAt + 1000 * HOUR_MS);
    assert.equal(await prices(), undefined);
    publish({ kind: 'empty' });
    assert.deepEqual(await prices(), []);
    publish({ kind: 'hourly' });
    assert.equal((await prices())?.length, 24);
    publish({ kind: 'corrected', afterHours: 3, periods: 4, addEurPerMwh: 10 });
    assert.equal(await prices(2), undefined);
    clock.set(publishedAt + 3 * HOUR_MS);
    const corrected = await prices(2);
    assert.deepEqual(await prices(), usual);
    assert.equal(corrected?.filter((price, i) => price !== usual?.[i]).length, 4);
  });

  test('they can be given and changed while it runs, and a mistake in them is reported', async () => {
    const put = (body: string) =>
      fetch(new URL('/stand-in/faults', standIn.urls.esios), { method: 'PUT', body });
    const fault = { ...span, answer: { kind: 'status', status: 451 } };
    assert.equal((await put(JSON.stringify([fault]))).status, 200);
    clock.set(Date.parse(span.from));
    assert.equal((await ask(file(ORDINARY))).status, 451);
    const refused = await put(JSON.stringify([{ ...fault, source: 'tarot' }]));
    assert.equal(refused.status, 400);
    assert.throws(() => parseFaults('[{"source":"omie"}]'), /not faults that the sources can have/);
  });
});

test('it lists what was requested, when and by which client', async () => {
  clock.set(Date.parse('2026-03-24T12:00:00Z'));
  const asked = '/es/datos/demanda/demanda-tiempo-real?start_date=2026-03-24T00:00&end_date=2026-03-24T23:59';
  await fetch(new URL(asked, standIn.urls.redata), { headers: { 'user-agent': 'somebody/1' } });
  assert.deepEqual(standIn.requests.at(-1), {
    source: 'redata',
    at: clock.now(),
    asked,
    userAgent: 'somebody/1',
    status: 502,
  });
});

test('tokens are asked for where the sources do', async () => {
  assert.equal((await fetch(new URL('/indicators/600', standIn.urls.esios))).status, 403);
  assert.equal((await fetch(new URL('/api?documentType=A44', standIn.urls.entsoe))).status, 401);
});

test(
  'of a real market OMIE shows the very files, and other auctions lie near them',
  { skip: existsSync(FOLDER) ? false : 'needs the real files in ../shared/data' },
  () => {
    const market = createRecordedMarket(FOLDER, MADE_UP);
    const real = readFileSync(`${FOLDER}omie/raw/marginalpdbc_20260329.1`, 'latin1');
    assert.deepEqual(market.fileOf('da', SPRING), { revision: 1, text: real });
    assert.equal(market.fileOf('da', '2025-11-27')?.revision, 2);
    assert.match(String(market.fileOf('ida1', '2026-03-20')?.text), /^MARGINALPIBC;\r?\n\*\r?\n$/);
    const ida2 = pricesOfFile(String(market.fileOf('ida2', SPRING)?.text), 'ida2', SPRING).prices;
    const ida3 = pricesOfFile(String(market.fileOf('ida3', SPRING)?.text), 'ida3', SPRING).prices;
    assert.equal(ida3.size, 48);
    assert.ok([...ida3].every(([start, price]) => Math.abs(price - (ida2.get(start) ?? Number.NaN)) <= 4.01));
  },
);
