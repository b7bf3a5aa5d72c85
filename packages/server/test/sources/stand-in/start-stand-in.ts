import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { LIVE_SOURCES, type LiveSourceName } from '../../../src/market/connectors/source.ts';
import { portOf } from '../replay-server.ts';
import { respond } from '../respond.ts';
import { ANSWER_SOURCE } from './answer-source.ts';
import { type Fault, findAnswerFault, parseFaults } from './faults.ts';
import type { Market } from './market.ts';
import { createPublicationTimes } from './publication-times.ts';
import { createSourceWorld } from './source-world.ts';

/** A request as it came. */
export interface StandInRequest {
  source: LiveSourceName;
  /** By the sources' clock, epoch ms. */
  at: number;
  /** Path and query. */
  asked: string;
  userAgent: string;
  status: number;
}

export interface StandIn {
  /** A server of its own for each source. */
  urls: Record<LiveSourceName, string>;
  /** What was asked since the start, in the order of the answers. */
  requests: readonly StandInRequest[];
  /** The most requests that each source had at once. */
  mostAtOnce: ReadonlyMap<LiveSourceName, number>;
  setFaults(faults: readonly Fault[]): void;
  close(): Promise<void>;
}

/**
 * Starts servers on 127.0.0.1 that answer as the sources of market data do, by a clock of the caller's: what is not published by then is not
 * there. `firstPort` and those after it are taken in the order of LIVE_SOURCES; without it any. Under `/stand-in/` each server also lists
 * its requests and takes other faults.
 */
export async function startStandIn(options: {
  market: Market;
  now: () => number;
  faults?: readonly Fault[];
  firstPort?: number;
}): Promise<StandIn> {
  const { market, now, firstPort = 0 } = options;
  let faults = options.faults ?? [];
  const requests: StandInRequest[] = [];
  const mostAtOnce = new Map<LiveSourceName, number>();
  const end = new AbortController();
  const expectedAt = createPublicationTimes();
  const servers = new Map<LiveSourceName, Server>();
  for (const [i, source] of LIVE_SOURCES.entries()) {
    const world = createSourceWorld(source, { market, now, faults: () => faults, expectedAt });
    let atOnce = 0;
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const asked = `${url.pathname}${url.search}`;
      if (url.pathname.startsWith('/stand-in/')) return control(request, response);
      const at = now();
      const fault = findAnswerFault(faults, { source, at, asked });
      mostAtOnce.set(source, Math.max(mostAtOnce.get(source) ?? 0, ++atOnce));
      try {
        const { headers } = request;
        const said = ANSWER_SOURCE[source]({ url, headers, world, now: at });
        await respond(request, response, { answer: said, fault, end: end.signal });
      } finally {
        atOnce--;
        const userAgent = request.headers['user-agent'] ?? '';
        requests.push({ source, at, asked, userAgent, status: response.statusCode });
      }
    };
    const server = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end(String(error));
      });
    });
    servers.set(source, server);
    await listen(server, firstPort === 0 ? 0 : firstPort + i);
  }
  const control = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/stand-in/requests') return void response.end(JSON.stringify(requests));
    if (request.url !== '/stand-in/faults') return void response.writeHead(404).end();
    if (request.method === 'PUT') {
      try {
        faults = parseFaults(await text(request));
      } catch (error) {
        return void response.writeHead(400).end(String(error));
      }
    }
    response.end(JSON.stringify(faults));
  };
  const urlOf = (source: LiveSourceName) =>
    `http://127.0.0.1:${portOf(servers.get(source)?.address() ?? null)}`;
  return {
    urls: {
      omie: urlOf('omie'),
      redata: urlOf('redata'),
      'open-meteo': urlOf('open-meteo'),
      esios: urlOf('esios'),
      entsoe: urlOf('entsoe'),
      'energy-charts': urlOf('energy-charts'),
    },
    requests,
    mostAtOnce,
    setFaults(next) {
      faults = next;
    },
    async close() {
      end.abort();
      for (const server of servers.values()) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
