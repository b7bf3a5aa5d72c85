import type { ErrorCode, FieldFault } from '../../ground/errors.ts';
import type { PoolCounts } from '../../ground/telemetry/telemetry.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { SharingTerms } from '../../market/replies/shared-replies-plugin.ts';

/** A read that is answered in the reader's thread. */
export interface ReadRequest {
  url: string;
  accept: string | undefined;
  /** By the service's clock; the thread has none of its own. */
  now: number;
  principal: Omit<Principal, 'origin' | 'isAllowedFrom'>;
  /** Of the data when the request was counted, see `readDataVersion`. */
  dataVersion: string;
  /** The state of the data, where replies are shared. */
  epoch: string | undefined;
}

/** What an error says to the caller, and to the log. */
export interface ReadFault {
  code: ErrorCode;
  message: string;
  faults: FieldFault[] | undefined;
  headers: Record<string, string>;
  /** With its stack. */
  cause: string | undefined;
}

/** The beginning of an answer: all of it, or what comes before its parts, which are asked for one by one. */
export type ReadAnswer =
  | { headers: Record<string, string>; body: Uint8Array; etag: string; terms: SharingTerms | undefined }
  | { headers: Record<string, string>; isInParts: true }
  | { fault: ReadFault };

/** The next part of an answer; none is left after an empty one. */
export interface ReadPart {
  part: Uint8Array;
}

/** What the thread is told: to answer, to give the next part, or that nobody waits for more. */
export type ToReader = { id: number } & ({ request: ReadRequest } | { wants: 'part' } | { wants: 'nothing' });

/** What the thread tells: that it is there, what it answers, how its connections are used, what belongs into the log. */
export type FromReader =
  | { isReady: true }
  | ({ id: number } & (ReadAnswer | ReadPart))
  | { pools: Record<string, PoolCounts> }
  | { log: 'info' | 'warn'; fields: unknown; text: string };
