import type { Logger } from 'pino';
import type { EndedJob } from '../telemetry/telemetry.ts';

interface StartedJob {
  id: string;
  name: string;
  payload: object;
  requestId: string | undefined;
  /** Aborted when the queue stops or gives the job up. */
  signal: AbortSignal;
}

/**
 * Does the work of one attempt at a job. All its lines in the log name the job, and the request that asked for it. What the schedule
 * does by itself is logged when it fails, what somebody asked for in any case.
 */
export async function runJob(
  { id, name, payload, requestId, signal }: StartedJob,
  work: (logger: Logger) => Promise<void>,
  { logger: serviceLog, onJob }: { logger: Logger; onJob?: ((job: EndedJob) => void) | undefined },
): Promise<void> {
  const logger = serviceLog.child({
    job: name,
    jobId: id,
    ...(requestId !== undefined && { reqId: requestId }),
  });
  const level = requestId === undefined ? 'debug' : 'info';
  logger[level]({ payload }, 'job started');
  const startedAt = performance.now();
  const end = (outcome: EndedJob['outcome']) => {
    const durationMs = Math.round(performance.now() - startedAt);
    onJob?.({ id, name, outcome, durationMs, requestId });
    return durationMs;
  };
  try {
    await work(logger);
  } catch (error) {
    const durationMs = end(signal.aborted ? 'stopped' : 'failed');
    if (!signal.aborted) logger.error({ payload, durationMs, error }, 'job failed');
    throw error;
  }
  logger[level]({ durationMs: end('completed') }, 'job completed');
}
