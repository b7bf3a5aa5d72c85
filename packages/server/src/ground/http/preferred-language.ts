import type { IncomingHttpHeaders } from 'node:http';

const LONGEST_ACCEPTED = 200;

/** The one of some languages that the browser names first; undefined: it names none. */
export function preferredLanguage<L extends string>(
  headers: IncomingHttpHeaders,
  languages: readonly L[],
): L | undefined {
  const accepted = (headers['accept-language'] ?? '').slice(0, LONGEST_ACCEPTED).toLowerCase();
  for (const range of accepted.split(/[,;]/)) {
    const [name = ''] = range.trim().split('-');
    const found = languages.find((language) => language === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
