import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../http/documented-schema.ts';
import type { Operation } from './operations.ts';

/** A value of a request, and whether the document forbids it for certain. */
interface Input {
  value: unknown;
  isForbidden: boolean;
}

/** A request to one operation. */
export interface FuzzRequest {
  operation: Operation;
  path: Record<string, string>;
  query: [string, string][];
  body: { text: string; type: string } | undefined;
  headers: Record<string, string>;
  /** The document forbids a part of it for certain: it must be refused. */
  isForbidden: boolean;
}

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-03-20T00:00:00Z') / DAY_MS;
const LAST = Date.parse('2026-04-05T00:00:00Z') / DAY_MS;

/** Days around those that hold data, and some far away. */
const dayText = fc
  .oneof(
    { weight: 9, arbitrary: fc.integer({ min: FIRST, max: LAST }) },
    // From the year 0 to the year 9999.
    { weight: 1, arbitrary: fc.integer({ min: -719_528, max: 2_932_896 }) },
    { weight: 1, arbitrary: fc.constantFrom(-719_528, -719_162, 2_932_896) },
  )
  .map((number) => new Date(number * DAY_MS).toISOString().slice(0, 10));

const instantText = fc
  .tuple(dayText, fc.integer({ min: 0, max: 23 }), fc.constantFrom('Z', '+02:00', '-11:30'))
  .map(([day, hour, offset]) => `${day}T${String(hour).padStart(2, '0')}:15:00${offset}`);

/** Texts that have broken services before. */
const hostileText = fc.constantFrom(
  '',
  ' ',
  '\0',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '\u{1F4A5}',
  '\u202e',
  '\ud800',
  'x\udc00y',
  '\x1b]0;title\x07',
  '\x9b2J',
  '\r\nSet-Cookie: a=b',
  'NaN',
  '1e309',
  '-0',
  '9'.repeat(40),
  'a'.repeat(5000),
  '{"$gt":""}',
  '2026-02-30',
  '2026-03-29T02:30:00+01:00',
  'null',
  'undefined',
  '__proto__',
);
const anyText = fc.oneof(
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

export function requestTo(operation: Operation, ids: readonly string[]): Arbitrary<FuzzRequest> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const pathValue = (schema: JsonSchema) =>
    fc.oneof(
      { weight: 3, arbitrary: textOf(schema) },
      { weight: 3, arbitrary: ids.length === 0 ? fc.uuid() : fc.constantFrom(...ids) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: anyText },
    );
  const queryInput = (schema: JsonSchema): Arbitrary<Input> =>
    fc.oneof(
      { weight: 20, arbitrary: textOf(schema).map((value) => ({ value, isForbidden: false })) },
      { weight: 1, arbitrary: forbiddenText(schema) },
      { weight: 1, arbitrary: anyText.map((value) => ({ value, isForbidden: false })) },
    );
  return fc
    .record({
      path: fc.record(Object.fromEntries(inPath.map(({ name, schema }) => [name, pathValue(schema)]))),
      query: fc.tuple(
        ...inQuery.map(({ name, required, schema }) =>
          fc
            .option(queryInput(schema), { freq: required ? 12 : 2, nil: undefined })
            .map((input) => ({ name, input })),
        ),
      ),
      unknown: fc.oneof(
        { weight: 14, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.tuple(fc.constantFrom('surprise', '__proto__', 'x[]', 'Date'), anyText) },
      ),
      repeats: fc.integer({ min: 0, max: 30 }),
      body: bodyOf(operation),
      accept: fc.constantFrom(
        undefined,
        undefined,
        'text/csv',
        'application/json',
        '*/*;q=0.1',
        'nonsense;;q=x',
      ),
      ifNoneMatch: fc.constantFrom(undefined, undefined, '*', '"x"', 'W/"y", "z'),
      encoding: fc.constantFrom(undefined, undefined, 'gzip', 'br;q=0, gzip', 'identity;q=0'),
    })
    .map(({ path, query, unknown, repeats, body, accept, ifNoneMatch, encoding }) => {
      const given = query.flatMap(({ name, input }) => (input === undefined ? [] : [{ name, ...input }]));
      const pairs = given.map(({ name, value }): [string, string] => [name, String(value)]);
      const repeated = repeats === 0 && pairs.length > 0 ? [pairs[0]] : [];
      return {
        operation,
        path,
        query: [...pairs, ...repeated, ...(unknown === null ? [] : [unknown])],
        body: body?.body,
        headers: withoutAbsent({ accept, 'if-none-match': ifNoneMatch, 'accept-encoding': encoding }),
        isForbidden: given.some(({ isForbidden }) => isForbidden) || (body?.isForbidden ?? false),
      };
    });
}

function withoutAbsent(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Text that fits the schema as far as the schema says. */
export function textOf(schema: JsonSchema): Arbitrary<string> {
  return valueOf(schema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** A value that fits the schema as far as the schema says. */
export function valueOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  const bounds = { min: Math.max(schema.minimum ?? -5, -1e6), max: Math.min(schema.maximum ?? 1e6, 1e6) };
  switch (schema.type) {
    case 'integer':
      return fc.oneof(fc.integer(bounds), fc.constantFrom(bounds.min, bounds.max));
    case 'number':
      return fc.double({ ...bounds, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valueOf(part)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return stringOf(schema);
  }
}

function stringOf(schema: JsonSchema): Arbitrary<string> {
  if (schema.format === 'date') return dayText;
  if (schema.format === 'date-time') return instantText;
  if (schema.format === 'uuid') return fc.uuid();
  const examples = [...(schema.examples ?? []), schema.default].filter((value) => typeof value === 'string');
  const plain = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 60, 300),
  });
  return examples.length === 0
    ? plain
    : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: plain });
}

/** Text that the schema forbids for certain; where it says nothing definite, any text. */
function forbiddenText(schema: JsonSchema): Arbitrary<Input> {
  const forbidden = (arbitrary: Arbitrary<string>) =>
    arbitrary.map((value) => ({ value, isForbidden: true }));
  if (schema.enum !== undefined) return forbidden(fc.constantFrom('', 'surprise', 'DA', 'pt1h'));
  if (schema.format === 'date' || schema.format === 'date-time') {
    return forbidden(
      fc.constantFrom('', 'today', '2026-02-30', '2026-3-1', '20260301', '2026-03-01T25:00:00Z'),
    );
  }
  if (schema.type === 'integer') {
    const outside = [schema.minimum, schema.maximum].flatMap((bound, i) =>
      bound === undefined ? [] : [String(bound + (i === 0 ? -1 : 1))],
    );
    return forbidden(fc.constantFrom(...outside, 'x', '1.5', ''));
  }
  return anyText.map((value) => ({ value, isForbidden: false }));
}

function formOf(value: unknown): string {
  const form = new URLSearchParams();
  for (const [name, part] of Object.entries(Object(value))) form.append(name, String(part).toWellFormed());
  return form.toString();
}

interface BodyInput {
  body: { text: string; type: string };
  isForbidden: boolean;
}

function bodyOf({ body }: Operation): Arbitrary<BodyInput | undefined> {
  if (body === undefined) return fc.constant(undefined);
  const { schema, type } = body;
  const isForm = type === 'application/x-www-form-urlencoded';
  const write = (value: unknown) => (isForm ? formOf(value) : JSON.stringify(value));
  const good = valueOf(schema).map((value) => ({ text: write(value), isForbidden: false }));
  const required = schema.required ?? [];
  const lacking = valueOf(schema).map((value) => ({
    text: write(Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== required[0]))),
    isForbidden: required.length > 0,
  }));
  const hostile = fc
    .oneof(anyText, fc.json(), fc.constantFrom('{', '[]', 'null', '{"__proto__":{"x":1}}', '['.repeat(3000)))
    .map((text) => ({ text, isForbidden: false }));
  const types = fc.oneof(
    { weight: 12, arbitrary: fc.constant(type) },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json', '') },
  );
  return fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: good },
        { weight: 2, arbitrary: lacking },
        { weight: 2, arbitrary: hostile },
      ),
      types,
    )
    .map(([{ text, isForbidden }, contentType]) => ({ body: { text, type: contentType }, isForbidden }));
}
