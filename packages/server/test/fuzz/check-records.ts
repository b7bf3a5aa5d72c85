import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sendAs } from '../access/access-faults.ts';
import { ACCESS_TABLE, type AccessEntry } from '../access/access-table.ts';
import type { Answer, TestApi, TestSession } from '../http/test-api.ts';
import { requestTo } from './arbitraries.ts';
import { checkRequest } from './check-request.ts';
import type { Operation } from './operations.ts';

/** Random requests for each valid one. */
const RANDOM_REQUESTS = 2;

/** What revoking leaves behind: the record stays in its list and can be revoked again, but serves for nothing. */
const REVOCATIONS: Record<string, Record<string, number>> = {
  'DELETE /auth/api-keys/{id}': {
    'DELETE /auth/api-keys/{id}': 204,
    'PATCH /auth/api-keys/{id}': 409,
    'POST /auth/api-keys/{id}/reroll': 409,
  },
  'DELETE /auth/invitations/{id}': { 'DELETE /auth/invitations/{id}': 204 },
};

export interface RecordCheck {
  api: TestApi;
  operations: readonly Operation[];
  seed: number;
  /** Called with every answer. */
  onAnswer: (answer: Answer) => void;
}

/**
 * No use after delete: makes a record for every DELETE route, deletes it, and then asks for it, changes it and deletes it on every
 * route of such records. A valid request must get 404, a random one no success.
 */
export async function checkUseAfterDelete(check: RecordCheck): Promise<void> {
  for (const [operation, entry] of recordRoutes()) {
    if (!operation.startsWith('DELETE ')) continue;
    const owner = await check.api.createSession({ isSuperadmin: true });
    for (const [use] of recordRoutes().filter(([, other]) => other.record === entry.record)) {
      const ids = await entry.record(check.api, owner);
      const deleted = await sendAs(check.api, operation, entry, owner.token, ids);
      assert.equal(deleted.status, 204, `${operation}: ${deleted.text}`);
      await useRecord(check, { use, ids, owner, expected: REVOCATIONS[operation]?.[use] ?? 404 });
    }
  }
}

/**
 * No child under a foreign parent: on every route with a record, and on those with a child of it in every combination, own and
 * foreign parents and children are mixed. A record of another tenant must be 403, a child of another own parent 404.
 */
export async function checkForeignParents(check: RecordCheck): Promise<void> {
  const { api } = check;
  for (const [use, entry] of recordRoutes()) {
    if (entry.superadminOnly) continue;
    const owner = await api.createSession();
    const foreign = await entry.record(api, await api.createSession());
    await useRecord(check, { use, ids: foreign, owner, expected: 403 });
    const { id: parent, ...children } = await entry.record(api, owner);
    if (Object.keys(children).every((name) => !use.includes(`{${name}}`))) continue;
    const { id: _foreignParent, ...foreignChildren } = foreign;
    const { id: _sibling, ...siblingsChildren } = await entry.record(api, owner);
    await useRecord(check, { use, ids: { id: parent, ...foreignChildren }, owner, expected: 403 });
    await useRecord(check, { use, ids: { id: foreign.id, ...children }, owner, expected: 403 });
    await useRecord(check, { use, ids: { id: parent, ...siblingsChildren }, owner, expected: 404 });
  }
}

/** The routes of the access table that name a record of a tenant. */
function recordRoutes(): [operation: string, entry: AccessEntry & Required<Pick<AccessEntry, 'record'>>][] {
  return Object.entries(ACCESS_TABLE).flatMap(([operation, entry]) =>
    entry.record === undefined ? [] : [[operation, { ...entry, record: entry.record }]],
  );
}

/** Sends a valid request and random ones for a record that must not be reached. */
async function useRecord(
  { api, operations, seed, onAnswer }: RecordCheck,
  {
    use,
    ids,
    owner,
    expected,
  }: { use: string; ids: Record<string, string>; owner: TestSession; expected: number },
): Promise<void> {
  const valid = await sendAs(api, use, ACCESS_TABLE[use], owner.token, ids);
  onAnswer(valid);
  assert.equal(valid.status, expected, `${use} of ${JSON.stringify(ids)}: ${valid.status} ${valid.text}`);
  const operation = operations.find(({ method, template }) => `${method} ${template}` === use);
  assert.ok(operation, `${use} is not documented`);
  for (const request of fc.sample(requestTo(operation, []), { seed, numRuns: RANDOM_REQUESTS })) {
    const answers = await checkRequest(
      api.app,
      { ...request, path: { ...request.path, ...ids } },
      owner.token,
    );
    for (const answer of answers) {
      onAnswer(answer);
      assert.ok(
        answer.status >= 400 || answer.status === expected,
        `${use}: ${answer.status} ${answer.text}`,
      );
    }
  }
}
