import type { z } from 'zod';

/** Reads a list of origins as browsers write them. */
export function parseOrigins(text: string, context: z.RefinementCtx): string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  if (!origins.every(isOrigin)) context.addIssue({ code: 'custom', message: RULE });
  return origins;
}

const RULE =
  'must be a list of origins such as https://app.example.com, separated by commas: scheme, host in lower case and, where it is not the usual one, port; no path, and no *';

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
