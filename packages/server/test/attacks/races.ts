import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, type TestApi, ask, type TestSession } from '../http/test-api.ts';
import type { Tried } from './tried.ts';

const AT_ONCE = 20;

async function raced(send: (n: number) => Promise<Answer>): Promise<Map<number, number>> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(n)));
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
}

/** Accepts one invitation many times at once. Broken: more than one user of it. */
export async function raceForInvitation(api: TestApi): Promise<Tried> {
  const { token } = await api.createSession();
  await api.deliverMail();
  const email = `race-${token
    .slice(-8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}@example.com`;
  const invited = await api.send('POST', '/auth/invitations', token, { email, role: 'viewer' });
  assert.equal(invited.status, 201, invited.text);
  const [mail] = await api.deliverMail();
  const link = /invite\?token=([\w-]+)/.exec(mail.text)?.[1];
  const body = { token: link, password: 'nine calm otters', full_name: 'Eva' };
  const statuses = await raced(() => api.send('POST', '/auth/invitations/accept', undefined, body));
  return { tries: AT_ONCE, broken: statuses.get(201) === 1 ? [] : [`${statuses.get(201)} users`] };
}

/** Two admins of a tenant take each other's role at once, again and again. Broken: a tenant without an admin. */
export async function raceForLastAdmin(api: TestApi): Promise<Tried> {
  const broken: string[] = [];
  const rounds = AT_ONCE / 2;
  for (let round = 0; round < rounds; round++) {
    const one = await api.createSession();
    const other = await api.createSession({ tenantId: one.tenantId });
    const demote = (by: TestSession, whom: TestSession) =>
      api.send('PATCH', `/auth/users/${whom.userId}`, by.token, { role: 'viewer' });
    await Promise.all([demote(one, other), demote(other, one)]);
    const { admins } = await api.db
      .selectFrom('app_user')
      .select((row) => row.fn.countAll<string>().as('admins'))
      .where('tenant_id', '=', one.tenantId)
      .where('role', '=', 'admin')
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(admins) < 1) broken.push(`round ${round}`);
  }
  return { tries: 2 * rounds, broken };
}

/** Asks with one key as fast as two processes answer. Broken: any number of answers but 60 in the first minute. */
export async function raceForLimit(api: TestApi, second: FastifyInstance): Promise<Tried> {
  const key = await api.createKey({ requestsPerMinute: 60 });
  const tries = 300;
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, n) =>
      ask(n % 2 === 0 ? api.app : second, {
        method: 'GET',
        url: '/api/v1/markets',
        headers: { authorization: `Bearer ${key}` },
      }),
    ),
  );
  const served = answers.filter(({ status }) => status === 200).length;
  return { tries, broken: served === 60 ? [] : [`${served} served`] };
}
