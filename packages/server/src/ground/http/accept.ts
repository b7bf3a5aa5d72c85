import type { IncomingHttpHeaders } from 'node:http';

/** Whether an Accept header names a media type and does not prefer JSON to it. */
export function prefersToJson(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const quality = qualityOf(accept, type);
  return quality > 0 && quality >= qualityOf(accept, 'application/json');
}

/** Quality (0-1) that an Accept header gives a media type by name; 0 when it does not name it. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.slice(0, 1000).split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}

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
