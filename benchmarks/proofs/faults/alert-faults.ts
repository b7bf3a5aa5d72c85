import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readFirstRun } from '../../../e2e/running-service.ts';
import { type Db, openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { publishTestRun } from '../../../packages/server/test/http/market-fixture.ts';
import type { Fault } from './fault.ts';
import { CLOCK_START, createInstallation, findDatabase, until } from './installation.ts';
import { doctorSays, observe } from './observer.ts';

const PENDING_METRIC = 'lonja_alerts_oldest_pending_seconds';
const TOLD_WITHIN_MS = 30_000;
/** Longer than the metric is kept. */
const SEEN_MS = 20_000;
const SERVED = 'read 200, write 201, /ready 200 (database ok, queue ok)';
const NOBODY = '00000000-0000-0000-0000-000000000000';

export const ALERT_FAULTS: readonly Fault[] = [{ name: 'alerts that cannot be told', run: refuseAlerts }];

/** The notification of one user is refused, and then the rules of one run fail, while others have rules too. */
async function refuseAlerts() {
  await using parts = new AsyncDisposableStack();
  const metricsPort = await freePort();
  const installation = await createInstallation({ METRICS_PORT: String(metricsPort) });
  parts.defer(() => installation.remove());
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const db = openDatabase((await findDatabase(installation)).url, { maxConnections: 1 });
  parts.defer(() => db.destroy());
  const { admin_email: email = '', admin_password: password = '' } = await readFirstRun(installation.dataDir);
  const other = await addUser(db, email);
  const told = await Promise.all(
    [email, other].map((name) => createRule(installation.baseUrl, { name, password })),
  );
  const publish = (level: number) =>
    publishTestRun(db, {
      dataOrigin: 'simulator',
      issuedAt: new Date(Date.parse(CLOCK_START) + level).toISOString(),
      firstDay: '2026-10-25',
      days: 2,
      level,
    });
  await makeRefusals(db, email);
  const observing = observe({ ...installation, metricsUrl }, [PENDING_METRIC]);
  const count = async () => Promise.all(told.map((notifications) => notifications()));
  const before = await count();
  const began = performance.now();
  await publish(1000);
  await until(async () => (await count())[1] > before[1], 'the other was not told', TOLD_WITHIN_MS);
  const toldS = (performance.now() - began) / 1000;
  const afterOne = await count();

  await refuseRun(db, sql`old.run_id`);
  const bad = await publish(2000);
  await until(() => installation.log().includes('refused run'), 'the run was not tried', TOLD_WITHIN_MS);
  await refuseRun(db, sql`${sql.lit(bad)}::uuid`);
  // As if it had waited since.
  await sql`update alert_run set created_at = created_at - interval '10 minutes' where run_id = ${bad}`.execute(
    db,
  );
  await publish(3000);
  const waiting = async () => {
    const { rows } = await sql<{ id: string }>`select run_id as id from alert_run`.execute(db);
    return rows.map(({ id }) => id).join();
  };
  await until(async () => (await waiting()) === bad, 'the run after it waits too', TOLD_WITHIN_MS);
  await sleep(SEEN_MS);
  const environment = { DATA_DIR: installation.dataDir, PORT: String(installation.port), CLOCK_START };
  const said = await doctorSays({ ...environment, SOURCES: 'simulator' }, ['alerts']);
  await refuseRun(db, sql`${sql.lit(NOBODY)}::uuid`);
  await until(async () => (await waiting()) === '', 'the run waits still', TOLD_WITHIN_MS);
  const { bySecond, highest } = await observing.stop();
  const pendingS = highest.get(PENDING_METRIC) ?? 0;
  return {
    promise:
      'one user cannot be told, and then one run not be looked at: alerts of others are told, runs after it too, and it is tried again; log, metric, alert LonjaAlertsWaiting and doctor name it',
    seen: `told ${toldS.toFixed(1)} s after the run: ${afterOne[1] - before[1]} of the other, ${afterOne[0] - before[0]} of the one; the run after the bad one was not waiting; ${PENDING_METRIC} up to ${Math.round(pendingS)}; doctor: ${said}; ${bySecond}`,
    holds:
      afterOne[0] === before[0] &&
      installation.log().includes('an alert could not be told and is passed over') &&
      pendingS > 300 &&
      said.includes('warning') &&
      bySecond.endsWith(SERVED),
  };
}

/** A second user of an admin's organisation, with the same password. */
async function addUser(db: Db, email: string): Promise<string> {
  const other = 'second@example.com';
  await sql`
    insert into app_user
    select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'email', ${other}::text))).*
    from app_user as one where email = ${email}`.execute(db);
  return other;
}

/** A rule that no forecast of the simulator meets. Gives how many notifications its owner has. */
async function createRule(
  baseUrl: string,
  { name, password }: { name: string; password: string },
): Promise<() => Promise<number>> {
  const form = new URLSearchParams({ username: name, password });
  const signedIn = await fetch(`${baseUrl}/auth/token`, { method: 'POST', body: form });
  const { access_token: token }: { access_token: string } = JSON.parse(await signedIn.text());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const rule = { name: 'Dear', kind: 'price_above', product: 'da', threshold: 900, channels: ['in_app'] };
  const made = await fetch(`${baseUrl}/notifications/rules`, {
    method: 'POST',
    headers,
    body: JSON.stringify(rule),
  });
  if (made.status !== 201) throw new Error(`The rule was not made: ${made.status} ${await made.text()}`);
  return async () => {
    const reply = await fetch(`${baseUrl}/notifications`, { headers });
    const { total }: { total: number } = JSON.parse(await reply.text());
    return total;
  };
}

/** Notifications of a user are refused, and runs of which `refuseRun` says so. */
async function makeRefusals(db: Db, email: string): Promise<void> {
  await refuseRun(db, sql`${sql.lit(NOBODY)}::uuid`);
  await sql`
    create function refuse_notification() returns trigger language plpgsql as $$ begin
      if new.user_id = (select id from app_user where email = ${sql.lit(email)}) then raise exception 'refused'; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger refuses before insert on notification for each row execute function refuse_notification()`.execute(
    db,
  );
  await sql`create trigger refuses before delete on alert_run for each row execute function refuse_run()`.execute(
    db,
  );
}

async function refuseRun(db: Db, run: ReturnType<typeof sql>): Promise<void> {
  await sql`
    create or replace function refuse_run() returns trigger language plpgsql as $$ begin
      if old.run_id = ${run} then raise exception 'refused run'; end if;
      return old;
    end $$`.execute(db);
}
