import type { Logger } from 'pino';
import type { Clock } from '../ground/timing/clock.ts';
import type { RequestLimits } from '../people/limits/request-limits.ts';
import type { Sealer } from '../ground/secrets/sealing.ts';
import type { OutboxSignal } from '../outbound/events/append-event.ts';
import type { KnownSource } from '../market/sources/known-sources.ts';
import type { Telemetry } from '../ground/telemetry/telemetry.ts';
import type { JobBoard } from '../ground/jobs/job-board.ts';
import type { WebhookContext } from '../outbound/webhooks/webhook-context.ts';
import type { Db } from '../ground/database/database.ts';
import type { Replica } from '../ground/database/replica.ts';
import type { WhatIfs } from '../forecasts/what-if/record.ts';
import type { Reader } from './reading/create-reader.ts';
import type { DataEpoch } from '../market/replies/data-epoch.ts';
import type { HealthContext } from '../operate/health/routes.ts';
import type { SessionSecrets } from '../ground/secrets/session-secrets.ts';

/** Everything the API needs from the running service. */
export interface ApiContext extends HealthContext {
  db: Db;
  /** Where market data and forecasts are read from, a replica perhaps; absent: `db`. */
  marketDb?: Db;
  /** How the replica does, and what is to be read from it; absent: there is none. */
  replica?: Pick<Replica, 'state' | 'need'>;
  /** Answers dear reads in a thread of its own; absent: they are answered here. */
  reader?: Reader;
  /** Makes what-ifs in a thread of their own; absent: they are made here. */
  whatIfs?: WhatIfs;
  /** Whether only the health routes are served, as by a worker. */
  answersHealthAlone?: boolean;
  clock: Clock;
  logger: Logger;
  /** Sign session tokens, 32 bytes or more each, the newest first. */
  sessionSecrets: SessionSecrets;
  /** A session that is not used for so long ends; absent: none does before its token expires. */
  sessionIdleMs?: number;
  /** Whether a second factor is required of superadmins. */
  superadminsNeedFactor?: boolean;
  /** Encrypts what must be readable again, such as the keys of second factors. */
  sealer: Sealer;
  /** Called when mail was queued and committed, so that it need not wait for the next turn. */
  onMailQueued(): void;
  /** Whether the secrets of the first accounts still lie in the data folder; absent: there is none. */
  hasFirstRunFile?: () => Promise<boolean>;
  /** Where callers reach the service, without a slash at its end; absent: at the address that they ask. */
  publicUrl?: string | undefined;
  /** Origins of identity providers that may be on a private network, or without TLS; absent: none. */
  signInPrivateOrigins?: readonly string[];
  /** Names the state of the market data: replies are shared as long as it stays the same. */
  dataEpoch: DataEpoch;
  /** Folder of the built web application; undefined while it is being built. Absent: the API alone is served. */
  application?: () => string | undefined;
  jobs: JobBoard;
  /** Absent: nobody counts. */
  telemetry?: Telemetry | undefined;
  knownSources: readonly KnownSource[];
  webhooks: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>;
  /** Signals that events were written. */
  outbox: OutboxSignal;
  /** Mean delay of the event loop beyond which requests are turned away with 503; absent: 1000. 0 turns the check off. */
  maxEventLoopDelayMs?: number;
  /** Requests under way beyond which further ones are turned away with 503; absent: 1000. */
  maxRequestsUnderWay?: number;
  /** Requests of one tenant, or of one address without a credential, that are worked on at once; absent: 200. */
  maxRequestsOfOne?: number;
  /** Requests of one credential, or address, whose bodies are waited for at once; absent: 200. */
  maxWaitingBodies?: number;
  /** How long a caller waits for a 429 that has had many of them; absent: 1000. 0 turns it off. */
  refusalDelayMs?: number;
  /** Absent: the defaults. */
  limits?: RequestLimits;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed; absent: none. */
  trustedProxies?: string[];
  /** Origins whose pages may read with API keys; absent: none. */
  corsOrigins?: readonly string[];
  /** Lets time pass before a guess of a stranger is looked at; absent: by the machine's timer. */
  delay?: (ms: number) => Promise<void>;
  /** How long a request may wait for its answer before it is given up with 503; absent: 15,000. */
  handlerTimeoutMs?: number;
}
