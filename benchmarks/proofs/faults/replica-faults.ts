import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@lonja/forecasting/market';
import { announcePrices } from '../../../packages/server/src/market/prices/announce-prices.ts';
import { type Db, openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import { appendObservations } from '../../../packages/server/src/market/observations/observations.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { publishTestRun } from '../../../packages/server/test/http/market-fixture.ts';
import { type Relay, startRelay } from '../../../packages/server/test/relay.ts';
import { type DebianPostgres, hasDebianPostgres, startDebianPostgres } from '../debian-postgres.ts';
import type { Fault } from './fault.ts';
import { CLOCK_START, createInstallation, type Installation } from './installation.ts';
import { doctorSays, observe } from './observer.ts';

const BEFORE_MS = 3000;
const BEHIND_MS = 16_000;
const AWAY_MS = 15_000;
const MOST_TRIES = 10;
const LAG_METRIC = 'lonja_replica_lag_seconds';
const USED_METRIC = 'lonja_replica_used';
const PRICES = '/market/prices?market=day-ahead&date_from=2026-10-24&date_to=2026-10-24&page_size=1000';
const DAY = '2026-10-24';

const skip = () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here');

/** A service on a server of its own, which reads the market over a relay from a streaming replica. */
interface Replicated {
  postgres: DebianPostgres;
  relay: Relay;
  metricsUrl: string;
  installation: Installation;
  doctor(): Promise<string>;
}

async function createReplicated(parts: AsyncDisposableStack): Promise<Replicated> {
  const postgres = await startDebianPostgres();
  parts.defer(() => postgres.stop());
  const replicaUrl = new URL(postgres.replicaUrl);
  const relay = await startRelay({ host: replicaUrl.hostname, port: Number(replicaUrl.port) });
  parts.defer(() => relay.close());
  replicaUrl.port = String(relay.port);
  const secret = () => randomBytes(32).toString('base64url');
  const settings = {
    DATABASE_URL: postgres.url,
    DATABASE_REPLICA_URL: replicaUrl.href,
    SESSION_SECRET: secret(),
    SEALING_KEYS: secret(),
  };
  const metricsPort = await freePort();
  const installation = await createInstallation({ ...settings, METRICS_PORT: String(metricsPort) });
  parts.defer(() => installation.remove());
  const { dataDir, port } = installation;
  const environment = { ...settings, DATA_DIR: dataDir, PORT: String(port), SOURCES: 'simulator' };
  return {
    postgres,
    relay,
    installation,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    doctor: () => doctorSays({ ...environment, CLOCK_START }, ['replica']),
  };
}

interface Price {
  start: string;
  price: number;
}

type Ask = (route: string) => Promise<{ status: number; text: string }>;

function asking({ baseUrl, key }: Installation): Ask {
  return async (route) => {
    for (let tries = 1; ; tries++) {
      const reply = await fetch(baseUrl + route, { headers: { authorization: `Bearer ${key}` } });
      const text = await reply.text();
      // One that says that it is overloaded is asked again.
      if (reply.status !== 503 || route === '/ready' || tries === MOST_TRIES) {
        return { status: reply.status, text };
      }
      await sleep(1000);
    }
  };
}

async function pricesOf(ask: Ask): Promise<Price[]> {
  const { items }: { items: Price[] } = JSON.parse((await ask(PRICES)).text);
  return items;
}

interface NamingEvent {
  id: string;
  /** Of events of forecasts. */
  data: { forecast_id: string };
}

async function lastEvent(ask: Ask, type: string): Promise<NamingEvent | undefined> {
  const { status, text } = await ask(`/events?event=${type}&page_size=100`);
  if (status !== 200) throw new Error(`Events were answered ${status}: ${text}`);
  const { items }: { items: NamingEvent[] } = JSON.parse(text);
  return items.at(-1);
}

/** The next event of a kind after the one that was the last. */
async function nextEvent(ask: Ask, type: string, before: NamingEvent | undefined): Promise<NamingEvent> {
  for (;;) {
    const event = await lastEvent(ask, type);
    if (event !== undefined && event.id !== before?.id) return event;
    await sleep(20);
  }
}

/** Corrects the prices of a day by 1 EUR/MWh, tells it, and publishes a forecast, as a worker does. */
async function writeNews(db: Db, prices: readonly Price[]): Promise<void> {
  const availableAt = Date.parse(CLOCK_START) + 1;
  const { resolution, unit } = await db
    .selectFrom('feed')
    .select(['resolution', 'unit'])
    .where('series', '=', 'price.da')
    .where('source', '=', 'simulator')
    .executeTakeFirstOrThrow();
  const offsets = resolution === 'PT15M' ? [0, 1, 2, 3].map((quarter) => (quarter * HOUR_MS) / 4) : [0];
  const rows = prices.flatMap(({ start, price }) =>
    offsets.map((offset) => ({ start: Date.parse(start) + offset, value: price + 1 })),
  );
  await appendObservations(
    db,
    { series: 'price.da', source: 'simulator', resolution, unit },
    {
      start: Float64Array.from(rows, ({ start }) => start),
      value: Float64Array.from(rows, ({ value }) => value),
      availableAt: Float64Array.from(rows, () => availableAt),
    },
  );
  await announcePrices({ db, clock: { now: () => availableAt } });
  await publishTestRun(db, { dataOrigin: 'simulator', issuedAt: CLOCK_START, firstDay: '2026-10-25' });
}

/** Follows the events of what was written: how many prices are the new ones, and what the forecast's own address answers. */
async function followEvents(ask: Ask, prices: { price: number }[], last: (NamingEvent | undefined)[]) {
  await nextEvent(ask, 'prices.published', last[0]);
  const renewed = countCorrected(await pricesOf(ask), prices);
  const { data } = await nextEvent(ask, 'forecast.published', last[1]);
  const { status } = await ask(`/forecasts/runs/${data.forecast_id}`);
  return { renewed, status };
}

function countCorrected(after: readonly { price: number }[], before: readonly { price: number }[]): number {
  return after.filter(({ price }, i) => Math.abs(price - before[i].price - 1) < 0.01).length;
}

export const REPLICA_FAULTS: readonly Fault[] = [
  {
    name: 'replica behind',
    skip,
    async run() {
      await using parts = new AsyncDisposableStack();
      const replicated = await createReplicated(parts);
      const { postgres, installation, metricsUrl } = replicated;
      const db = openDatabase(postgres.url, { maxConnections: 2 });
      parts.defer(() => db.destroy());
      const ask = asking(installation);
      const prices = await pricesOf(ask);
      const observing = observe({ ...installation, metricsUrl }, [LAG_METRIC, USED_METRIC]);
      const last = [await lastEvent(ask, 'prices.published'), await lastEvent(ask, 'forecast.published')];
      await sleep(BEFORE_MS);
      await postgres.pauseReplay();
      await writeNews(db, prices);
      const followed = await followEvents(ask, prices, last);
      await sleep(BEHIND_MS);
      const said = await replicated.doctor();
      await postgres.resumeReplay();
      await sleep(2 * BEFORE_MS);
      const { bySecond, highest, lowest } = await observing.stop();
      await postgres.pauseReplay();
      await installation.service().stop('SIGTERM');
      await writeMore(db);
      await installation.start();
      const first = JSON.parse((await ask('/ready')).text).checks.replica;
      const right = countCorrected(await pricesOf(ask), prices);
      await postgres.resumeReplay();
      return {
        promise:
          'the replica stands still for 16 s: an event is followed to what it names, no read fails; metric, alert LonjaReplicaNotUsed and doctor name it; a start beside it does not read from it',
        seen: `${followed.renewed} of ${prices.length} prices of ${DAY} were the corrected ones right after prices.published, the forecast of forecast.published ${followed.status}; ${bySecond}; ${LAG_METRIC} up to ${highest.get(LAG_METRIC)?.toFixed(1)}, ${USED_METRIC} ${lowest.get(USED_METRIC)}; doctor: ${said}; after a start beside it: ${first.status}, ${right} prices`,
        holds:
          prices.length > 0 &&
          followed.renewed === prices.length &&
          followed.status === 200 &&
          !/read [^2]/.test(bySecond) &&
          bySecond.includes('/ready 200 (database ok, queue ok, replica behind)') &&
          bySecond.endsWith('replica ok)') &&
          lowest.get(USED_METRIC) === 0 &&
          said.includes('warning') &&
          first.status === 'behind' &&
          right === prices.length,
      };
    },
  },
  {
    name: 'replica away',
    skip,
    async run() {
      await using parts = new AsyncDisposableStack();
      const replicated = await createReplicated(parts);
      const { relay, installation, metricsUrl } = replicated;
      const observing = observe({ ...installation, metricsUrl }, [USED_METRIC]);
      await sleep(BEFORE_MS);
      relay.swallow({ newOnes: true });
      await sleep(AWAY_MS);
      const said = await replicated.doctor();
      relay.swallow();
      await sleep(3 * BEFORE_MS);
      const { bySecond, lowest } = await observing.stop();
      return {
        promise: `the replica is lost without a word for ${AWAY_MS / 1000} s: every read is answered, /ready stays 200; metric, alert LonjaReplicaNotUsed and doctor name it`,
        seen: `${bySecond}; ${USED_METRIC} ${lowest.get(USED_METRIC)}; doctor: ${said}`,
        holds:
          !/read [^2]/.test(bySecond) &&
          !/\/ready [^2]/.test(bySecond) &&
          bySecond.includes('replica away') &&
          bySecond.endsWith('replica ok)') &&
          lowest.get(USED_METRIC) === 0 &&
          said.includes('warning'),
      };
    },
  },
];

/** Something that the replica lacks at the next start. */
async function writeMore(db: Db): Promise<void> {
  await publishTestRun(db, {
    product: 'ida2',
    dataOrigin: 'simulator',
    issuedAt: CLOCK_START,
    firstDay: '2026-10-25',
  });
}
