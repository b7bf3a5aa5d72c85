import { sendAs } from '../access/access-faults.ts';
import { ACCESS_TABLE } from '../access/access-table.ts';
import { createApiKey } from '../../src/people/access/create-identities.ts';
import type { TestApi } from '../http/test-api.ts';
import type { Tried } from './tried.ts';

/**
 * Asks, as an admin, as each lesser role and with a key, for every record of another tenant on every route that takes one. Broken: every answer but 403,
 * and those that hold anything of the other tenant.
 */
export async function tryForeignRecords(api: TestApi): Promise<Tried> {
  const broken: string[] = [];
  let tries = 0;
  const owner = await api.createSession();
  const own = await api.createSession();
  const key = await createApiKey(api, { tenantId: own.tenantId, label: 'attacker', role: 'admin' });
  const callers = [
    own,
    { token: key.key },
    ...(await Promise.all(
      (['manager', 'trader', 'viewer'] as const).map((role) =>
        api.createSession({ tenantId: own.tenantId, role }),
      ),
    )),
  ];
  for (const [operation, entry] of Object.entries(ACCESS_TABLE)) {
    if (entry.record === undefined || entry.superadminOnly) continue;
    const ids = await entry.record(api, owner);
    for (const { token } of callers) {
      tries++;
      const { status, text } = await sendAs(api, operation, entry, token, ids);
      const shows = Object.values(ids).some((id) => text.includes(id));
      if (status !== 403 || shows) broken.push(`${operation}: ${status}`);
    }
  }
  return { tries, broken };
}
