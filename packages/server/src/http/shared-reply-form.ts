import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import type { Encoding, SharedReply } from './shared-replies.ts';

const COMPRESSION_THRESHOLD_BYTES = 1024;
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** The encoding that a caller prefers for a reply; undefined: as it is. */
export function encodingOf(headers: IncomingHttpHeaders, { body }: SharedReply): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || body.length < COMPRESSION_THRESHOLD_BYTES) return undefined;
  return negotiate(accepted.toLowerCase(), ENCODINGS) ?? undefined;
}

/** The headers of a whole answer, names and values in turn. A compressed answer has a tag of its own. */
export function taggedFor(reply: SharedReply, encoding: Encoding | undefined, length: number): string[] {
  const { etag, fixedHeaders } = reply;
  if (encoding === undefined) return [...fixedHeaders, 'etag', etag, 'content-length', String(length)];
  const tag = `${etag.slice(0, -1)}-${encoding}"`;
  return [...fixedHeaders, 'etag', tag, 'content-encoding', encoding, 'content-length', String(length)];
}
