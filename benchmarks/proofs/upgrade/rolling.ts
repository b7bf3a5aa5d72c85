import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@lonja/client';
import type { Receiver } from '../../../packages/server/test/webhooks/receiver.ts';
import { type Customer, inDatabase } from './installation.ts';
import { startLoad } from './load.ts';
import { signedAbout } from './record.ts';
import { PRESENT } from './releases.ts';
import { type Place, type Service, launch, stop, untilReady } from './service.ts';

const CALM_MS = 5000;
const RUN_MS = 90_000;
const DELIVERED_MS = 90_000;

/** What was seen while processes of two releases shared a database. */
export interface Rolled {
  api: Service;
  worker: Service;
  faults: string[];
  seen: string;
}

/**
 * Upgrades an installation without a pause, as an operator does: beside the old process, which goes on with everything, a new API process
 * starts and migrates the database; then a new worker; then the old process stops. Runs are due in each of these states. Customers work
 * all the time.
 */
export async function roll(
  old: Service,
  place: Place,
  { customer, receiver }: { customer: Customer; receiver: Receiver },
): Promise<Rolled> {
  const faults: string[] = [];
  const load = startLoad([old], { place, customer, receiver });
  const settingsOf = (role: string) => ({ ...place, settings: { ...place.settings, ROLE: role } });
  await sleep(CALM_MS);

  const overlapAt = performance.now();
  const api = await launch({ ...PRESENT, name: 'present-api' }, settingsOf('api'));
  await untilReady(api);
  load.services.push(api);
  await sleep(CALM_MS);
  const byOld = await makeDue(place, ['ida3']);
  faults.push(...byOld.faults);

  const worker = await launch({ ...PRESENT, name: 'present-worker' }, settingsOf('worker'));
  await untilReady(worker);
  await sleep(CALM_MS);
  const byEither = await makeDue(place, ['ida2', 'ida3']);
  faults.push(...byEither.faults);
  await sleep(CALM_MS);

  // As a load balancer that sends nothing more to a process before it ends.
  load.services.splice(0, 1);
  await sleep(CALM_MS);
  const overlapS = Math.round((performance.now() - overlapAt) / 1000);
  const code = await stop(old);
  if (code !== 0) faults.push(`the old process ended with ${code}`);
  const byNew = await makeDue(place, ['ida3']);
  faults.push(...byNew.faults);
  await load.end();
  faults.push(...load.faults);
  faults.push(...(await faultsOfRuns(place)), ...(await faultsOfSites(place, load.sites)));
  const delivered = await checkDeliveries(place, { customer, receiver });
  faults.push(...delivered.faults);
  faults.push(...(await loggedErrors(old)).map((line) => `the old process logged ${line}`));
  const answers = [...load.answers].map(([name, count]) => `${count} of ${name}`).join(', ');
  return {
    api,
    worker,
    faults,
    seen: [
      `${overlapS} s side by side`,
      `answers: ${answers}`,
      `${load.crossed} writes at one process read at the other`,
      `${byOld.runs} run by the old process on the new schema, ${byEither.runs} by either`,
      `${load.pings + delivered.count} deliveries signed rightly`,
    ].join('; '),
  };
}

/** Takes away the latest run of products, so that it is due again, and waits until it has been issued. */
async function makeDue(place: Place, products: string[]): Promise<{ runs: number; faults: string[] }> {
  return inDatabase(place, async (client) => {
    const resting = performance.now() + RUN_MS;
    // Challengers that forecast a run beside it would not find it any more.
    const shadows = `select from pgboss.job where name = 'run-shadows' and state < 'completed'`;
    while (((await client.query(shadows)).rowCount ?? 0) > 0 && performance.now() < resting) await sleep(200);
    const { rows: taken } = await client.query(
      `delete from forecast_run where id in (
        select distinct on (product) id from forecast_run where product = any($1) order by product, scheduled_for desc, issued_at desc
      ) returning product, scheduled_for`,
      [products],
    );
    const deadline = performance.now() + RUN_MS;
    const issued = `select run.* from forecast_run as run
      join unnest($1::text[], $2::timestamptz[]) as due (product, at) on run.product = due.product and run.scheduled_for >= due.at`;
    const values = [taken.map(({ product }) => product), taken.map((row) => row.scheduled_for)];
    for (;;) {
      const { rows } = await client.query(issued, values);
      if (rows.length >= products.length) {
        const faults = rows
          .filter((row) => Math.abs(row.published_at - row.created_at) > 60_000)
          .map((row) => `a run of ${row.product} is published at ${row.published_at.toISOString()}`);
        return { runs: rows.length, faults };
      }
      if (performance.now() > deadline)
        return { runs: rows.length, faults: [`no run of ${products.join(', ')}`] };
      await sleep(500);
    }
  });
}

export async function faultsOfRuns(place: Place): Promise<string[]> {
  return inDatabase(place, async (client) => {
    const { rows } = await client.query(
      `select product, scheduled_for, count(*)::int as count from forecast_run group by product, scheduled_for having count(*) > 1`,
    );
    return rows.map((row) => `${row.count} runs of ${row.product} for ${row.scheduled_for.toISOString()}`);
  });
}

export async function faultsOfSites(place: Place, names: string[]): Promise<string[]> {
  return inDatabase(place, async (client) => {
    const { rows } = await client.query(`select name from site where name like 'Site %'`);
    const there = rows.map(({ name }) => String(name)).toSorted();
    return there.join() === names.toSorted().join()
      ? []
      : [`the sites ${there.join()} are there instead of ${names.join()}`];
  });
}

/** Waits until nothing is to be sent any more; then each event that the customer's endpoint wants must have come, signed with its secret. */
export async function checkDeliveries(
  place: Place,
  { customer, receiver }: { customer: Customer; receiver: Receiver },
): Promise<{ count: number; faults: string[] }> {
  return inDatabase(place, async (client) => {
    const faults: string[] = [];
    const deadline = performance.now() + DELIVERED_MS;
    const pending = async () => (await client.query('select from webhook_queue')).rowCount ?? 0;
    while ((await pending()) > 0 && performance.now() < deadline) await sleep(500);
    if ((await pending()) > 0) faults.push('deliveries still wait');
    const { rows } = await client.query(
      `select event.id as event, event.type, delivery.id as delivery, delivery.state from event
        join webhook_endpoint as endpoint on endpoint.id = $1 and event.type = any(endpoint.events)
          and split_part(event.market_product_id, '-', 1) = any(endpoint.market_ids)
        left join webhook_delivery as delivery on delivery.event_id = event.id and delivery.endpoint_id = endpoint.id
        where event.occurred_at > endpoint.created_at`,
      [customer.webhookId],
    );
    for (const { event, type, delivery, state } of rows) {
      const received = receiver.received.filter(({ headers }) => headers['svc-webhook-id'] === delivery);
      if (state !== 'succeeded' || received.length === 0) {
        faults.push(`event ${event} (${type}) was not delivered (${state})`);
      }
      for (const { body, headers, at } of received) {
        const signature = String(headers['svc-webhook-signature']);
        const webhook = { body: Uint8Array.from(body), signature, secret: customer.webhookSecret };
        await verifyWebhook({ ...webhook, now: signedAbout(signature, at, place) }).catch((error: unknown) =>
          faults.push(`delivery ${delivery}: ${String(error)}`),
        );
      }
    }
    if (rows.length === 0) faults.push('there was no event');
    return { count: rows.length, faults };
  });
}

/** Lines of a log that report an error, by pino's numbers or names of levels. */
async function loggedErrors({ log }: Service): Promise<string[]> {
  const lines = (await readFile(log, 'utf8')).split('\n');
  return lines
    .filter((line) => /^\{"level":("error"|"fatal"|50|60)/.test(line))
    .map((line) => line.slice(0, 300));
}
