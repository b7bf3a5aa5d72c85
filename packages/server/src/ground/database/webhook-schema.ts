import type { Reasons } from '../reasons/reasons.ts';
import type { Generated, JSONColumnType } from 'kysely';

export interface WebhookTables {
  event: EventTable;
  event_fan_out: EventFanOutTable;
  price_change: PriceChangeTable;
  price_announcement: PriceAnnouncementTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_queue: WebhookQueueTable;
  webhook_lease: WebhookLeaseTable;
}

export type EventType =
  | 'forecast.published'
  | 'forecast.changed'
  | 'prices.published'
  | 'alert.fired'
  | 'ping';

/** What happened, with the bytes that are sent for it. Sequence follows the order of commits. */
export interface EventTable {
  id: string;
  sequence: Generated<string>;
  /** Null: happened on the market, so it concerns every tenant that subscribes to the product. Otherwise an alert or a ping of the tenant. */
  tenant_id: string | null;
  type: EventType;
  /** Null for a ping. */
  market_product_id: string | null;
  /** For `forecast.changed`, EUR/MWh. */
  max_change: number | null;
  occurred_at: Date;
  body: string;
}

/** An event of which deliveries are still to be written: to the endpoints after this one, by their ids. */
interface EventFanOutTable {
  event_id: string;
  after_endpoint_id: string;
}

/** Prices of a delivery day were written and nobody has looked yet whether that is news. */
interface PriceChangeTable {
  product: string;
  data_origin: 'market' | 'simulator';
  delivery_day: string;
  /** When the written values are public. */
  available_at: Date;
}

/** The prices of a delivery day as they were last announced. */
interface PriceAnnouncementTable {
  product: string;
  data_origin: 'market' | 'simulator';
  delivery_day: string;
  hourly_prices: number[];
  announced_at: Date;
}

export interface WebhookEndpointTable {
  id: string;
  tenant_id: string;
  name: string;
  url: string;
  events: string[];
  /** Markets whose events it is sent, such as `es`. */
  market_ids: Generated<string[]>;
  /** Percents, rising: quantiles that points of forecasts are sent with. */
  quantiles: Generated<number[]>;
  /** Length of the periods that points are sent for. */
  resolution: Generated<'PT1H' | 'PT15M'>;
  state: 'active' | 'disabled';
  disabled_reason: string | null;
  disabled_reason_codes: JSONColumnType<Reasons> | null;
  /** Sealed. */
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  /** Another one with every change of the address, the secrets, the quantiles or the resolution. */
  target_version: Generated<string>;
  created_at: Date;
  updated_at: Date;
  /** Of deliveries that are no longer in the log as succeeded, at least; theirs is not written here. */
  last_success_at: Date | null;
  last_failure_at: Date | null;
  /** First failed attempt since the last success. */
  failing_since: Date | null;
  /** Time since then in which attempts were made, as `HopelessLimits` says. */
  failing_ms: Generated<string>;
  /** Failed attempts since the last gap that is not part of `failing_ms`. */
  failing_attempts: Generated<number>;
}

/** One event for one endpoint: there is never a second row for the pair, so its id is an idempotency key. */
export interface WebhookDeliveryTable {
  id: string;
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
  event: EventType;
  state: 'pending' | 'succeeded' | 'failed';
  attempts: Generated<number>;
  last_status: number | null;
  created_at: Date;
  completed_at: Date | null;
  /** The last attempt; null before the first. */
  last_attempt_at: Date | null;
  last_duration_ms: number | null;
  last_error: string | null;
  last_error_codes: JSONColumnType<Reasons> | null;
  last_excerpt: string | null;
  /** The attempts before the last, as many as are kept, oldest first. */
  earlier_attempts: JSONColumnType<StoredAttempt[], string | undefined>;
}

/** A delivery that waits for its next attempt or has it now: there is a row for each that is pending and for no other. */
interface WebhookQueueTable {
  /** A new one whenever it is queued again, so that what is known of an old one is of no effect. */
  ticket: Generated<string>;
  delivery_id: string;
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
  event: EventType;
  /** Failed attempts of the current schedule; a redelivery begins a new one. */
  step: Generated<number>;
  due_at: Date;
}

/** What a worker has in hand, all of it in one row. */
interface WebhookLeaseTable {
  holder: string;
  tickets: string[];
  /** When others may take it, should that worker have died. */
  until: Date;
}

export interface StoredAttempt {
  at: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** Absent in attempts of before there were codes. */
  error_codes?: Reasons | null;
  response_excerpt: string | null;
}
