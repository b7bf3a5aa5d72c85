import { randomUUID } from 'node:crypto';
import { createApiKey, createTenant } from '../../src/people/access/create-identities.ts';
import { ROLES, SCOPES } from '../../src/people/access/principal.ts';
import type { Role } from '../../src/people/access/identity.ts';
import { type Answer, type TestApi, ask } from '../http/test-api.ts';
import { openApiOf } from '../http/documented-schema.ts';
import type { AccessEntry } from './access-table.ts';
import { makeInvitation, makeKey, makeSessionOf, makeSite, makeUser, makeWebhook } from './records.ts';
import { makeAlertChannel, makeAlertRule, makeNotification, makeTicket } from './user-records.ts';

interface Caller {
  name: string;
  kind: 'session' | 'key';
  role: Role;
  isSuperadmin: boolean;
  /** Scopes of a key that has some. */
  scopes?: (typeof SCOPES)[number][];
}

const CALLERS: Caller[] = [
  ...(['session', 'key'] as const).flatMap((kind) =>
    ROLES.map((role) => ({ name: `${role} ${kind}`, kind, role, isSuperadmin: false })),
  ),
  { name: 'superadmin session', kind: 'session', role: 'admin', isSuperadmin: true },
  ...SCOPES.map((scope) => ({
    name: `admin key with ${scope}`,
    kind: 'key' as const,
    role: 'admin' as const,
    isSuperadmin: false,
    scopes: [scope],
  })),
];

/** `METHOD /template` of every operation in the document that the app serves. */
export function documentedOperations(api: TestApi): string[] {
  return Object.entries(openApiOf(api.app).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/**
 * Calls every given route as every caller, with the id of an own record, a foreign one and one that nobody has, and reports
 * each answer that differs from what the table says. No answer may hold anything of the foreign tenant.
 */
export async function findAccessFaults(api: TestApi, table: Record<string, AccessEntry>): Promise<string[]> {
  const own = await createTenant(api, { name: 'Own' });
  const foreign = await createForeignTenant(api);
  const faults: string[] = [];
  const standingCallers = new Map<Caller, ReturnType<typeof createCaller>>();

  for (const [operation, entry] of Object.entries(table)) {
    const anonymous = await sendAs(api, operation, entry, undefined, undefined);
    if (entry.isPublic) {
      expect(operation, 'nobody', anonymous, entry.admitted ?? [200]);
      continue;
    }
    expect(operation, 'nobody', anonymous, [401]);
    for (const caller of CALLERS) {
      const isAdmitted = admits(entry, caller);
      for (const target of entry.record === undefined ? ['none'] : ['own', 'foreign', 'missing']) {
        const mayChange = isAdmitted && !operation.startsWith('GET ');
        const { token, userId } = mayChange ? await createCaller(caller) : await standingCaller(caller);
        const ids = await createTarget(entry, target, userId);
        const answer = await sendAs(api, operation, entry, token, ids);
        const statuses = isAdmitted ? admittedStatuses(entry, target) : [403];
        expect(operation, `${caller.name}, ${target} id`, answer, statuses);
        if (!caller.isSuperadmin && foreign.marks.some((mark) => answer.text.includes(mark))) {
          faults.push(`${operation} as ${caller.name}, ${target} id: shows what another tenant has`);
        }
      }
    }
  }
  return faults;

  function expect(operation: string, name: string, { status, text }: Answer, statuses: number[]): void {
    if (
      statuses.some((expected) => expected === status || (expected === 200 && status >= 200 && status < 300))
    )
      return;
    faults.push(
      `${operation} as ${name}: ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 200)}`,
    );
  }

  /** The same credential for all requests that change nothing. */
  function standingCaller(caller: Caller): ReturnType<typeof createCaller> {
    const standing = standingCallers.get(caller) ?? createCaller(caller);
    standingCallers.set(caller, standing);
    return standing;
  }

  async function createCaller(caller: Caller): Promise<{ token: string; userId: string }> {
    const { token, userId } = await api.createSession({ ...caller, tenantId: own });
    if (caller.kind === 'session') return { token, userId };
    const { role, scopes } = caller;
    const input = {
      tenantId: own,
      label: 'test',
      role,
      requestsPerMinute: 100_000,
      ...(scopes && { scopes }),
    };
    return { token: (await createApiKey(api, input)).key, userId };
  }

  async function createTarget(
    { record }: AccessEntry,
    target: string,
    userId: string,
  ): Promise<Record<string, string> | undefined> {
    if (record === undefined || target === 'missing') return undefined;
    return record(api, target === 'own' ? { tenantId: own, userId } : foreign);
  }
}

/** Sends the request of a table's line, or with another body. Placeholders that `ids` does not name stand for records that nobody has. */
export function sendAs(
  api: TestApi,
  operation: string,
  entry: AccessEntry,
  token: string | undefined,
  ids: Record<string, string> | undefined,
  further: { headers?: Record<string, string>; body?: object | undefined } = {},
): Promise<Answer> {
  const body = further.body ?? entry.body?.();
  const [method, template] = operation.split(' ');
  const path = (entry.path ?? template).replaceAll(
    /\{(\w+)\}/g,
    (_placeholder, name: string) => ids?.[name] ?? randomUUID(),
  );
  return ask(api.app, {
    method: METHODS[method],
    url: `/api/v1${path}`,
    headers: { ...further.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  });
}

const METHODS: Record<string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'> = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
};

/** The rule of the documents, written a second time on purpose: the service's own must agree with it. */
function admits(entry: AccessEntry, caller: Caller): boolean {
  if (entry.superadminOnly) return caller.isSuperadmin;
  if (entry.sessionOnly && caller.kind === 'key') return false;
  if (entry.role && ROLES.indexOf(caller.role) < ROLES.indexOf(entry.role)) return false;
  if (caller.scopes === undefined) return true;
  const scopes = entry.anyScope ?? (entry.scope === undefined ? undefined : [entry.scope]);
  if (scopes === undefined) return entry.role === undefined;
  return caller.scopes.some((scope) => scopes.includes(scope));
}

function admittedStatuses(entry: AccessEntry, target: string): number[] {
  if (target === 'missing') return [404];
  if (target === 'foreign' && !entry.superadminOnly) return [403];
  return entry.admitted ?? [200];
}

/** A tenant with one of everything, and texts by which its data would be recognised. */
async function createForeignTenant(api: TestApi) {
  const name = `Foreign ${randomUUID()}`;
  const tenantId = await createTenant(api, { name });
  const { userId } = await api.createSession({ tenantId, role: 'admin' });
  const place = { tenantId, userId };
  const records: string[] = [];
  for (const make of [
    makeUser,
    makeKey,
    makeInvitation,
    makeSessionOf,
    makeWebhook,
    makeSite,
    makeAlertRule,
    makeAlertChannel,
    makeNotification,
    makeTicket,
  ]) {
    records.push(...Object.values(await make(api, place)));
  }
  return { ...place, marks: [name, tenantId, userId, ...records] };
}
