import type { IncomingHttpHeaders } from 'node:http';

const LONGEST_ACCEPTED = 200;

/** English or Spanish, whichever the browser names first; undefined: it names neither. */
export function preferredLanguage(headers: IncomingHttpHeaders): 'en' | 'es' | undefined {
  const accepted = (headers['accept-language'] ?? '').slice(0, LONGEST_ACCEPTED).toLowerCase();
  const first = accepted.split(/[,;]/).find((name) => /^ *(es|en)\b/.test(name));
  if (first === undefined) return undefined;
  return first.trim().startsWith('es') ? 'es' : 'en';
}
