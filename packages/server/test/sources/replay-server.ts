import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Misbehaviour, respond } from './respond.ts';

export interface ReplayServer {
  url: string;
  /** Requests since the start, as path and query. */
  asked: string[];
  /** Status of each answer. */
  statuses: number[];
  /** Misbehaviours for the next requests, one each; `forever` repeats the last one. */
  misbehave(next: Misbehaviour[], options?: { forever?: boolean }): void;
  close(): Promise<void>;
}

/** A local server that answers with `bodyOf` (undefined: 404), carries validators, and misbehaves on demand. */
export async function startReplayServer(bodyOf: (url: URL) => string | undefined): Promise<ReplayServer> {
  const asked: string[] = [];
  const statuses: number[] = [];
  let queue: Misbehaviour[] = [];
  let repeats = false;
  const end = new AbortController();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${url.pathname}${url.search}`);
    const fault = queue.length > 1 || !repeats ? queue.shift() : queue[0];
    // A page that a request is redirected to asks for no data.
    const body = url.pathname === '/' || fault?.kind === 'redirect' ? undefined : bodyOf(url);
    const answer = body === undefined ? { status: 404, body: 'not found' } : { status: 200, body };
    respond(request, response, { answer, fault, end: end.signal })
      .then(() => statuses.push(response.statusCode))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    statuses,
    misbehave(next, { forever = false } = {}) {
      queue = [...next];
      repeats = forever;
    },
    async close() {
      end.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
