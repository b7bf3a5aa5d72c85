import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { shorten } from './shorten.ts';

/** One request of a real service and its answer, as docs/api-reference shows them. */
export interface Example {
  /** Path below /api/v1, with its query. */
  path: string;
  /** What the caller signs in with. */
  credential: 'none' | 'key' | 'session';
  body?: unknown;
  status: number;
  /** The body, lists cut to their first entries and secrets to their first letters; absent where there is none. */
  answer?: unknown;
}

export interface Credential {
  kind: 'key' | 'session';
  token: string;
}

export interface Call {
  as?: Credential;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Ask again until the answer is so. */
  until?: (answer: unknown) => boolean;
}

export interface Recorder {
  /** Sends a request for the operation, keeps the first one as its example and gives the body of the answer. */
  call: (operationId: string, call?: Call) => Promise<unknown>;
  examples: Map<string, Example>;
  operationIds: string[];
}

interface Operation {
  method: string;
  template: string;
  isForm: boolean;
}

const POLL_MS = 250;
const MOST_POLLS = 120;
const STREAMED_EVENT = /\nevent: .*\ndata: .*\n\n/;

/**
 * Records an example of each operation of docs/openapi.json that is called. An answer of 4xx or 5xx ends the recording, but one whose
 * caller has asked too often, who waits.
 */
export async function createRecorder(baseUrl: string): Promise<Recorder> {
  const operations = await readOperations();
  const examples = new Map<string, Example>();
  const cookies = new Map<string, string>();
  return {
    examples,
    operationIds: [...operations.keys()],
    async call(operationId, { as, path = {}, query, body, until } = {}) {
      const operation = operations.get(operationId);
      if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
      const filled = operation.template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
      const address =
        query === undefined
          ? filled
          : `${filled}?${new URLSearchParams(query).toString().replaceAll('%3A', ':')}`;
      for (let polls = 0; ; polls++) {
        const reply = await send(`${baseUrl}/api/v1${address}`, operation, { credential: as, body, cookies });
        const answer = await readAnswer(reply);
        if (reply.status === 429) {
          await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
          continue;
        }
        assert.ok(reply.ok, `${operationId} ${address} answers ${reply.status} ${JSON.stringify(answer)}`);
        if (until !== undefined && !until(answer) && polls < MOST_POLLS) {
          await sleep(POLL_MS);
          continue;
        }
        const example = {
          path: address,
          credential: as?.kind ?? ('none' as const),
          ...(body !== undefined && { body: shorten(body) }),
          status: reply.status,
          ...(answer !== undefined && { answer: shorten(answer) }),
        };
        if (!examples.has(operationId)) examples.set(operationId, example);
        return answer;
      }
    },
  };
}

/** The text at a place of an answer: `textAt(answer, 'items', 0, 'id')`. */
export function textAt(answer: unknown, ...places: (string | number)[]): string {
  let part = answer;
  for (const place of places) {
    part = typeof part === 'object' && part !== null ? Reflect.get(part, place) : undefined;
  }
  assert.ok(typeof part === 'string', `Nothing at ${places.join('.')} of ${JSON.stringify(answer)}`);
  return part;
}

async function send(
  url: string,
  { method, isForm }: Operation,
  {
    credential,
    body,
    cookies,
  }: { credential: Credential | undefined; body: Call['body']; cookies: Map<string, string> },
): Promise<Response> {
  const headers: Record<string, string> = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  if (credential !== undefined) headers['Authorization'] = `Bearer ${credential.token}`;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  const text = isForm
    ? new URLSearchParams(Object.entries(body ?? {}).map(([k, v]) => [k, String(v)]))
    : undefined;
  for (;;) {
    const reply = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: text ?? JSON.stringify(body) }),
    });
    // Of a sign-in that has begun; a device is known to nobody here.
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(lonja_sign_in_[^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== '') cookies.set(name, value);
    }
    if (reply.status !== 503) return reply;
    await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
  }
}

/** JSON, or of a stream what comes until the first event is complete. */
async function readAnswer(reply: Response): Promise<unknown> {
  const type = reply.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    const text = await reply.text();
    return text === '' ? undefined : JSON.parse(text);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (STREAMED_EVENT.test(text)) break;
  }
  return text;
}

async function readOperations(): Promise<Map<string, Operation>> {
  const {
    paths,
  }: {
    paths: Record<
      string,
      Record<string, { operationId: string; requestBody?: { content: Record<string, unknown> } }>
    >;
  } = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  return new Map(
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { operationId, requestBody }]) => {
        const isForm = requestBody?.content['application/x-www-form-urlencoded'] !== undefined;
        return [operationId, { method: method.toUpperCase(), template, isForm }];
      }),
    ),
  );
}
