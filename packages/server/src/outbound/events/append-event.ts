import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { beginFanOut } from './fan-out.ts';

/** Notified when a transaction that wrote events or deliveries commits. */
export const OUTBOX_CHANNEL = 'lonja_outbox';

/** An event of the market, for every tenant that subscribes to the product, or of one tenant. */
export interface NewEvent {
  type: Exclude<EventType, 'ping'>;
  /** Undefined: of the market. */
  tenantId?: string;
  marketProductId: string;
  /** For `forecast.changed`: only tenants whose threshold is not above it are concerned. EUR/MWh. */
  maxChange: number | undefined;
  occurredAt: number;
  body: string;
}

/**
 * Takes the turn in which events are written, until the transaction ends: the order of their sequence is then the order of
 * their commits, so that a reader who goes on after the last event it saw misses none.
 */
export async function takeEventTurn(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('event', 0))`.execute(tx);
}

/** Writes an event and the deliveries to the endpoints that subscribe to it, see `beginFanOut`. The caller has taken the event turn. */
export async function appendEvent(tx: Transaction<Database>, event: NewEvent): Promise<void> {
  await appendEvents(tx, [event], event.occurredAt);
}

/** The same for several at once, which all occurred at `occurredAt`. */
export async function appendEvents(
  tx: Transaction<Database>,
  events: readonly Omit<NewEvent, 'occurredAt'>[],
  occurredAt: number,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, tenantId, marketProductId, maxChange, body }) => ({
    id: randomUUID(),
    tenant_id: tenantId ?? null,
    type,
    market_product_id: marketProductId,
    max_change: maxChange ?? null,
    occurred_at: new Date(occurredAt),
    body,
  }));
  await tx.insertInto('event').values(rows).execute();
  await beginFanOut(
    tx,
    rows.map(({ id }) => id),
    occurredAt,
  );
  await notifyOutbox(tx);
}

/** Wakes workers and streams once the transaction commits. */
export async function notifyOutbox(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}

/** Signals listeners in this process that events or deliveries were written, by whichever process. */
export interface OutboxSignal {
  notify(): void;
  /** Gives the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function createOutboxSignal(): OutboxSignal {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
