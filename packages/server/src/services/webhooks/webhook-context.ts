import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import type { Resolve } from '../../webhooks/vetted-agent.ts';
import type { Sealer } from '../../sealing.ts';

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

/** What delivering needs on top of it. */
export interface DeliveryContext extends WebhookContext {
  logger: Logger;
  /** The machine's time: receivers compare signatures with theirs, whatever the service's clock says. */
  wallClock: Clock;
}
