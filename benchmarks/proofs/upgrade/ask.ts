import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../../packages/server/test/upgrade/differences.ts';

export interface Answer {
  status: number;
  body: Json;
}

export interface Question {
  token?: string | undefined;
  body?: object;
  form?: Record<string, string>;
}

const MOST_TRIES = 30;

/** Requests that a process without time to spare has turned away, and that were asked again. */
export const turnedAway = { count: 0 };

/** Asks a service, again as long as it says that it is overloaded. Throws where it does not answer. */
export async function ask(
  baseUrl: string,
  method: string,
  route: string,
  { token, body, form }: Question = {},
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(`${baseUrl}/api/v1${route}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await reply.text();
    // That alone: a request that waited too long for a lock is a 503 too.
    const isOverloaded = reply.status === 503 && text.includes('overloaded');
    if (!isOverloaded || tries === MOST_TRIES) {
      return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
    }
    turnedAway.count++;
    await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
  }
}

/** Asks for what must succeed, and gives the fields of the answer. */
export async function must(
  baseUrl: string,
  method: string,
  route: string,
  question: Question = {},
): Promise<Record<string, Json>> {
  const { status, body } = await ask(baseUrl, method, route, question);
  if (status < 200 || status > 299) {
    throw new Error(`${method} ${route} was answered ${status}: ${JSON.stringify(body)?.slice(0, 500)}`);
  }
  return body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {};
}

/** A field of an answer; null where there is none. */
export function fieldOf(record: Json, name: string): Json {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
  return record[name] ?? null;
}

/** A text of an answer. Throws where there is none. */
export function textOf(record: Json, name: string): string {
  const text = fieldOf(record, name);
  if (typeof text !== 'string') throw new Error(`An answer has no ${name}: ${JSON.stringify(record)}`);
  return text;
}
