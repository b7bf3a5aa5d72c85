import fc from 'fast-check';
import { ACCESS_TABLE } from '../access/access-table.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type Answer, createTestApi, type TestApi, type TestSession } from '../http/test-api.ts';
import { requestTo } from './arbitraries.ts';
import { checkFields } from './check-fields.ts';
import { checkForeignParents, checkUseAfterDelete } from './check-records.ts';
import { checkRequest } from './check-request.ts';
import { type Operation, operationsOf } from './operations.ts';

/** So many operations are asked at the same time. */
const PARALLEL_OPERATIONS = 8;
/** After so many requests each, records that are deleted or another tenant's are tried on every route. */
const REQUESTS_PER_ROUND = 10_000;
/** Records of each kind that random requests may name, of the tenant that asks and of another. */
const RECORDS_OF_A_KIND = 3;

export interface FuzzReport {
  requests: number;
  /** Answers by status. */
  statuses: Map<number, number>;
  operations: number;
}

/**
 * Sends at least `requests` random requests, spread over all operations of the OpenAPI document, to a service with some data. Rejects
 * with the smallest request that breaks a rule; the same seed sends the same requests.
 */
export async function fuzzService(options: {
  requests: number;
  seed: number;
  onProgress?: (done: number) => void;
}): Promise<FuzzReport> {
  const api = await createTestApi('2026-03-30T11:30:00Z');
  try {
    const { ids, tokens, spare } = await prepare(api);
    const operations = operationsOf(api.app);
    const report: FuzzReport = { requests: 0, statuses: new Map(), operations: operations.length };
    const onAnswer = ({ status }: Answer) => {
      report.requests++;
      report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    };
    const numRuns = Math.ceil(options.requests / operations.length);
    const fuzz = async (operation: Operation, i: number) => {
      // A sign-out ends the session that asks for it, which the other operations still need.
      const usable = operation.template === '/auth/logout' ? [spare] : tokens;
      await fc.assert(
        fc.asyncProperty(requestTo(operation, ids), fc.constantFrom(...usable), async (request, token) => {
          for (const answer of await checkRequest(api.app, request, token)) onAnswer(answer);
        }),
        { numRuns, seed: options.seed + i, endOnFailure: false },
      );
      options.onProgress?.(report.requests);
    };
    const waiting = [...operations.entries()];
    const next = async () => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        await fuzz(entry[1], entry[0]);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_OPERATIONS }, next));
    for (let round = 0; round < options.requests / REQUESTS_PER_ROUND; round++) {
      const check = { api, operations, seed: options.seed + round, onAnswer };
      await checkUseAfterDelete(check);
      await checkForeignParents(check);
      options.onProgress?.(report.requests);
    }
    return report;
  } finally {
    await api.close();
  }
}

/** Requests are not given up because the machine is slow: each 5xx is a fault. */
const HANDLER_TIMEOUT_MS = 300_000;

/**
 * Puts odd values into every field of every operation: `valuesOfField` of them, or all. With `minutes` it goes on until the time is over,
 * with several odd fields in a request and other seeds. Rejects at the first answer that breaks a rule.
 */
export async function fuzzFields(options: {
  seed: number;
  valuesOfField?: number;
  minutes?: number;
  onProgress?: (done: number) => void;
}): Promise<FuzzReport & { fields: number }> {
  const { seed, valuesOfField, minutes = 0, onProgress } = options;
  const endsAt = performance.now() + minutes * 60_000;
  const api = await createTestApi('2026-03-30T11:30:00Z', { handlerTimeoutMs: HANDLER_TIMEOUT_MS });
  try {
    await storeMarketData(api);
    const operations = operationsOf(api.app);
    const report: FuzzReport = { requests: 0, statuses: new Map(), operations: operations.length };
    const onAnswer = ({ status }: Answer) => {
      report.requests++;
      report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
      if (report.requests % 500 === 0) onProgress?.(report.requests);
    };
    const check = { api, operations, onAnswer, ...(valuesOfField !== undefined && { valuesOfField }) };
    const fields = await checkFields({ ...check, seed });
    const isOver = () => performance.now() > endsAt;
    for (let round = 1; !isOver(); round++) {
      await checkFields({ ...check, seed: seed + round * 1_000_003, isMixed: true, isOver });
    }
    return { ...report, fields };
  } finally {
    await api.close();
  }
}

/** Data that answers can be made of, ids that exist, and credentials of different rights. */
async function prepare(api: TestApi): Promise<{ ids: string[]; tokens: string[]; spare: string }> {
  const run = await storeMarketData(api);
  const admin = await api.createSession({ role: 'admin' });
  await api.db.updateTable('tenant').set({ rate_limit: 1_000_000_000 }).execute();
  const keys = [{}, { scopes: ['forecasts:read' as const] }, { products: ['es-ida1'] }];
  const superadmin = await api.createSession({ isSuperadmin: true });
  const tokens = [admin.token, admin.token, superadmin.token];
  for (const key of keys) tokens.push(await api.createKey({ ...key, requestsPerMinute: 1_000_000_000 }));
  const records = [
    ...(await makeRecords(api, admin)),
    ...(await makeRecords(api, await api.createSession())),
  ];
  return { ids: [run, admin.userId, ...records], tokens, spare: (await api.createSession()).token };
}

/** A run, whose id it gives, and prices of three days. */
async function storeMarketData({ db }: TestApi): Promise<string> {
  const run = await publishTestRun(db, {
    issuedAt: '2026-03-29T10:05:00Z',
    firstDay: '2026-03-30',
    withQuarters: true,
  });
  for (const [day, resolution] of [
    ['2026-03-28', 'PT15M'],
    ['2026-03-29', 'PT1H'],
    ['2026-03-30', 'PT15M'],
  ] as const) {
    await storeTestPrices(db, { day, resolution, availableAt: '2026-03-29T11:00:00Z' });
  }
  return run;
}

/** Ids of records of every kind. */
async function makeRecords(api: TestApi, owner: TestSession): Promise<string[]> {
  const makers = new Set(
    Object.values(ACCESS_TABLE).flatMap(({ record }) => (record === undefined ? [] : [record])),
  );
  const ids: string[] = [];
  for (const make of makers) {
    for (let i = 0; i < RECORDS_OF_A_KIND; i++) ids.push(...Object.values(await make(api, owner)));
  }
  return ids;
}
