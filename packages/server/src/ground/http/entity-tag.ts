import { createHash } from 'node:crypto';

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
