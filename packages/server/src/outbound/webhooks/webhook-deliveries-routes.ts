import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getDelivery, listDeliveriesOf, redeliver, replayEvents } from './delivery-rules.ts';
import type { WebhookContext } from './webhook-context.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { parseInstant } from '../../ground/http/parameters.ts';
import {
  DeliveryDetail,
  DeliveryPage,
  DeliveryQuery,
  QueuedDelivery,
  ReplayAnswer,
  ReplayRequest,
} from './schemas.ts';
import { onWire } from '../../ground/http/wire.ts';

const config = { dialect: CLIENT_DIALECT, role: 'admin' as const };
const tags = ['Webhooks'];
const id = z.string().max(100).meta({ description: 'Identifier of the endpoint' });
const delivery_id = z.string().max(100).meta({ description: 'Identifier of the delivery' });
const readErrors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);
const writeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503]);

/** What was sent to an endpoint, with every attempt, and sending it again. */
export const webhookDeliveryRoutes: FastifyPluginAsyncZod<{ context: WebhookContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'Deliveries to a webhook endpoint, the newest first; kept for 30 days',
        description:
          'Use it to find what a receiver missed: `state=failed` lists what was given up. The attempts are in the record of the single delivery.',
        params: z.strictObject({ id }),
        querystring: DeliveryQuery,
        response: { 200: DeliveryPage.describe('The deliveries.'), ...readErrors },
      },
    },
    async (request) => {
      const { state, event, from, to, page, page_size } = request.query;
      const filter = {
        endpointId: request.params.id,
        state,
        event,
        from: from === undefined ? undefined : parseInstant(from),
        to: to === undefined ? undefined : parseInstant(to),
      };
      const { deliveries, total } = await listDeliveriesOf(
        context,
        principalOf(request),
        filter,
        windowOf(request.query),
      );
      return { items: deliveries.map(onWire), total, page, page_size };
    },
  );

  app.get(
    '/webhooks/:id/deliveries/:delivery_id',
    {
      config,
      schema: {
        operationId: 'getWebhookDelivery',
        tags,
        summary: 'One delivery with its attempts',
        description:
          "State and the last 50 attempts, with time, status, duration and the first 500 bytes of the receiver's answer. Use it to see why a receiver failed.",
        params: z.strictObject({ id, delivery_id }),
        response: { 200: DeliveryDetail.describe('The delivery.'), ...readErrors },
      },
    },
    async (request) => onWire(await getDelivery(context, principalOf(request), idsOf(request.params))),
  );

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/redeliver',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'redeliverWebhook',
        tags,
        summary: 'Send a delivery again under its id',
        description:
          'Sends the same body under the same `Svc-Webhook-Id`, whatever became of the delivery before, so a receiver that keeps ids drops what it has. 409 while the endpoint is disabled, except for a ping.',
        params: z.strictObject({ id, delivery_id }),
        response: { 202: QueuedDelivery.describe('The delivery is queued.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(202);
      return createOnce({ context, request, reply }, async (once) => {
        await redeliver(once, principalOf(request), idsOf(request.params));
        return { delivery_id: request.params.delivery_id };
      });
    },
  );

  app.post(
    '/webhooks/:id/replay',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'replayWebhook',
        tags,
        summary: 'Send the events of a span of time again',
        description:
          'Every event of the span that the endpoint asks for: under its old delivery id where it was sent before, otherwise for the first time. An endpoint that has answered nothing since it was made or changed is sent the newest 100 alone; a test that succeeds lifts this.',
        params: z.strictObject({ id }),
        body: ReplayRequest,
        response: { 202: ReplayAnswer.describe('The deliveries are queued.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      const span = { from: parseInstant(request.body.from), to: parseInstant(request.body.to) };
      void reply.code(202);
      return createOnce({ context, request, reply }, async (once) => ({
        deliveries: await replayEvents(once, principalOf(request), request.params.id, span),
      }));
    },
  );
};

function idsOf(params: { id: string; delivery_id: string }) {
  return { endpointId: params.id, deliveryId: params.delivery_id };
}
