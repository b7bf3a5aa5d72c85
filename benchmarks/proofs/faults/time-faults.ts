import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AUCTION_CALENDAR,
  DAY_MS,
  HOUR_MS,
  latestScheduledRun,
  type Product,
  AUCTIONS,
} from '@lonja/forecasting/market';
import { type RawBuilder, sql } from 'kysely';
import { readFirstRun, startSmallService } from '../../../e2e/running-service.ts';
import { type Db, openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import { startReceiver } from '../../../packages/server/test/webhooks/receiver.ts';
import { hasDebianPostgres, startDebianPostgres } from '../debian-postgres.ts';
import type { Fault } from './fault.ts';
import {
  CLOCK_START,
  clockAfter,
  createKey,
  findDatabase,
  type Installation,
  until,
} from './installation.ts';

const OFF_DAYS = 3;
const SETTLE_MS = 30_000;
const LIMIT = 60;
const TAKEN_OVER_WITHIN_S = 60;
const CLOCKS_APART_MS = 3 * 60_000;
/** Both workers have started by then. */
const BEFORE_SCHEDULE_MS = 150_000;

export const TIME_FAULTS: readonly Fault[] = [
  { name: 'clock set back', run: setClockBack },
  { name: 'three days off', run: leaveOff },
  {
    name: 'killed in a run',
    skip: () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here'),
    run: killInRun,
  },
  {
    name: 'clocks apart',
    skip: () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here'),
    run: setClocksApart,
  },
];

/** A caller that has used up its minute is not kept out for the two hours that the clock was set back. */
async function setClockBack(shared: Installation) {
  const ask = () =>
    fetch(`${shared.baseUrl}/markets`, {
      headers: { authorization: `Bearer ${shared.limitedKey}` },
    }).then(({ status }) => status);
  const used: number[] = [];
  for (let n = 0; n < LIMIT + 5; n++) used.push(await ask());
  await shared.service().stop('SIGTERM');
  await shared.start(-2 * HOUR_MS);
  const after = await ask();
  await shared.service().stop('SIGTERM');
  await shared.start();
  return {
    promise: 'the clock is set back by two hours: limits begin anew, and it serves',
    seen: `${used.filter((status) => status === 200).length} of ${used.length} requests let in before, then ${after}`,
    holds: used.includes(429) && after === 200,
  };
}

/** Nothing is published for what has passed, no event is sent for it, and `latest` does not go back in delivery. */
async function leaveOff(shared: Installation) {
  const latestDays = async () => {
    const days: string[] = [];
    for (const product of AUCTIONS) {
      const reply = await fetch(`${shared.baseUrl}/forecasts/latest?market_id=es&product=${product}`, {
        headers: { authorization: `Bearer ${shared.key}` },
      });
      const run: { points?: { start?: string; period_start?: string }[] } = JSON.parse(await reply.text());
      days.push(JSON.stringify(run.points?.[0] ?? {}).match(/\d{4}-\d\d-\d\dT[\d:]+/)?.[0] ?? '');
    }
    return days;
  };
  const before = await latestDays();
  await shared.service().stop('SIGTERM');
  const resumesAt = Date.parse(CLOCK_START) + OFF_DAYS * DAY_MS;
  const began = performance.now();
  await shared.start(OFF_DAYS * DAY_MS);
  const readyS = (performance.now() - began) / 1000;
  await sleep(SETTLE_MS);
  const after = await latestDays();
  const db = openDatabase((await findDatabase(shared)).url, { maxConnections: 1 });
  const runs = await db
    .selectFrom('forecast_run')
    .select(['product', 'scheduled_for', 'issued_at'])
    .where('issued_at', '>=', new Date(resumesAt))
    .execute();
  const events = await db
    .selectFrom('event')
    .select('type')
    .where('occurred_at', '>=', new Date(resumesAt))
    .execute();
  const missed = await db.selectFrom('missed_run').select('product').execute();
  await db.destroy();
  const obsolete = runs.filter(
    ({ product, scheduled_for, issued_at }) =>
      latestScheduledRun(AUCTION_CALENDAR[product as Product], issued_at.getTime()).scheduledFor !==
      scheduled_for.getTime(),
  );
  const published = events.filter(({ type }) => type === 'forecast.published').length;
  const wentBack = after.filter((start, i) => start < (before[i] ?? '')).length;
  return {
    promise: `the service is off for ${OFF_DAYS} days: nothing is published for what has passed, no event is sent for it, latest goes forward`,
    seen: [
      `ready after ${readyS.toFixed(1)} s`,
      `${runs.length} runs, ${obsolete.length} of them obsolete`,
      `${published} events of forecasts`,
      `${missed.length} runs known as missed`,
      `latest of ${wentBack} products went back`,
    ].join('; '),
    holds:
      runs.length > 0 &&
      obsolete.length === 0 &&
      published <= runs.length &&
      missed.length > 0 &&
      wentBack === 0,
  };
}

/** A process is killed while it computes a run; another takes the run over. */
async function killInRun() {
  await using parts = new AsyncDisposableStack();
  const postgres = await startDebianPostgres();
  parts.defer(() => postgres.stop());
  const secret = () => randomBytes(32).toString('base64url');
  const secrets = { SESSION_SECRET: secret(), SEALING_KEYS: secret() };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-run-'));
  parts.defer(() => rm(dataDir, { recursive: true }));
  const began = performance.now();
  const settings = () => ({
    DATA_DIR: dataDir,
    CLOCK_START: clockAfter(began),
    DATABASE_URL: postgres.url,
    SOURCES: 'simulator',
    ...secrets,
  });
  const first = await startSmallService(settings());
  parts.defer(() => void first.process.kill('SIGKILL'));
  const db = openDatabase(postgres.url, { maxConnections: 1 });
  parts.defer(() => db.destroy());
  // The day-ahead forecast is there; those of the intraday auctions follow as jobs.
  let job = await findRunUnderWay(db);
  await until(async () => (job = await findRunUnderWay(db)) !== undefined, 'no run began');
  const killedAt = performance.now();
  await first.stop('SIGKILL');
  const second = await startSmallService(settings());
  parts.defer(async () => void (await second.stop('SIGTERM')));
  const state = async () => (await jobs(db, sql`id = ${job?.id}`))[0]?.state;
  await until(async () => (await state()) === 'completed', 'the run was not taken over');
  const tookS = (performance.now() - killedAt) / 1000;
  const { product = '', scheduledFor = 0 } = job?.data ?? {};
  const runs = await db
    .selectFrom('forecast_run')
    .select('id')
    .where('product', '=', product)
    .where('scheduled_for', '=', new Date(scheduledFor))
    .execute();
  return {
    promise: `a process is killed while it computes a run: another takes it over within ${TAKEN_OVER_WITHIN_S} s, and it is published once`,
    seen: `the run of ${product} was done ${tookS.toFixed(1)} s after the kill, and is there ${runs.length} times`,
    holds: tookS <= TAKEN_OVER_WITHIN_S && runs.length === 1,
  };
}

/** A schedule falls due while the clocks of two workers are three minutes apart, and one receiver has webhooks. */
async function setClocksApart() {
  await using parts = new AsyncDisposableStack();
  const postgres = await startDebianPostgres();
  parts.defer(() => postgres.stop());
  const receiver = await startReceiver();
  parts.defer(() => receiver.close());
  const secret = () => randomBytes(32).toString('base64url');
  const secrets = { SESSION_SECRET: secret(), SEALING_KEYS: secret() };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-clocks-'));
  parts.defer(() => rm(dataDir, { recursive: true }));
  const { scheduledFor } = latestScheduledRun(AUCTION_CALENDAR.da, Date.parse(CLOCK_START) + 2 * HOUR_MS);
  const began = performance.now();
  const clock = () => scheduledFor - BEFORE_SCHEDULE_MS + performance.now() - began;
  const settings = (aheadMs: number) => ({
    DATA_DIR: dataDir,
    CLOCK_START: new Date(clock() + aheadMs).toISOString(),
    DATABASE_URL: postgres.url,
    SOURCES: 'simulator',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    ...secrets,
  });
  const behind = await startSmallService(settings(0));
  parts.defer(async () => void (await behind.stop('SIGTERM')));
  const { admin_email: admin = '' } = await readFirstRun(dataDir);
  const key = await createKey(postgres.url, admin);
  const { status } = await fetch(`${behind.baseUrl}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'clocks', url: receiver.url, events: ['forecast.published'] }),
  });
  if (status !== 201) throw new Error(`The endpoint was not made: ${status}.`);
  const ahead = await startSmallService(settings(CLOCKS_APART_MS));
  parts.defer(async () => void (await ahead.stop('SIGTERM')));
  const db = openDatabase(postgres.url, { maxConnections: 1 });
  parts.defer(() => db.destroy());
  const runs = () =>
    db
      .selectFrom('forecast_run')
      .select(['id', 'product', 'issued_at'])
      .where('scheduled_for', '=', new Date(scheduledFor))
      .execute();
  const dayAhead = async () => (await runs()).filter(({ product }) => product === 'da');
  await until(async () => (await dayAhead()).length > 0, 'the schedule was not answered');
  const firstAtMs = clock() - scheduledFor;
  // Until well after the schedule by the clock that is behind.
  await sleep(Math.max(0, scheduledFor - clock()) + SETTLE_MS);
  const found = await dayAhead();
  const ids = found.map(({ id }) => id);
  const published = await db
    .selectFrom('event')
    .select('body')
    .where('type', '=', 'forecast.published')
    .execute();
  const events = published.filter(({ body }) => ids.some((id) => body.includes(id)));
  const delivered = receiver.received.filter(({ body }) => ids.some((id) => body.includes(id)));
  return {
    promise: `the clocks of two workers are ${CLOCKS_APART_MS / 60_000} minutes apart: a schedule has one run, one event and one delivery`,
    seen: `${found.length} run, ${-Math.round(firstAtMs / 1000)} s before the schedule by the clock behind; ${events.length} event, ${delivered.length} delivery`,
    holds: found.length === 1 && firstAtMs < 0 && events.length === 1 && delivered.length === 1,
  };
}

interface Job {
  id: string;
  state: string;
  data: { product: Product; scheduledFor: number };
}

async function jobs(db: Db, condition: RawBuilder<unknown>): Promise<Job[]> {
  const found = await sql<Job>`
    select id, state, data from pgboss.job where name = 'issue-forecast' and ${condition}`.execute(db);
  return found.rows;
}

async function findRunUnderWay(db: Db): Promise<Job | undefined> {
  return (await jobs(db, sql`state = 'active'`))[0];
}
