import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, errorOf } from '../http/test-api.ts';
import type { FuzzRequest } from './arbitraries.ts';

/** What was sent and answered, for the message of a failed check. */
function describe(request: { method: string; url: string; payload?: string }, answer: Answer): string {
  return `${request.method} ${request.url} ${request.payload ?? ''} -> ${answer.status} ${answer.text.slice(0, 300)}`;
}

/**
 * Sends a request and checks its answer as the document has it: no server error, only documented statuses, a body that
 * matches its schema, forbidden input refused, no answer without a credential where one is needed, no text of the inside.
 */
export async function checkRequest(
  app: FastifyInstance,
  request: FuzzRequest,
  token: string,
): Promise<Answer> {
  const { operation } = request;
  const sent = {
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
  const text = describe(sent, answer);
  assert.notEqual(answer.status, 500, text);
  const reaches = hasTemplate(app, sent.url, request);
  if (reaches) assert.ok(operation.statuses.has(answer.status), text);
  if (answer.status >= 400) {
    errorOf(answer);
    assert.equal(answer.headers['cache-control'], 'no-store', text);
    assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|SELECT |select \*|syntax error at/, text);
  } else if (request.isForbidden && reaches) {
    assert.fail(`the document forbids this input: ${text}`);
  }
  if (operation.isSecured && reaches) {
    const anonymous = await ask(app, sent);
    assert.equal(anonymous.status, 401, `without a credential: ${describe(sent, anonymous)}`);
  }
  return answer;
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

/** Whether the router takes the request to this operation: an empty or over-long part of the path leads elsewhere. */
function hasTemplate(app: FastifyInstance, url: string, { operation }: FuzzRequest): boolean {
  const route = app.findRoute({
    method: operation.method,
    url: `/api/v1${operation.template.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  });
  if (route === null) return false;
  const parts = url.split('?')[0].split('/').slice(3);
  const names = operation.template.split('/').slice(1);
  return parts.every(
    (part, i) =>
      part !== '' &&
      part.length <= 100 &&
      (names[i].startsWith('{') ? !isOtherRoute(app, operation.template, parts) : true),
  );
}

/** A part of the path can by chance be the fixed part of another route, such as `runs` for an id. */
function isOtherRoute(app: FastifyInstance, template: string, parts: string[]): boolean {
  const other = `/api/v1/${parts.join('/')}`;
  return other !== `/api/v1${template}` && app.hasRoute({ method: 'GET', url: other });
}
