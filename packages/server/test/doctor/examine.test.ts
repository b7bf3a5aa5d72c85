import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import {
  AUCTION_CALENDAR,
  addDays,
  instantFor,
  latestScheduledRun,
  MINUTE_MS,
  AUCTIONS,
} from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { reason } from '../../src/ground/reasons/reasons.ts';
import { type Config, readConfig } from '../../src/operate/config/config.ts';
import { createDoctorContext } from '../../src/start/context.ts';
import { fingerprintOf } from '../../src/ground/secrets/sealing.ts';
import type { Check, Verdict } from '../../src/operate/doctor/check.ts';
import type { DoctorContext } from '../../src/operate/doctor/doctor-context.ts';
import { examine } from '../../src/operate/doctor/examine.ts';
import { openDatabase } from '../../src/ground/database/database.ts';
import { recordPublication } from '../../src/market/publications/publications.ts';
import { recordSourceAnswer } from '../../src/market/publications/source-status.ts';
import { forgetFingerprint, keepFirstFingerprint } from '../../src/ground/secrets/secret-fingerprints.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createTestApi } from '../http/test-api.ts';
import { holdBackDay } from '../hold-back-day.ts';
import { omieAnswer } from '../sources/answers.ts';
import { mibgasAnswer } from '../sources/declared-examples.ts';
import { startReplayServer } from '../sources/replay-server.ts';

/** 16:00 in Madrid: all of the day's scheduled runs are over. */
const NOW = '2026-03-30T14:00:00Z';
const now = Date.parse(NOW);
const ESIOS_SECRET = 'esios-secret-4711';

const api = await createTestApi(NOW);
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-doctor-'));
let port = 0;
before(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
  await saveDataOrigin(api.db, 'market');
  for (const product of AUCTIONS) {
    const { scheduledFor, firstDay } = latestScheduledRun(AUCTION_CALENDAR[product], now);
    await publishTestRun(api.db, {
      product,
      issuedAt: new Date(scheduledFor).toISOString(),
      firstDay,
      days: 1,
    });
  }
  // A worker has held the alert rules against them.
  await api.db.deleteFrom('alert_run').execute();
  await recordSourceAnswer(api.db, { source: 'omie', now, failure: undefined });
  for (const name of AUCTIONS.map((product) => `price.${product}`)) {
    for (let back = 3; back >= 0; back--) await noteComplete(name, addDays('2026-03-31', -back));
  }
});
after(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

async function noteComplete(name: string, day: string): Promise<void> {
  const expectedAt = instantFor(day, { dayOffset: -1, time: '13:00' });
  await recordPublication(api.db, {
    source: 'omie',
    name,
    day,
    expectedAt,
    state: 'complete',
    attempts: 1,
    lastAttemptAt: expectedAt,
    nextAttemptAt: undefined,
    publishedAt: expectedAt,
    corrections: 0,
    correctedAt: undefined,
    reason: undefined,
  });
}

interface Surroundings {
  /** Of a source: its answer to a request. */
  answer?: (url: URL) => Response;
  variables?: Record<string, string>;
  context?: Partial<DoctorContext>;
}

/** Looks at the installation of this file; the network is the only fake. Gives the checks and how often each source was asked. */
async function look({ answer = omie, variables = {}, context = {} }: Surroundings = {}) {
  const asked = new Map<string, number>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname === '127.0.0.1') return globalThis.fetch(input, init);
    asked.set(url.hostname, (asked.get(url.hostname) ?? 0) + 1);
    return answer(url);
  };
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: api.databaseUrl,
    PORT: String(port),
    SOURCES: 'omie',
    ...variables,
  });
  const opened: { close(): Promise<void> }[] = [];
  const made = createDoctorContext(config);
  const openDatabase = async () => {
    const database = await made.openDatabase();
    if (database !== undefined) opened.push(database);
    return database;
  };
  const clock = { now: () => now };
  const facts = { ...made, version: '0.0.0-test', clock, wallClock: clock, fetch, openDatabase, ...context };
  try {
    const checks = await examine(facts);
    return { checks, asked, find: (name: string) => findCheck(checks, name) };
  } finally {
    for (const database of opened) await database.close();
  }
}

function findCheck(checks: Check[], name: string): Check {
  const found = checks.find((check) => check.name === name);
  assert.ok(found !== undefined, `${name} among ${checks.map((check) => check.name).join(', ')}`);
  return found;
}

function omie(url: URL): Response {
  const body = omieAnswer(url);
  const headers = { date: new Date(now).toUTCString() };
  return body === undefined ? new Response('', { status: 404, headers }) : new Response(body, { headers });
}

function assertCheck(check: Check, verdict: Verdict, text: RegExp, remedy?: RegExp): void {
  assert.equal(check.verdict, verdict, JSON.stringify(check));
  assert.match(check.text, text);
  if (remedy === undefined) assert.equal(check.remedy, undefined);
  else assert.match(check.remedy ?? '', remedy);
}

suite('an installation', () => {
  test('in order is ok in every check, with one request to its source', async () => {
    const { checks, asked, find } = await look();
    assert.deepEqual(
      checks.filter(({ verdict }) => verdict !== 'ok'),
      [],
    );
    assert.deepEqual([...asked], [['www.omie.es', 1]]);
    assertCheck(find('service'), 'ok', /^answers at http:\/\/127\.0\.0\.1:\d+, version 0\.0\.0-test$/);
    assertCheck(
      find('database'),
      'ok',
      /^PostgreSQL 18\S* at 127\.0\.0\.1:\d+\/test_\w+, \d+ MiB, \d+ of \d+ conn/,
    );
    assertCheck(find('schema'), 'ok', /^up to date, \d+ migrations$/);
    assertCheck(find('clock'), 'ok', /^right, by that of omie$/);
    assertCheck(find('source omie'), 'ok', /^answered 200 in \d+\.\d s$/);
    assertCheck(
      find('data omie'),
      'ok',
      /^newest day 2026-03-31, came 2026-03-30 13:00, nothing late or missing$/,
    );
    assertCheck(find('source esios'), 'ok', /SOURCES leaves it out/);
    assertCheck(find('runs of da'), 'ok', /^last 2026-03-30 13:30; next 2026-03-31 06:05$/);
    assertCheck(find('mail'), 'ok', /no SMTP_URL is set: mail is written to .*outbox$/);
  });

  test('is looked at without a way to write', async () => {
    const database = await createDoctorContext(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: api.databaseUrl }),
    ).openDatabase();
    assert.ok(database !== undefined);
    await assert.rejects(saveDataOrigin(database.db, 'simulator'), /read-only transaction/);
    await database.close();
  });

  test('of which a source refuses says so with its status and sends no second request', async () => {
    const { find, asked } = await look({ answer: () => new Response('no', { status: 403 }) });
    assertCheck(find('source omie'), 'fault', /^OMIE answered 403 for marginal/, /block the address/);
    assert.deepEqual([...asked.values()], [1]);
    const page = new Response('<html><body>Access denied</body></html>');
    assertCheck(
      (await look({ answer: () => page })).find('source omie'),
      'fault',
      /200 with a web page/,
      /./,
    );
  });

  test('of which a source is overloaded or out of reach gets advice', async () => {
    for (const [status, text] of [
      [429, /It answered 429/],
      [503, /It answered 503/],
    ] as const) {
      const { find, asked } = await look({ answer: () => new Response('', { status }) });
      assertCheck(find('source omie'), 'warning', text, /^wait: /);
      assert.deepEqual([...asked.values()], [1]);
    }
    const answer = () => {
      throw new TypeError('fetch failed');
    };
    assertCheck(
      (await look({ answer })).find('source omie'),
      'fault',
      /could not be reached/,
      /network, proxy and DNS/,
    );
  });

  test('whose secrets are other ones says so, and shows none', async () => {
    const [key, other] = [randomBytes(32), randomBytes(32)];
    const variables = (secret: Buffer) => ({
      SEALING_KEYS: secret.toString('base64url'),
      SESSION_SECRET: secret.toString('base64url'),
    });
    await keepFirstFingerprint(api.db, 'sealing_key', fingerprintOf(key));
    await keepFirstFingerprint(api.db, 'session_secret', fingerprintOf(key));
    const right = await look({ variables: variables(key) });
    assertCheck(right.find('sealing keys'), 'ok', /^that of the database$/);
    assertCheck(right.find('session secret'), 'ok', /^that of the database$/);
    const wrong = await look({ variables: variables(other) });
    assertCheck(wrong.find('sealing keys'), 'fault', /^none is that of the database/, /^set SEALING_KEYS/);
    assertCheck(wrong.find('session secret'), 'warning', /^not that of the process/, /SESSION_SECRET/);
    assert.ok(!JSON.stringify(wrong.checks).includes(other.toString('base64url')));
    await forgetFingerprint(api.db, 'sealing_key');
    await forgetFingerprint(api.db, 'session_secret');
  });

  test('with a declared source asks it once, shows its terms, and says what to check where it fails', async () => {
    const server = await startReplayServer(mibgasAnswer);
    const file = path.join(dataDir, 'sources.json');
    const [declaration]: object[] = JSON.parse(
      await readFile(path.join(import.meta.dirname, '../../../../deploy/sources/mibgas.json'), 'utf8'),
    );
    const declare = (url: string) =>
      writeFile(file, JSON.stringify([{ ...declaration, url, privateNetwork: true }]));
    try {
      await declare(`${server.url}/mibgas_d1_{day:yyyy}.csv`);
      const good = await look({ variables: { SOURCES_FILE: file } });
      assertCheck(
        good.find('source declared.mibgas'),
        'ok',
        /^answered 200 in \d+\.\d s; its data: legal notice of MIBGAS$/,
      );
      assert.deepEqual(server.asked, ['/mibgas_d1_2026.csv']);
      await declare(`${server.url}/elsewhere.csv`);
      const bad = await look({ variables: { SOURCES_FILE: file } });
      assertCheck(
        bad.find('source declared.mibgas'),
        'fault',
        /^declared.mibgas answered 404 for gas.price of/,
        /^check its url and headers in SOURCES_FILE/,
      );
    } finally {
      await server.close();
    }
  });

  test('with a token that is not accepted says which, and no secret is shown', async () => {
    const mailSecret = 'mail-secret-42';
    const { checks, find } = await look({
      answer: (url) => (url.hostname.includes('esios') ? new Response('', { status: 401 }) : omie(url)),
      variables: {
        SOURCES: 'omie,esios',
        ESIOS_TOKEN: ESIOS_SECRET,
        SMTP_URL: `smtp://ana:${mailSecret}@127.0.0.1:1`,
      },
    });
    assertCheck(find('source esios'), 'fault', /^ESIOS answered 401/, /^check ESIOS_TOKEN$/);
    assertCheck(
      find('mail'),
      'fault',
      /^127\.0\.0\.1:1 does not take mail: .*ECONNREFUSED/,
      /check SMTP_URL/,
    );
    const shown = JSON.stringify(checks);
    const password = new URL(api.databaseUrl).password;
    for (const secret of [ESIOS_SECRET, mailSecret, password]) assert.ok(!shown.includes(secret));
  });

  test('whose clock is wrong is warned, with the difference', async () => {
    const clockAt = (aheadMs: number) => ({ context: { wallClock: { now: () => now + aheadMs } } });
    assertCheck(
      (await look(clockAt(30_000))).find('clock'),
      'warning',
      /^30 s ahead of that of omie$/,
      /NTP/,
    );
    assertCheck(
      (await look(clockAt(-5 * MINUTE_MS))).find('clock'),
      'fault',
      /^300 s behind that of omie$/,
      /NTP/,
    );
  });

  test('whose service has another clock is looked at by that one', async () => {
    const { find } = await look({ context: { clock: { now: () => Date.parse('2026-11-26T07:00:00Z') } } });
    assertCheck(
      find('clock of service'),
      'warning',
      /^at 2026-03-30T14:00Z, this command's at 2026-11-26T07:00Z/,
      /CLOCK_START/,
    );
    assertCheck(find('runs of da'), 'ok', /^last 2026-03-30 13:30/);
    const past = await look({ variables: { CLOCK_START: NOW }, context: { wallClock: { now: Date.now } } });
    assertCheck(
      past.find('clock of service'),
      'warning',
      /days in the past \(CLOCK_START\)$/,
      /unset CLOCK_START/,
    );
  });

  test('without its service says so, whether one works on the database at another address or none does', async () => {
    const { find } = await look({ variables: { PORT: '1' } });
    assertCheck(
      find('service'),
      'warning',
      /^none runs: nothing answers at http:\/\/127\.0\.0\.1:1$/,
      /npm start/,
    );
    const jobs = openDatabase(`${api.databaseUrl}?application_name=lonja-jobs`, { maxConnections: 1 });
    await sql`select 1`.execute(jobs);
    const served = await look({ variables: { PORT: '1' } });
    await jobs.destroy();
    assertCheck(
      served.find('service'),
      'warning',
      /^one works on this database, but none answers/,
      /HOST and PORT/,
    );
  });

  test('without a database says where it looked and makes none', async () => {
    const empty = path.join(dataDir, 'missing');
    const { find } = await look({ variables: { DATA_DIR: empty, DATABASE_URL: '' } });
    assertCheck(
      find('database'),
      'fault',
      new RegExp(`^there is none in the data folder ${empty}$`),
      /lonja import/,
    );
    assertCheck(find('disk'), 'fault', /cannot be used: it does not exist$/, /DATA_DIR/);
    const lost = await mkdtemp(path.join(dataDir, 'lost-'));
    const record = { password: 'secret', cluster: 'postgres', port: 5432, system_identifier: '1' };
    await writeFile(path.join(lost, 'postgres.json'), JSON.stringify(record));
    const { find: findLost } = await look({ variables: { DATA_DIR: lost, DATABASE_URL: '' } });
    assertCheck(findLost('database'), 'fault', /^The database of the data folder \S+ is missing/, undefined);
    const gone = await look({ variables: { DATABASE_URL: 'postgres://ana:secret@127.0.0.1:1/lonja' } });
    assertCheck(gone.find('database'), 'fault', /^it cannot be opened: .*ECONNREFUSED/, /check DATABASE_URL/);
  });

  test('with late runs, late days and held-back values gets advice about each', async () => {
    const later = now + 26 * 60 * MINUTE_MS;
    const clock = { now: () => later };
    const day = '2026-03-31';
    const expectedAt = instantFor(day, { dayOffset: -1, time: '12:30' });
    await holdBackDay(api.db, {
      source: 'omie',
      name: 'price.other',
      day,
      expectedAt,
      now,
      reason: '23 of 24 hours',
      series: [],
    });
    await recordSourceAnswer(api.db, {
      source: 'omie',
      now,
      failure: [reason('answered', { source: 'OMIE', status: 403, what: 'x' })],
      refused: true,
    });
    const { find } = await look({ context: { clock, wallClock: clock }, variables: { PORT: '1' } });
    assertCheck(
      find('runs of da'),
      'warning',
      /^last 2026-03-30 13:30; that of 2026-03-31 13:30 is missing; next 2026-04-01 06:05$/,
      /start the service/,
    );
    assertCheck(
      find('data omie'),
      'fault',
      /failed 1 times in a row: OMIE answered 403 for x$/,
      /source omie/,
    );
    assertCheck(find('quarantine'), 'warning', /^1 day failed a check and wait/, /lonja sources quarantine/);
  });
});

suite('the mail server', () => {
  const users = {
    authOptional: true,
    onAuth: (
      { password }: { password?: string | null | undefined },
      _: unknown,
      done: (error: Error | null, response?: { user: string }) => void,
    ) => (password === 'right' ? done(null, { user: 'ana' }) : done(new Error('wrong password'))),
  };

  async function serve(t: { after(work: () => Promise<void>): void }, options: object): Promise<number> {
    const server = new SMTPServer({ ...users, logger: false, ...options });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    t.after(async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return (server.server.address() as AddressInfo).port;
  }

  const mailWith = async (smtpUrl: string) => (await look({ variables: { SMTP_URL: smtpUrl } })).find('mail');

  test('that accepts TLS is ok, one that does not is reported', async (t) => {
    const at = `127.0.0.1:${await serve(t, {})}`;
    const lenient = '?tls.rejectUnauthorized=false';
    assertCheck(await mailWith(`smtp://ana:right@${at}/${lenient}`), 'ok', /answers, with TLS, signed in$/);
    assertCheck(
      await mailWith(`smtp://ana:wrong@${at}/${lenient}`),
      'fault',
      /does not take mail: .*wrong password/,
      /SMTP_URL/,
    );
    assertCheck(await mailWith(`smtp://${at}`), 'fault', /certificate/, /SMTP_URL/);
  });

  test('without TLS is named as such', async (t) => {
    const at = `127.0.0.1:${await serve(t, { disabledCommands: ['STARTTLS'] })}`;
    assertCheck(await mailWith(`smtp://${at}`), 'ok', /answers, without TLS$/);
  });
});
