import { DELIVERIES } from '../outbound/events/schemas.ts';

/** What the service sends to registered endpoints: the document's `webhooks`. */
export const WEBHOOKS = Object.fromEntries(
  Object.entries(DELIVERIES).map(([event, { name, schema }]) => [
    event,
    {
      post: {
        operationId: `receive${name}`,
        tags: ['Webhooks'],
        summary: schema.description,
        description:
          'Sent to registered endpoints. Verify `Svc-Webhook-Signature` over the raw body before you use it; deduplicate by `id` of the body, which is signed and the same at every endpoint.',
        security: [],
        parameters: [
          header('Svc-Webhook-Id', 'Identifier of the delivery, the same over all attempts; not signed'),
          header('Svc-Webhook-Event', 'Type of the event, as in the body; not signed'),
          header(
            'Svc-Webhook-Signature',
            '`t=<Unix time>,v1=<hex>`: HMAC-SHA256 with the secret of the endpoint over `<t>.<raw body>`',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
        responses: {
          '2XX': { description: 'Any status from 200 to 299 marks the delivery as succeeded.' },
          '4XX': { description: 'Any other status, or none within the time-out, is tried again later.' },
        },
      },
    },
  ]),
);

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
