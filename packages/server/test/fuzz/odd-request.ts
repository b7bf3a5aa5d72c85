import fc from 'fast-check';
import type { AccessEntry } from '../access/access-table.ts';
import { textOf, valueOf } from './arbitraries.ts';
import type { Field } from './fields.ts';
import type { Operation } from './operations.ts';

/** A request that is valid but for the fields that are replaced. */
export interface BaseRequest {
  /** By the placeholders of the template. */
  path: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A field, and what stands in its place: JSON in a body, percent-encoded in a path or a query. */
export interface OddField {
  field: Field;
  text: string;
}

export interface OddRequest {
  method: Operation['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** The valid request of the access table, or one with a body of the schema where `isRandom` says so. */
export function baseRequest(
  operation: Operation,
  entry: AccessEntry,
  { ids, seed, isRandom }: { ids: Record<string, string>; seed: number; isRandom: boolean },
): BaseRequest {
  const [path, query = ''] = (entry.path ?? operation.template).split('?');
  const given = path.split('/');
  const names = [...operation.template.split('/').entries()].flatMap(([i, part]) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, ids[name] ?? given[i]]];
  });
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0];
  const ofSchema = () => (operation.body === undefined ? undefined : sample(valueOf(operation.body.schema)));
  return {
    path: Object.fromEntries(names),
    query: {
      ...Object.fromEntries(required.map(({ name, schema }) => [name, sample(textOf(schema))])),
      ...Object.fromEntries(new URLSearchParams(query)),
    },
    body: isRandom ? ofSchema() : (entry.body?.() ?? ofSchema()),
  };
}

/** The base with its odd fields in place. */
export function oddRequest(
  { method, template, body }: Operation,
  base: BaseRequest,
  odd: readonly OddField[],
): OddRequest {
  const textAt = (place: Field['place'], name: string) =>
    odd.find(({ field }) => field.place === place && field.at[0] === name)?.text;
  const path = template.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => textAt('path', name) ?? base.path[name],
  );
  const pairs = new Map(Object.entries(base.query).map(([name, value]) => [name, encodeURIComponent(value)]));
  for (const { field, text } of odd) if (field.place === 'query') pairs.set(field.at[0], text);
  const query = [...pairs].map(([name, text]) => `${name}=${text}`);
  const headers = odd
    .filter(({ field }) => field.place === 'header')
    .map(({ field, text }) => [field.at[0], text]);
  return {
    method,
    url: `/api/v1${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: { ...Object.fromEntries(headers), ...(body && { 'content-type': body.type }) },
    ...(body && { payload: payloadOf(base.body, odd, body.type) }),
  };
}

function payloadOf(body: unknown, odd: readonly OddField[], type: string): string {
  const inBody = odd.filter(({ field }) => field.place === 'body');
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(Object(body))) form.set(name, String(value).toWellFormed());
    for (const { field, text } of inBody) form.set(field.at.join('.'), text);
    return form.toString();
  }
  const placed = inBody.reduce((whole, { field }, i) => withAt(whole, field.at, markOf(i)), body);
  return inBody.reduce(
    (text, odd_, i) => text.replace(`"${markOf(i)}"`, () => odd_.text),
    JSON.stringify(placed) ?? '',
  );
}

function markOf(i: number): string {
  return `odd value ${i}`;
}

/** A copy with a value at a place, with objects and arrays made where there are none on the way. */
function withAt(whole: unknown, at: readonly string[], value: unknown): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  if (name === '0') {
    const [first, ...others] = Array.isArray(whole) ? whole : [];
    return [withAt(first, rest, value), ...others];
  }
  const fields: Record<string, unknown> = Object(whole);
  return { ...fields, [name]: withAt(fields[name], rest, value) };
}
