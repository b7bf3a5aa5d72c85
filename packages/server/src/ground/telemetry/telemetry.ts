export type { ReplicaState } from '../database/replica.ts';
/** A request that was answered. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  /** Template of the route, such as `/api/v1/sites/:id`; `none` where no route was found. */
  route: string;
  status: number;
  durationMs: number;
  /** Of the error that was answered. */
  errorCode: string | undefined;
  /** The caller's place in a trace of its own (W3C Trace Context). */
  traceparent: string | undefined;
}

/** An attempt at a job that has ended. */
export interface EndedJob {
  id: string;
  name: string;
  /** `stopped`: cut short, it is taken up again. */
  outcome: 'completed' | 'failed' | 'stopped';
  durationMs: number;
  /** Of the request that asked for it. */
  requestId: string | undefined;
}

/** Receives what the service has done: metrics and traces. */
export interface Telemetry {
  onRequest: (request: AnsweredRequest) => void;
  onJob: (job: EndedJob) => void;
  /** A time stamp that was asked for the list of evidence. */
  onStamp?: ((outcome: 'stamped' | 'failed') => void) | undefined;
}

/** Connections to the database that are open, those of them that are free, and queries that wait for one. */
export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
  /** Connections that were given up since the start because nothing came back on them. */
  lost: number;
  /** Those of the last hour, 1,000 at most. */
  lostLately: number;
}

/** How long ago this process asked for the jobs of a queue; 0 while it carries one out. */
export interface QueuePoll {
  name: string;
  ageMs: number;
}
