import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Resolve } from './vetted-agent.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { EventContent } from './delivery-queue.ts';
import type { WantedPoints } from '../events/event-body.ts';

/** What administering webhooks needs of the running service. */
export interface WebhookContext {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  /** How names of targets are looked up. */
  resolve: Resolve;
  /** Lets targets lie in private networks, for development. */
  allowPrivateTargets: boolean;
}

/** An event as an endpoint wants it. */
export interface WantedContent extends WantedPoints {
  eventId: string;
}

/** Gives what is sent of events, in their order; undefined where an event is gone. */
export type FindContents = (wanted: WantedContent[]) => Promise<(EventContent | undefined)[]>;

/** What delivering needs on top of it. */
export interface DeliveryContext extends WebhookContext {
  logger: Logger;
  /** The machine's time: receivers compare signatures with theirs, whatever the service's clock says. */
  wallClock: Clock;
  findContents: FindContents;
}
