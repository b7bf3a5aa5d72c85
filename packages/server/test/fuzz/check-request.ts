import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApiOf } from '../http/documented-schema.ts';
import { type Answer, ask, errorOf } from '../http/test-api.ts';
import type { FuzzRequest } from './arbitraries.ts';
import type { Operation } from './operations.ts';

/** What was sent and answered, for the message of a failed check. */
function describe(request: { method: string; url: string; payload?: string }, answer: Answer): string {
  return `${request.method} ${request.url} ${(request.payload ?? '').slice(0, 1000)} -> ${answer.status} ${answer.text.slice(0, 300)}`;
}

/**
 * Sends a request and checks its answer as the document has it: no server error, only documented statuses, a body that
 * matches its schema, forbidden input refused, no answer without a credential where one is needed, no text of the inside. Gives
 * the answer, and that to the same request without a credential where it was sent.
 */
export async function checkRequest(
  app: FastifyInstance,
  request: FuzzRequest,
  token: string,
): Promise<Answer[]> {
  const { operation } = request;
  const sent = {
    // Routes without a credential are limited by address.
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    method: operation.method,
    url: urlOf(request),
    headers: {
      ...request.headers,
      ...(request.body && { 'content-type': request.body.type }),
    },
    ...(request.body && { payload: request.body.text }),
  };
  const authorized = { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } };
  // `ask` checks the body of a JSON answer against the schema of its status.
  const answer = await ask(app, authorized);
  const reaches = reachesOperation(app, sent.url, request);
  checkAnswer(operation, { sent, answer, reaches });
  if (answer.status < 400 && request.isForbidden && reaches) {
    assert.fail(`the document forbids this input: ${describe(sent, answer)}`);
  }
  if (operation.isSecured && reaches) {
    const anonymous = await ask(app, sent);
    assert.equal(anonymous.status, 401, `without a credential: ${describe(sent, anonymous)}`);
    return [answer, anonymous];
  }
  return [answer];
}

/** No server error, a documented status where the request reached the operation, errors of one form, and no text of the inside. */
export function checkAnswer(
  { template, statuses }: Operation,
  {
    sent,
    answer,
    reaches,
  }: { sent: { method: string; url: string; payload?: string }; answer: Answer; reaches: boolean },
): void {
  const text = describe(sent, answer);
  // What is not ready says so by its state, as the document has it.
  const isNotReady = template === '/ready' && answer.status === 503;
  assert.ok(answer.status < 500 || isNotReady, text);
  if (reaches) assert.ok(statuses.has(answer.status), text);
  if (answer.status < 400) return;
  if (!isNotReady) errorOf(answer);
  assert.equal(answer.headers['cache-control'], 'no-store', text);
  assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|SELECT |select \*|syntax error at/, text);
}

function urlOf({ operation, path, query }: FuzzRequest): string {
  const filled = operation.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name].toWellFormed()),
  );
  const pairs = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `/api/v1${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/**
 * Whether the router takes the request to this operation: a part of the path that is empty, over-long, a step upwards or by
 * chance the fixed part of another route leads elsewhere.
 */
function reachesOperation(app: FastifyInstance, url: string, { operation, path }: FuzzRequest): boolean {
  const given = url.split('?')[0].replace('/api/v1', '');
  if (given !== operation.template && given in openApiOf(app).paths) return false;
  return Object.values(path).every(
    (value) =>
      value !== '' &&
      value !== '.' &&
      value !== '..' &&
      encodeURIComponent(value.toWellFormed()).length <= 100,
  );
}
