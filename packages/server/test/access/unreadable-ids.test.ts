import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApi } from '../http/test-api.ts';
import { sendAs } from './access-faults.ts';
import { ACCESS_TABLE } from './access-table.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** Routes whose path holds something else than the id of a record. */
const NAMES = ['/forecasts/intraday/{session}'];

test('text that can be no id is answered like an id that does not exist, on every route', async () => {
  const { token } = await api.createSession({ isSuperadmin: true });
  const routes = Object.keys(ACCESS_TABLE).filter(
    (operation) => operation.includes('{') && !NAMES.some((name) => operation.endsWith(name)),
  );
  assert.ok(routes.length > 40);
  const faults: string[] = [];
  for (const operation of routes) {
    for (const text of ['%00', 'x%00', "'", '%F0%9F%92%A5', '0']) {
      const entry = ACCESS_TABLE[operation];
      const template = entry.path?.includes('{') ? entry.path : operation.split(' ')[1];
      const path = template.replaceAll(/\{\w+\}/g, text);
      const { status } = await sendAs(api, operation, { ...entry, path }, token, undefined);
      if (status !== 404) faults.push(`${operation} with ${text}: ${status}`);
    }
  }
  assert.deepEqual(faults, []);
});
