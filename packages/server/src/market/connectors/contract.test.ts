import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { instantFor } from '@lonja/forecasting/market';
import {
  energyChartsAnswer,
  entsoeAnswer,
  esiosAnswer,
  omieAnswer,
  openMeteoAnswer,
  redataAnswer,
} from '../../../test/sources/answers.ts';
import {
  energinetAnswer,
  exampleDeclaration,
  mibgasAnswer,
} from '../../../test/sources/declared-examples.ts';
import { type ReplayServer, startReplayServer } from '../../../test/sources/replay-server.ts';
import { createEnergyChartsSource } from './energy-charts/source.ts';
import type { DeclaredName } from '../../ground/config/declared-name.ts';
import { createDeclaredSource } from './declared/source.ts';
import { createEntsoeSource } from './entsoe/source.ts';
import { createEsiosSource } from './esios/source.ts';
import { createOmieSource } from './omie/source.ts';
import { createOpenMeteoSource } from './open-meteo/source.ts';
import { PayloadFault } from './payload-fault.ts';
import { createRedataSource } from './redata/source.ts';
import { createSimulatorSource } from './simulator/source.ts';
import type { LiveSourceName, PublishedDay, Publication, Source } from './source.ts';
import { startsOf } from './timed-values.ts';
import { SourceUnavailable } from './transport/reply.ts';
import { type Transport, createTransport } from './transport/transport.ts';

const LIMITS = { requestsPerMinute: 6000, parallel: 4, timeoutMs: 30_000, attempts: 3 };
const TOKEN = 'secret-token-of-the-test';
const ORDINARY = '2026-03-31';
const SPRING = '2026-03-29';
const AUTUMN = '2025-10-26';
const NOW = Date.parse('2026-04-01T10:00:00Z');

interface Live {
  name: LiveSourceName | DeclaredName;
  answer(url: URL): string | undefined;
  create(transport: Transport, baseUrl: string): Source;
  /** Turns a good answer into one whose columns are not what they were. */
  changed: (body: string) => string;
  /** How the source says that a day is not there yet; undefined: 404. */
  nothing(url: URL): string | undefined;
  /** Whether 400 says that there is nothing of a span. */
  hasNothingAt400?: boolean;
}

const LIVE: Live[] = [
  {
    name: 'omie',
    answer: omieAnswer,
    create: (transport, baseUrl) => createOmieSource({ transport, baseUrl }),
    changed: (body) => body.replaceAll(/;(\d+);(\S+);(\S+);\r/g, ';$1;A;$2;$3;\r'),
    nothing: () => undefined,
  },
  {
    name: 'redata',
    answer: redataAnswer,
    create: (transport, baseUrl) => createRedataSource({ transport, baseUrl }),
    changed: (body) => body.replaceAll('"datetime"', '"fecha"'),
    nothing: () =>
      '{"errors":[{"code":502,"title":"Gateway","detail":"There are no data for the selected filters."}]}',
  },
  {
    name: 'open-meteo',
    answer: openMeteoAnswer,
    create: (transport, url) =>
      createOpenMeteoSource({
        transport,
        urls: { forecast: url, previousRuns: url, historical: url, archive: url },
        now: () => NOW,
      }),
    changed: (body) => body.replaceAll('m/s', 'km/h'),
    nothing: (url) =>
      openMeteoAnswer(url).replaceAll(/:\[-?[\d.]+\.[^\]]*\]/g, (list) =>
        list.replaceAll(/[-\d.]+/g, 'null'),
      ),
  },
  {
    name: 'esios',
    answer: esiosAnswer,
    create: (transport, baseUrl) => createEsiosSource({ transport, baseUrl, token: TOKEN, now: () => NOW }),
    changed: (body) => body.replaceAll('"datetime"', '"instant"'),
    nothing: (url) => `{"indicator":{"id":${url.pathname.split('/').at(-1)},"values":[]}}`,
  },
  {
    name: 'entsoe',
    answer: entsoeAnswer,
    create: (transport, baseUrl) => createEntsoeSource({ transport, baseUrl, token: TOKEN }),
    changed: (body) => body.replaceAll('position>', 'place>'),
    nothing: () =>
      '<Acknowledgement_MarketDocument><Reason><code>999</code><text>No matching data found</text></Reason></Acknowledgement_MarketDocument>',
  },
  {
    name: 'energy-charts',
    answer: energyChartsAnswer,
    create: (transport, baseUrl) => createEnergyChartsSource({ transport, baseUrl }),
    changed: (body) => body.replaceAll('"timestamp"', '"time"'),
    nothing: () => undefined,
    hasNothingAt400: true,
  },
  {
    name: 'declared.mibgas',
    answer: mibgasAnswer,
    create: (transport, url) => createDeclaredSource(exampleDeclaration('mibgas', url), transport),
    changed: (body) => body.replace('price_eur_mwh', 'price_eur_kwh'),
    nothing: () => undefined,
  },
  {
    name: 'declared.energinet',
    answer: energinetAnswer,
    create: (transport, url) => createDeclaredSource(exampleDeclaration('day-ahead-germany', url), transport),
    changed: (body) => body.replaceAll('DayAheadPriceEUR', 'PriceEUR'),
    nothing: () => '{"total":0,"dataset":"DayAheadPrices","records":[]}',
  },
];

let server: ReplayServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A source on a server of its own; what the transport asked for and how long it slept is kept in `tried` and `slept`. */
async function start(live: Live, limits = LIMITS) {
  server = await startReplayServer((url) => live.answer(url));
  const slept: number[] = [];
  const tried: unknown[] = [];
  const transport = createTransport(live.name, limits, {
    fetch: (address, init) => {
      tried.push(address);
      return fetch(address, init);
    },
    now: () => Date.now(),
    sleep: async (ms) => void slept.push(ms),
    random: () => 1,
    version: '1.2.3',
  });
  const source = live.create(transport, server.url);
  return { server, slept, tried, source, publication: source.publications[0] };
}

function fetchDay({ source, publication }: { source: Source; publication: Publication }, day = ORDINARY) {
  return source.fetch(publication, { from: day, to: day });
}

/** A day holds every series that the publication names, whole in one resolution or more, in order, known at the usual instant. */
function assertWhole(publication: Publication, { day, revision, series }: PublishedDay): void {
  assert.ok(revision >= 1);
  for (const [key, unit] of Object.entries(publication.units)) {
    const parts = series.filter((part) => part.key === key);
    assert.notEqual(parts.length, 0, `${publication.name} of ${day} lacks ${key}`);
    for (const part of parts) {
      assert.equal(part.unit, unit);
      assert.deepEqual([...part.start], [...startsOf(publication, day, part.resolution)], `${key} of ${day}`);
      assert.ok(part.value.every(Number.isFinite));
      assert.equal(part.availableAt.length, part.start.length);
    }
  }
  assert.deepEqual(
    series.filter((part) => publication.units[part.key] === undefined),
    [],
  );
}

for (const live of LIVE) {
  describe(live.name, () => {
    test('every publication gives whole days of 23, 24 and 25 hours, known at the usual instant, twice the same', async () => {
      const { source } = await start(live);
      for (const publication of source.publications) {
        for (const day of [ORDINARY, SPRING, AUTUMN]) {
          const [first, ...others] = await fetchDay({ source, publication }, day);
          assert.deepEqual(others, []);
          assert.equal(first.day, day);
          assertWhole(publication, first);
          const [{ availableAt }] = first.series;
          // Weather of past days is known from when the run was out that forecast it.
          if (publication.name !== 'weather.forecast') {
            assert.equal(availableAt[0], instantFor(day, publication.expected));
          }
          assert.deepEqual(await fetchDay({ source, publication }, day), [first]);
        }
      }
    });

    test('a span gives its days in order', async () => {
      const { source, publication } = await start(live);
      const days = await source.fetch(publication, { from: '2026-03-28', to: ORDINARY });
      assert.deepEqual(
        days.map(({ day }) => day),
        ['2026-03-28', SPRING, '2026-03-30', ORDINARY],
      );
    });

    test('a source that fails twice is asked a third time, with growing pauses', async () => {
      const started = await start(live);
      started.server.misbehave([{ kind: 'status', status: 500 }, { kind: 'cut' }]);
      assert.equal((await fetchDay(started)).length, 1);
      assert.ok(started.slept.includes(500) && started.slept.includes(1000), String(started.slept));
    });

    test('an overloaded source gets the pause that it asks for', async () => {
      const started = await start(live);
      started.server.misbehave([{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }]);
      assert.equal((await fetchDay(started)).length, 1);
      assert.ok(
        started.slept.some((ms) => ms > 6000 && ms <= 7000),
        String(started.slept),
      );
    });

    for (const [what, fault, limits] of [
      ['answers 500', { kind: 'status', status: 500 }, LIMITS],
      ['answers too late', { kind: 'late', ms: 60_000 }, { ...LIMITS, timeoutMs: 50 }],
      ['breaks off in the middle', { kind: 'cut' }, LIMITS],
    ] as const) {
      test(`a source that always ${what} is unavailable after three tries, and its token is not logged`, async () => {
        const started = await start(live, limits);
        started.server.misbehave([fault], { forever: true });
        await assert.rejects(fetchDay(started), (error) => {
          assert.ok(error instanceof SourceUnavailable);
          assert.ok(!`${error.message} ${String(error.cause)}`.includes(TOKEN));
          return true;
        });
        assert.equal(started.tried.length, LIMITS.attempts);
      });
    }

    test('an answer of half a body or with changed columns is refused whole', async () => {
      const started = await start(live);
      for (const fault of [{ kind: 'half' }, { kind: 'edit', edit: live.changed }] as const) {
        started.server.misbehave([fault], { forever: true });
        await assert.rejects(fetchDay(started), PayloadFault, fault.kind);
      }
    });

    for (const [what, fault] of [
      ['with a web page in place of data', { kind: 'html' }],
      ['401', { kind: 'status', status: 401 }],
      ['403', { kind: 'status', status: 403 }],
      ['400', { kind: 'status', status: 400 }],
      ['with a redirect to a page for signing in', { kind: 'redirect', to: '/login' }],
    ] as const) {
      if (what === '400' && live.hasNothingAt400 === true) continue;
      test(`a source that answers ${what} refuses: it is asked once, and no token is logged`, async () => {
        const started = await start(live);
        started.server.misbehave([fault], { forever: true });
        await assert.rejects(fetchDay(started), (error) => {
          assert.ok(error instanceof SourceUnavailable && error.refused, String(error));
          assert.ok(!error.message.includes(TOKEN));
          const asksForToken = live.name === 'esios' || live.name === 'entsoe';
          assert.equal(/check \w+_TOKEN/.test(error.message), asksForToken && what !== '400', error.message);
          return true;
        });
        await assert.rejects(fetchDay(started), /requests are paused until/);
        assert.equal(started.tried.length, 1);
      });
    }

    test('an empty body and an error in JSON are not taken for data, nor for a day that is not published', async () => {
      const started = await start(live);
      for (const body of [
        '',
        ' \r\n',
        '{"error":true,"reason":"internal"}',
        '{"errors":[{"detail":"internal"}]}',
      ]) {
        started.server.misbehave([{ kind: 'edit', edit: () => body }], { forever: true });
        await assert.rejects(fetchDay(started), PayloadFault, body);
      }
    });

    test('a day that is not published yet is missing and no fault', async () => {
      const started = await start({ ...live, answer: (url) => live.nothing(url) });
      assert.deepEqual(await fetchDay(started), []);
    });

    test('an answer that has not changed is not sent again', async () => {
      const started = await start(live);
      const first = await fetchDay(started);
      assert.deepEqual(await fetchDay(started), first);
      assert.ok(started.server.statuses.includes(304), String(started.server.statuses));
    });

    test('reaches distinguishes a source that answers from one that does not', async () => {
      const started = await start(live);
      assert.equal(await started.source.reaches(), true);
      await started.server.close();
      assert.equal(await started.source.reaches(), false);
    });
  });
}

for (const live of LIVE.filter(({ name }) => name === 'open-meteo' || name === 'esios')) {
  describe(`what ${live.name} says of days to come`, () => {
    const TODAY = '2026-04-01';

    test('is whole, and known from the moment it was asked for', async () => {
      const { source } = await start(live);
      const { outlooks = [] } = source;
      assert.ok(outlooks.length >= 3);
      for (const outlook of outlooks) {
        const days = await source.fetch(outlook, { from: TODAY, to: '2026-04-02' });
        assert.deepEqual(
          days.map(({ day }) => day),
          [TODAY, '2026-04-02'],
        );
        for (const { day, series } of days) {
          assert.deepEqual(series.map(({ key }) => key).toSorted(), Object.keys(outlook.units).toSorted());
          for (const { start, resolution, availableAt } of series) {
            assert.deepEqual(new Set(start), startsOf(outlook, day, resolution));
            assert.ok(availableAt.every((instant) => instant === NOW));
          }
        }
      }
    });

    test('is never made up for days past', async () => {
      const { source, server } = await start(live);
      for (const outlook of source.outlooks ?? []) {
        assert.deepEqual(await source.fetch(outlook, { from: '2026-03-01', to: '2026-03-31' }), []);
      }
      assert.deepEqual(server.statuses, []);
    });
  });
}

test('REData says with status 502 that there are no data, ENTSO-E said it with 400: neither is a fault', async () => {
  for (const [name, status] of [
    ['redata', 502],
    ['entsoe', 400],
  ] as const) {
    const live = LIVE.find((one) => one.name === name);
    assert.ok(live);
    const answer = (url: URL) => new Response(live.nothing(url), { status });
    const transport = createTransport(name, LIMITS, {
      fetch: async (address) => answer(new URL(address instanceof Request ? address.url : address)),
      now: () => NOW,
      sleep: async () => {},
      random: () => 0,
      version: '1.2.3',
    });
    const source = live.create(transport, 'https://source.test');
    assert.deepEqual(await fetchDay({ source, publication: source.publications[0] }), [], name);
  }
});

test('the simulator keeps the contract: whole days, each series known when its counterpart would be', async () => {
  const source = createSimulatorSource();
  for (const publication of source.publications) {
    const days = await source.fetch(publication, { from: '2026-03-28', to: '2026-03-30' });
    assert.deepEqual(
      days.map(({ day }) => day),
      ['2026-03-28', SPRING, '2026-03-30'],
    );
    for (const day of days) assertWhole(publication, day);
  }
});
