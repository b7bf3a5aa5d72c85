import type { Logger } from 'pino';
import type { AuditStream } from './stream-audit.ts';
import { type Turns, startTurns } from '../../ground/jobs/turns.ts';

const POLLING_MS = 2000;

/** Sends the audit to where it is kept while it runs. */
export function startAuditStreaming(stream: AuditStream, logger: Logger): Turns {
  return startTurns(() => stream.send(), {
    everyMs: POLLING_MS,
    logger,
    failure: 'the audit could not be sent to AUDIT_STREAM_URL',
  });
}
