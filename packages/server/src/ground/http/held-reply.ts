import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Callers keep an answer and ask each time whether it is still current. */
export const READ_CACHE_CONTROL = 'private, no-cache';
export const READ_VARY = 'Accept, accept-encoding';

/** The bytes of a successful read that is the same for many callers. */
export interface HeldReply {
  body: Buffer;
  /** The same as text where it is ASCII: one piece with the headers is sent faster than two. */
  text: string | undefined;
  etag: string;
  /** Headers of the reply itself, such as its type. */
  headers: Record<string, string>;
}

type Encoding = 'br' | 'gzip';

const COMPRESSION_THRESHOLD_BYTES = 1024;
const ENCODINGS: Encoding[] = ['br', 'gzip'];
const BROTLI_QUALITY = 5;

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};

const compressed = new WeakMap<HeldReply, Map<Encoding, Promise<Buffer>>>();

/** Holds a reply; without a tag it gets that of its bytes. */
export function holdReply(
  payload: string,
  headers: Record<string, string>,
  etag = etagOf(payload),
): HeldReply {
  const body = Buffer.from(payload);
  return { body, text: isAscii(body) ? payload : undefined, etag, headers };
}

/** Holds bytes that came from another thread, as they are. */
export function holdBytes(bytes: Uint8Array, headers: Record<string, string>, etag: string): HeldReply {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = isAscii(body) ? body.toString('latin1') : undefined;
  return { body, text, etag, headers: { 'Cache-Control': READ_CACHE_CONTROL, ...headers } };
}

/** Holds an answer with what is said of it. */
export function holdAnswer(reply: FastifyReply, payload: string, etag: string): HeldReply {
  const headers: Record<string, string> = { 'Cache-Control': READ_CACHE_CONTROL };
  for (const name of ['Content-Type', 'Content-Disposition', 'Link', 'X-Total-Count', 'X-Simulated']) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return holdReply(payload, headers, etag);
}

/** The compressed bytes, which are made once for all requests. */
export function compressOnce(held: HeldReply, encoding: Encoding): Promise<Buffer> {
  const ofReply = compressed.get(held) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(held, ofReply);
  const bytes = ofReply.get(encoding) ?? compressors[encoding](held.body);
  ofReply.set(encoding, bytes);
  return bytes;
}

/** The encoding that a caller prefers; undefined: as it is. */
export function encodingOf(headers: IncomingHttpHeaders, { body }: HeldReply): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || body.length < COMPRESSION_THRESHOLD_BYTES) return undefined;
  return negotiate(accepted.toLowerCase(), ENCODINGS) ?? undefined;
}

/** Answers with the bytes, compressed where the caller takes that, or with 304 where it has them. */
export async function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  held: HeldReply,
): Promise<FastifyReply> {
  const tag = matchingTag(request.headers['if-none-match'], held.etag);
  if (tag !== undefined) {
    const kept = Object.entries(held.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    const headers = { ...Object.fromEntries(kept), Vary: READ_VARY, ETag: tag };
    return sendAtOnce(reply, { status: 304, headers, body: '' });
  }
  const encoding = encodingOf(request.headers, held);
  const headers = { ...held.headers, Vary: READ_VARY, ETag: held.etag };
  if (encoding === undefined) {
    const length = { 'Content-Length': held.body.length };
    return sendAtOnce(reply, {
      status: 200,
      headers: { ...headers, ...length },
      body: held.text ?? held.body,
    });
  }
  // Nothing is said of the reply before its bytes are there: the time-out may answer in between.
  const bytes = await compressOnce(held, encoding);
  if (reply.sent) return reply;
  return reply.headers(headers).header('Content-Encoding', encoding).send(bytes);
}

/**
 * Sends what is ready past the hooks that work on answers before they are sent: they would tag it, compress it or slow it down. ASCII
 * goes out as it is, where Node would look through other text for what takes more than one byte.
 */
function sendAtOnce(
  reply: FastifyReply,
  {
    status,
    headers,
    body,
  }: { status: number; headers: Record<string, string | number>; body: string | Buffer },
): FastifyReply {
  if (reply.server.variesByOrigin) {
    return reply.code(status).headers(headers).send(body);
  }
  reply.hijack();
  const set = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  reply.raw.writeHead(status, { ...Object.fromEntries(set), ...headers });
  if (typeof body === 'string') reply.raw.end(body, 'latin1');
  else reply.raw.end(body);
  return reply;
}

/** A tag of the bytes as they are sent: a compressed answer has a tag of its own (RFC 9110, 8.8.3). */
const ENCODING_SUFFIX = /-(br|gzip|deflate|zstd)"$/;

/** A strong tag. */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** The tag of `If-None-Match` that stands for the same content, whatever its encoding. */
export function matchingTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === etag) return etag;
  if (ifNoneMatch.trim() === '*') return etag;
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .find((candidate) => candidate.replace(ENCODING_SUFFIX, '"') === etag);
}
