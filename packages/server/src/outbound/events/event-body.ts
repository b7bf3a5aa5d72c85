import type { EventType } from '../../ground/database/webhook-schema.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** An event as it is stored: `{event, occurred_at, data}`. */
export function eventBody(event: EventType, occurredAt: number, data: object): string {
  return JSON.stringify({ event, occurred_at: formatInstant(occurredAt), data });
}

/**
 * What is sent and listed of a stored event, whichever release wrote it: with its id first, and where it has points, with the length of
 * the periods that they stand for. Points are stored as hours.
 */
export function publicBody({ id, type, body }: { id: string; type: EventType; body: string }): string {
  const withId = `{"id":${JSON.stringify(id)},${body.slice(1)}`;
  if (type === 'ping' || type === 'alert.fired') return withId;
  return withId.replace('"data":{', '"data":{"resolution":"PT1H",');
}

/** Which points an endpoint wants in its events. */
export interface WantedPoints {
  /** Percents of the quantiles that points of forecasts are sent with. */
  quantiles: number[];
  resolution: 'PT1H' | 'PT15M';
}

/** The points of events as they are stored. */
export const AS_STORED: WantedPoints = { quantiles: [], resolution: 'PT1H' };
