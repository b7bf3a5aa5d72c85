import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../../packages/server/test/upgrade/differences.ts';
import { ask, type Answer, type Question, textOf } from './ask.ts';
import { type Customer, signIn } from './installation.ts';
import { pingOf, verifyPing } from './record.ts';
import type { Place, Service } from './service.ts';
import type { Receiver } from '../../../packages/server/test/webhooks/receiver.ts';

const READS = [
  '/forecasts/latest?market_id=es&product=da',
  '/forecasts/latest?market_id=es&product=ida1',
  '/forecasts/runs?market_id=es&product=da',
  '/dashboard/summary',
  '/events',
  '/webhooks',
  '/portfolio/sites',
  '/portfolio/summary',
  '/integrations/evcc',
  '/support/status',
];

/** A customer's work on the processes of an installation: what one writes another reads. */
export interface Load {
  /** Those that are asked; may change while the load runs. */
  services: Service[];
  /** What must not have happened. */
  faults: string[];
  /** Answers of each process. */
  answers: Map<string, number>;
  /** Writes at one process that another has read. */
  crossed: number;
  /** Test deliveries that came with the right signature. */
  pings: number;
  /** Names of the sites that were left. */
  sites: string[];
  /** Ends once what is under way has ended. */
  end(): Promise<void>;
}

export function startLoad(
  services: Service[],
  { place, customer, receiver }: { place: Place; customer: Customer; receiver: Receiver },
): Load {
  const ending = new AbortController();
  const load: Load = {
    services,
    faults: [],
    answers: new Map(),
    crossed: 0,
    pings: 0,
    sites: [],
    async end() {
      ending.abort();
      await Promise.all(work);
    },
  };
  const { key, adminToken } = customer;
  let turn = 0;
  /** One process to write at and another to read at, where there is another. */
  const pair = (): [Service, Service] => {
    const at = turn++ % load.services.length;
    return [load.services[at], load.services[(at + 1) % load.services.length]];
  };
  const wanted = async (
    service: Service,
    method: string,
    route: string,
    { status = 200, ...question }: Question & { status?: number },
  ): Promise<Json> => {
    const answer: Answer | undefined = await ask(service.baseUrl, method, route, question).catch(
      () => undefined,
    );
    load.answers.set(service.name, (load.answers.get(service.name) ?? 0) + 1);
    if (answer?.status !== status) {
      throw new Error(
        `${service.name}: ${method} ${route} was answered ${answer?.status ?? 'not at all'} instead of ${status}`,
      );
    }
    return answer.body;
  };
  const crossedIf = (writer: Service, reader: Service) => {
    if (writer !== reader) load.crossed++;
  };

  const writeSite = async (n: number) => {
    const [writer, reader] = pair();
    const name = `Site ${n}`;
    const body = { name, kind: 'wind', capacity_mw: n + 0.5 };
    const made = await wanted(writer, 'POST', '/portfolio/sites', { token: key, body, status: 201 });
    const route = `/portfolio/sites/${textOf(made, 'id')}`;
    const read = await wanted(reader, 'GET', route, { token: key });
    if (!isSameWhereBoth(made, read)) load.faults.push(`a site differs: ${JSON.stringify([made, read])}`);
    await wanted(reader, 'PATCH', route, { token: key, body: { notes: 'Changed' } });
    const changed = await wanted(writer, 'GET', route, { token: key });
    if (!JSON.stringify(changed).includes('Changed')) load.faults.push(`a change of ${name} is not seen`);
    if (n % 20 === 0) load.sites.push(name);
    else await wanted(writer, 'DELETE', route, { token: key, status: 204 });
    crossedIf(writer, reader);
  };
  const writeKey = async (n: number) => {
    const [writer, reader] = pair();
    const body = { label: `Key ${n}` };
    const made = await wanted(writer, 'POST', '/auth/api-keys', { token: adminToken, body, status: 201 });
    const token = textOf(made, 'key');
    await wanted(reader, 'GET', '/markets', { token });
    await wanted(reader, 'DELETE', `/auth/api-keys/${textOf(made, 'id')}`, {
      token: adminToken,
      status: 204,
    });
    await wanted(writer, 'GET', '/markets', { token, status: 401 });
    crossedIf(writer, reader);
  };
  const writeWebhook = async (n: number) => {
    const [writer, reader] = pair();
    const path = `/hook-${n}`;
    const body = { name: `Hook ${n}`, url: `${receiver.url}${path}`, events: ['forecast.published'] };
    const made = await wanted(writer, 'POST', '/webhooks', { token: key, body, status: 201 });
    const id = textOf(made, 'id');
    const secret = textOf(made, 'secret');
    await verifyPing(await pingOf(reader, { place, receiver, token: key, id, path }), secret);
    load.pings++;
    await wanted(writer, 'DELETE', `/webhooks/${id}`, { token: key, status: 204 });
    crossedIf(writer, reader);
  };
  const openSession = async () => {
    const [writer, reader] = pair();
    const token = await signIn(writer.baseUrl, customer.adminEmail, customer.adminPassword);
    await wanted(reader, 'GET', '/auth/me', { token });
    await wanted(reader, 'POST', '/auth/logout', { token, status: 204 });
    await wanted(writer, 'GET', '/auth/me', { token, status: 401 });
    crossedIf(writer, reader);
  };
  const read = async (n: number) => {
    for (const service of load.services)
      await wanted(service, 'GET', READS[n % READS.length], { token: key });
  };

  const repeat = async (pauseMs: number, step: (n: number) => Promise<void>) => {
    for (let n = 0; !ending.signal.aborted; n++) {
      await step(n).catch((error: unknown) => {
        load.faults.push(error instanceof Error ? error.message : String(error));
      });
      await sleep(pauseMs);
    }
  };
  const work = [
    repeat(100, writeSite),
    repeat(1000, writeKey),
    repeat(500, writeWebhook),
    repeat(1000, openSession),
    repeat(50, read),
  ];
  return load;
}

/** A release may add fields: those that both answers have must be the same. */
function isSameWhereBoth(one: Json, other: Json): boolean {
  const there = new Map(Object.entries(other ?? {}));
  return Object.entries(one ?? {}).every(
    ([name, value]) => !there.has(name) || JSON.stringify(value) === JSON.stringify(there.get(name)),
  );
}
