import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the server does with the next request instead of answering it. */
export type Misbehaviour =
  | { kind: 'late'; ms: number }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'html' }
  /** 302 to a page of this server. */
  | { kind: 'redirect'; to: string }
  | { kind: 'empty' }
  /** Half of the body, complete as far as HTTP can tell. */
  | { kind: 'half' }
  /** Half of the body, then the connection breaks. */
  | { kind: 'cut' }
  | { kind: 'edit'; edit: (body: string) => string };

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
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${url.pathname}${url.search}`);
    const fault = queue.length > 1 || !repeats ? queue.shift() : queue[0];
    if (fault?.kind === 'late') await sleep(fault.ms, undefined, { signal: end.signal });
    if (fault?.kind === 'status') return response.writeHead(fault.status, fault.headers).end('busy');
    if (fault?.kind === 'redirect' && url.pathname !== fault.to) {
      return response.writeHead(302, { location: fault.to }).end();
    }
    if (fault?.kind === 'html' || fault?.kind === 'redirect') {
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Down for work</body></html>');
    }
    const body = url.pathname === '/' ? undefined : bodyOf(url);
    if (body === undefined) return response.writeHead(404).end('not found');
    if (fault?.kind === 'empty') return response.writeHead(200).end('');
    if (fault?.kind === 'half') return response.writeHead(200).end(body.slice(0, body.length / 2));
    if (fault?.kind === 'cut') {
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return response;
    }
    if (fault?.kind === 'edit') return response.writeHead(200).end(fault.edit(body));
    const etag = `"${body.length}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return response.writeHead(200, { etag }).end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response)
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

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
