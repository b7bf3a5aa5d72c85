/** Events that an endpoint can receive. */
export const WEBHOOK_EVENTS = [
  'forecast.published',
  'forecast.changed',
  'prices.published',
  'alert.fired',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Events that are delivered: a test is one more. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, 'ping'] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

export const DELIVERY_STATES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export function isDeliveredEvent(value: unknown): value is DeliveredEvent {
  return DELIVERED_EVENTS.some((event) => event === value);
}

export function isDeliveryState(value: unknown): value is DeliveryState {
  return DELIVERY_STATES.some((state) => state === value);
}
