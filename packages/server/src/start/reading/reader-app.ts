import type { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../../ground/errors.ts';
import type { WorkTurns } from '../../people/limits/work-turns.ts';
import { etagOf } from '../../ground/http/held-reply.ts';
import { API_PREFIX } from '../../ground/http/service-links.ts';
import { noQueryPlugin } from '../../ground/http/no-query.ts';
import { toAppError } from '../../ground/http/errors.ts';
import { pageLinksPlugin } from '../../ground/http/page-links.ts';
import { type ReadRoutesContext, readRoutes, worthRoutes } from './read-routes.ts';
import { createRequestValidator } from '../../ground/http/request-fault.ts';
import type { ReadAnswer, ReadFault, ReadPart, ReadRequest } from './reader-messages.ts';
import type { SharingTerms } from '../../market/replies/shared-replies-plugin.ts';

/** Answers reads by the handlers of the API, for callers that were let in already. What goes wrong is an answer too. */
export interface ReaderApp {
  answer(id: number, request: ReadRequest): Promise<ReadAnswer>;
  /** The next part of an answer in parts. */
  nextPart(id: number): Promise<ReadPart | { fault: ReadFault }>;
  /** Nobody waits for an answer, or the rest of it, any more. */
  leave(id: number): void;
}

interface Asked {
  request: ReadRequest;
  terms: SharingTerms | undefined;
  fault: ReadFault | undefined;
}

const PART_BYTES = 65_536;
/** Of the way that the answer takes here. */
const OWN_HEADERS = new Set(['content-length', 'connection', 'date', 'transfer-encoding']);
/** Turns are taken before a request comes here. */
const AT_ONCE: WorkTurns = { run: (_group, work) => work() };
const ID_HEADER = 'x-request-id';

export async function createReaderApp(
  given: Omit<ReadRoutesContext, 'clock'> & { need?: (dataVersion: string) => void },
): Promise<ReaderApp> {
  let now = 0;
  const context = { ...given, clock: { now: () => now } };
  const asked = new Map<string, Asked>();
  const parts = new Map<number, AsyncIterator<Uint8Array>>();
  const leaving = new Map<number, AbortController>();
  const app = fastify({
    logger: false,
    genReqId: ({ headers }) => String(headers[ID_HEADER]),
  });
  app.setValidatorCompiler(createRequestValidator(context.clock));
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('principal', null);
  app.decorateRequest('dataVersion', '');
  app.decorateRequest('sharing', null);
  app.decorate('workTurns', { reading: AT_ONCE, planning: AT_ONCE, supposing: AT_ONCE });
  app.setErrorHandler((error, request, reply) => {
    const known = asked.get(request.id);
    if (known !== undefined) known.fault = faultOf(toAppError(error, request));
    return reply.code(500).send('');
  });
  app.addHook('onRequest', async (request) => {
    const known = asked.get(request.id);
    if (known === undefined) throw new Error('Nobody has asked for this.');
    const { principal, dataVersion, epoch } = known.request;
    request.principal = principal;
    request.dataVersion = dataVersion;
    given.need?.(dataVersion);
    if (epoch !== undefined) request.sharing = { epoch, terms: undefined, keep: () => undefined };
  });
  app.addHook('onSend', async (request) => {
    const known = asked.get(request.id);
    if (known !== undefined) known.terms = request.sharing?.terms;
  });
  await app.register(noQueryPlugin);
  await app.register(pageLinksPlugin);
  await app.register(readRoutes, { prefix: API_PREFIX, context });
  await app.register(worthRoutes, { prefix: API_PREFIX, context });
  await app.ready();

  function leave(id: number): void {
    leaving.get(id)?.abort();
    leaving.delete(id);
    // What it was at ends with an error that nobody waits for.
    parts
      .get(id)
      ?.return?.()
      .catch(() => undefined);
    parts.delete(id);
  }

  return {
    async answer(id, request) {
      const key = String(id);
      now = request.now;
      const about: Asked = { request, terms: undefined, fault: undefined };
      const gone = new AbortController();
      asked.set(key, about);
      leaving.set(id, gone);
      try {
        const accept = request.accept === undefined ? {} : { accept: request.accept };
        const response = await app.inject({
          url: request.url,
          headers: { ...accept, [ID_HEADER]: key },
          payloadAsStream: true,
          signal: gone.signal,
        });
        if (about.fault !== undefined) return { fault: about.fault };
        const headers = headersOf(response.headers);
        const stream = response.stream();
        if (response.headers['content-length'] === undefined) {
          parts.set(id, inParts(stream));
          return { headers, isInParts: true };
        }
        const body = await wholeOf(stream);
        return { headers, body, etag: etagOf(body), terms: about.terms };
      } catch (error) {
        return { fault: unexpected(error) };
      } finally {
        asked.delete(key);
        if (!parts.has(id)) leaving.delete(id);
      }
    },
    async nextPart(id) {
      try {
        const next = await parts.get(id)?.next();
        if (next === undefined) throw new Error('There is no such answer.');
        if (next.done !== true) return { part: next.value };
        leave(id);
        return { part: new Uint8Array() };
      } catch (error) {
        leave(id);
        return { fault: unexpected(error) };
      }
    },
    leave,
  };
}

/** Gathers what a stream gives, so that few messages are sent. */
async function* inParts(stream: Readable): AsyncGenerator<Uint8Array> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield joined(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield joined(chunks);
}

async function wholeOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return joined(chunks);
}

/** A copy whose memory is its own, so that it can be handed over. */
function joined(chunks: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function unexpected(cause: unknown): ReadFault {
  return faultOf(
    new AppError('internal_error', 'The service failed to answer; try again in a moment.', { cause }),
  );
}

function faultOf({ code, message, faults, headers, cause }: AppError): ReadFault {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
  return { code, message, faults, headers, cause: text };
}
