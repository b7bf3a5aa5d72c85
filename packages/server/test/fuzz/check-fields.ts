import fc from 'fast-check';
import { ACCESS_TABLE, type AccessEntry } from '../access/access-table.ts';
import { type Answer, ask, type TestApi } from '../http/test-api.ts';
import { checkAnswer } from './check-request.ts';
import { type Field, fieldsOf } from './fields.ts';
import { ODD_ENCODED, ODD_HEADERS, ODD_JSON } from './odd-values.ts';
import { baseRequest, type OddField, oddRequest } from './odd-request.ts';
import type { Operation } from './operations.ts';

const ODD_VALUES: Record<Field['place'], readonly string[]> = {
  path: ODD_ENCODED,
  query: ODD_ENCODED,
  header: ODD_HEADERS,
  body: ODD_JSON,
};

export interface FieldCheck {
  api: TestApi;
  operations: readonly Operation[];
  seed: number;
  /** Odd values that are tried in each field; absent: all of them. */
  valuesOfField?: number;
  /** Whether other fields of the same request are odd too, and the rest of its body is random. */
  isMixed?: boolean;
  /** Called with every answer. */
  onAnswer: (answer: Answer) => void;
  /** Whether there is no time for more. */
  isOver?: () => boolean;
}

/**
 * Puts odd values into every field of every operation, one after the other: path, query, headers, and all that a body holds. No answer may
 * be a server error, and every refusal has the form of errors. Gives the number of fields.
 */
export async function checkFields(check: FieldCheck): Promise<number> {
  let seed = check.seed;
  for (const operation of check.operations) {
    const fields = fieldsOf(operation);
    const actor = createActor(check.api, ACCESS_TABLE[`${operation.method} ${operation.template}`]);
    for (const field of fields) {
      if (check.isOver?.() === true) return seed - check.seed;
      await checkField(check, { operation, actor, field, fields, seed: seed++ });
    }
  }
  return seed - check.seed;
}

interface FieldOfOperation {
  operation: Operation;
  actor: Actor;
  field: Field;
  /** All of the operation. */
  fields: readonly Field[];
  seed: number;
}

async function checkField(
  { api, valuesOfField, isMixed = false, onAnswer }: FieldCheck,
  { operation, actor, field, fields, seed }: FieldOfOperation,
): Promise<void> {
  const all = [...ODD_VALUES[field.place]];
  const [shuffled] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  const values = shuffled.slice(0, valuesOfField);
  const furtherFields = isMixed
    ? fc.sample(fc.array(oddFieldAmong(fields), { maxLength: 2 }), { seed, numRuns: values.length })
    : [];
  for (const [i, text] of values.entries()) {
    const { token, ids, entry } = await actor.current();
    const base = baseRequest(operation, entry, { ids, seed: seed + i, isRandom: isMixed && i % 2 === 0 });
    const further = (furtherFields[i] ?? []).filter((one) => !isSame(one.field, field));
    const request = oddRequest(operation, base, [{ field, text }, ...further]);
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    // Routes without a credential are limited by address.
    const remoteAddress = `10.${(seed >> 8) & 255}.${seed & 255}.${i & 255}`;
    const answer = await ask(api.app, { ...request, headers, remoteAddress });
    checkAnswer(operation, { sent: request, answer, reaches: isPathKept(request.url, operation) });
    onAnswer(answer);
    const mayBeSpent = answer.status < 300 || answer.status === 401 || answer.status === 403;
    if (mayBeSpent && operation.method !== 'GET') actor.replace();
  }
}

/** Who asks, and the records that the paths name. */
interface Actor {
  current(): Promise<{ token: string; ids: Record<string, string>; entry: AccessEntry }>;
  /** What was done may have ended the session, locked its tenant or used the record up. */
  replace(): void;
}

function createActor(api: TestApi, entry: AccessEntry): Actor {
  let known: ReturnType<Actor['current']> | undefined;
  const create = async () => {
    const owner = await api.createSession({ isSuperadmin: true });
    return { token: owner.token, ids: (await entry.record?.(api, owner)) ?? {}, entry };
  };
  return {
    current: () => (known ??= create()),
    replace() {
      known = undefined;
    },
  };
}

function oddFieldAmong(fields: readonly Field[]): fc.Arbitrary<OddField> {
  return fc
    .constantFrom(...fields)
    .chain((field) => fc.constantFrom(...ODD_VALUES[field.place]).map((text) => ({ field, text })));
}

function isSame(a: Field, b: Field): boolean {
  return a.place === b.place && a.at.join('\n') === b.at.join('\n');
}

/** Whether the router takes the request to the operation: none of its parts is empty, a step upwards, too long or no text. */
function isPathKept(url: string, { template }: Operation): boolean {
  const parts = url.split('?')[0].replace('/api/v1', '').split('/');
  const expected = template.split('/');
  return (
    parts.length === expected.length &&
    parts.every(
      (part, i) => part === expected[i] || (/^[\w-]{1,100}$/.test(part) && expected[i].startsWith('{')),
    )
  );
}
