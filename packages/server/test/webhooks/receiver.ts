import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived, bytes and all. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  at: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves when so many requests have arrived in all. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

export type Answer = (request: Received, response: ServerResponse, nth: number) => void;

/** A web server on loopback that keeps what it is sent; `answer` decides what it says, 204 by default. */
export async function startReceiver(
  answer: Answer = (_request, response) => response.writeHead(204).end(),
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const request = {
      path: message.url ?? '',
      headers: message.headers,
      body: await buffer(message),
      at: Date.now(),
    };
    received.push(request);
    answer(request, response, received.length);
    for (const check of waiting) check();
  };
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    handle(message, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that fails before it closes its receiver still ends.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    received,
    waitFor(count) {
      return new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
