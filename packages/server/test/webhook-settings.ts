import { createOutboxSignal } from '../src/outbound/events/append-event.ts';

/** What the API needs for webhooks and events: no name resolves, and loopback is a private target like any other. */
export function testWebhookSettings(options: { allowPrivateTargets?: boolean } = {}) {
  return {
    webhooks: {
      resolve: async () => {
        throw new Error('there is no network');
      },
      allowPrivateTargets: options.allowPrivateTargets ?? false,
    },
    outbox: createOutboxSignal(),
  };
}
