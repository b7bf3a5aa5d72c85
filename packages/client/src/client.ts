import type { CreateOptions } from './call.ts';
import type { ConnectionOptions } from './connection.ts';
import type { Operations } from './generated/operations.ts';
import { ROUTES } from './generated/routes.ts';
import { type PreparedRequest, sendRequest } from './send-request.ts';

/** The service's operations, `client.forecasts.latest({ market_id: 'es', product: 'da' })`. */
export type Client = Operations;

type Input = Record<string, unknown>;

/** A client keeps nothing but its options: make as many as there are credentials. */
export function createClient(connection: ConnectionOptions): Client {
  const groups = Object.entries(ROUTES).map(([group, routes]) => [
    group,
    Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [
        name,
        async (input: Input = {}, options?: CreateOptions) =>
          sendRequest(connection, prepareRequest(route, input), options),
      ]),
    ),
  ]);
  return asOperations(Object.fromEntries(groups));
}

/** Safe: the routes and the type of the operations are written from the same document, in one run. */
function asOperations(groups: unknown): Operations {
  return groups as Operations;
}

/** Fields of the path go there; the rest is the query of a read and the body of a change. */
export function prepareRequest(route: string, input: Input): PreparedRequest {
  const [method = '', template = '', encoding] = route.split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === '') throw new TypeError(`${route} needs ${name}.`);
    rest.delete(name);
    return encodeURIComponent(textOf(value));
  });
  const accept = { Accept: rest.get('format') === 'csv' ? 'text/csv' : 'application/json' };
  if (encoding === 'json') {
    const headers = { ...accept, 'Content-Type': 'application/json' };
    return { method, path, headers, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const fields = new URLSearchParams();
  for (const [name, value] of rest) fields.set(name, textOf(value));
  if (encoding === 'form') return { method, path, headers: accept, body: fields };
  return { method, path: fields.size === 0 ? path : `${path}?${fields.toString()}`, headers: accept };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
