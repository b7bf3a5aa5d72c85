import type { Reply } from './transport/reply-cache.ts';
import { SourceUnavailable } from './transport/source-unavailable.ts';

/** The text of an answer with a good status. A refusal (400, 401, 403, ...) makes the source unavailable: asking again as before will not help. */
export function openReply(reply: Reply, source: string, label: string): string {
  if (reply.status >= 200 && reply.status < 300) return reply.text;
  const hint = reply.status === 401 || reply.status === 403 ? '; check its token' : '';
  throw new SourceUnavailable(`${source} answered ${reply.status} for ${label}${hint}.`);
}
