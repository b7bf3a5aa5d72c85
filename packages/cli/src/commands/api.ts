import { sendRequest } from '@lonja/client';
import { InvalidArgumentError } from 'commander';
import { text } from 'node:stream/consumers';
import { CONNECTION_INPUTS, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { argument, option } from '../command/inputs.ts';
import { UsageError } from '../errors.ts';
import { readTextFile } from '../files.ts';
import { printable, printableJson } from '../output/printable.ts';
import type { Environment } from '../session/environment.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const API_PREFIX = '/api/v1';

export const apiRouteCommand = command({
  name: 'api',
  summary: 'Send a request to any route of the service and print the answer as JSON.',
  inputs: {
    method: { ...argument('method', `one of ${METHODS.join(', ')}`, parseMethod), choices: METHODS },
    route: argument('route', 'path and query, with or without /api/v1, such as /markets', parseRoute),
    data: option('json', 'body of the request: JSON, @file, or @- for the standard input'),
    idempotencyKey: option(
      'text',
      'Idempotency-Key of a POST that creates something: sent again with the same key and body, it is carried out once',
    ),
    ...CONNECTION_INPUTS,
  },
  notes:
    'For what has no command of its own; the API reference lists the routes. An answer of CSV is printed as it is, an answer without a body prints nothing. It asks no question before DELETE.',
  examples: [
    ["lonja api GET '/forecasts/latest?market_id=es&product=da'", 'a read'],
    ['lonja api POST /portfolio/sites --data @site.json', 'a change'],
    [
      'lonja api POST /portfolio/sites --data @site.json --idempotency-key mill-1',
      'a change that may be sent again',
    ],
    ['lonja api GET /settings | jq .locale', 'one field of the answer'],
  ],
  async run(environment, { method, route, data, idempotencyKey, ...connection }) {
    const body = data === undefined ? undefined : await readBody(environment, data);
    await withApi(environment, connection, async (api) => {
      const headers = {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const request = { method, path: route, headers, body };
      const answer = await sendRequest(api.connection, request, { idempotencyKey });
      if (answer === undefined) return;
      const shown = typeof answer === 'string' ? printable(answer) : `${printableJson(answer)}\n`;
      environment.stdout.write(shown);
    });
  },
});

function parseMethod(given: string): (typeof METHODS)[number] {
  const method = METHODS.find((name) => name === given.toUpperCase());
  if (method === undefined) throw new InvalidArgumentError(`Methods are ${METHODS.join(', ')}.`);
  return method;
}

function parseRoute(given: string): string {
  if (/^https?:/.test(given))
    throw new InvalidArgumentError('It is a whole address; give the path, and the service with --server.');
  const path = given.startsWith('/') ? given : `/${given}`;
  return path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path;
}

async function readBody({ stdin }: Environment, data: string): Promise<string> {
  const body =
    data === '@-' ? await text(stdin) : data.startsWith('@') ? await readTextFile(data.slice(1)) : data;
  try {
    JSON.parse(body);
  } catch (error) {
    throw new UsageError('--data is not JSON.', { cause: error });
  }
  return body;
}
