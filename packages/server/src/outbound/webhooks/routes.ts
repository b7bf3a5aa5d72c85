import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { pageParameters, windowOf } from '../../ground/http/paging.ts';
import { toCodes } from '../../ground/http/reason-fields.ts';
import { formatOptionalInstant, given, onWire } from '../../ground/http/wire.ts';
import { sentenceOrNull, storedReasons } from '../../ground/reasons/reasons.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { sendTest } from './delivery-rules.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import {
  createEndpoint,
  getEndpoint,
  listEndpointsOf,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
} from './rules.ts';
import {
  CreatedWebhook,
  NewWebhook,
  QueuedDelivery,
  RotatedSecret,
  Rotation,
  WebhookChange,
  WebhookPage,
  WebhookRecord,
} from './schemas.ts';
import type { WebhookContext } from './webhook-context.ts';

const config = { dialect: CLIENT_DIALECT, role: 'admin' as const };
const tags = ['Webhooks'];
const EndpointPath = z.strictObject({
  id: z.string().max(100).meta({ description: 'Identifier of the endpoint' }),
});
const readErrors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);
const writeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503]);

/** Administration of a tenant's webhook endpoints, for its admins. */
export const webhookRoutes: FastifyPluginAsyncZod<{ context: WebhookContext }> = async (app, { context }) => {
  app.get(
    '/webhooks',
    {
      config,
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'Webhook endpoints, the newest first',
        description:
          'Endpoints with their events, state and last success. Secrets are not shown; a lost one is replaced by `rotate-secret`.',
        querystring: z.strictObject(pageParameters),
        response: { 200: WebhookPage.describe('The endpoints.'), ...readErrors },
      },
    },
    async (request) => {
      const { endpoints, total } = await listEndpointsOf(
        context,
        principalOf(request),
        windowOf(request.query),
      );
      return { items: endpoints.map(toRecord), total, ...request.query };
    },
  );

  app.post(
    '/webhooks',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Register a webhook endpoint',
        description: 'At most 20 for a tenant. The answer has the secret, which is shown this once.',
        body: NewWebhook,
        response: { 201: CreatedWebhook.describe('The endpoint with its secret.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(201).header('Cache-Control', 'no-store');
      return createOnce({ context, request, reply }, async (once) => {
        const { endpoint, secret } = await createEndpoint(once, principalOf(request), request.body);
        return { ...toRecord(endpoint), secret };
      });
    },
  );

  app.get(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'One webhook endpoint',
        description:
          'State of one endpoint. `state` is `disabled` after 410, after 120 hours of failed attempts, or by an admin; `disabled_reason` says which.',
        params: EndpointPath,
        response: { 200: WebhookRecord.describe('The endpoint.'), ...readErrors },
      },
    },
    async (request) => toRecord(await getEndpoint(context, principalOf(request), request.params.id)),
  );

  app.patch(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change, disable or activate a webhook endpoint',
        description:
          'What is absent stays as it is. A new URL is checked like that of a new endpoint. Disabling fails every delivery that waits; activating begins afresh, and `replay` brings what was missed. A disabled endpoint is listed and can be tested.',
        params: EndpointPath,
        body: WebhookChange,
        response: { 200: WebhookRecord.describe('The endpoint after the change.'), ...writeErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      return toRecord(await updateEndpoint(context, principalOf(request), id, given(request.body)));
    },
  );

  app.delete(
    '/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook endpoint and its delivery log',
        description: 'Deliveries that wait are not sent any more. To pause an endpoint, disable it instead.',
        params: EndpointPath,
        response: { 204: z.null().describe('It is gone.'), ...readErrors },
      },
    },
    async (request, reply) => {
      await removeEndpoint(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhooks/:id/rotate-secret',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the secret of a webhook endpoint',
        description:
          'Within the grace period every delivery carries two signatures, one with each secret. Another rotation is refused with 409 ' +
          'until it is over, so that no secret ends before its time; `grace_seconds: 0` ends every earlier secret at once.',
        params: EndpointPath,
        body: Rotation,
        response: { 200: RotatedSecret.describe('The new secret, shown this once.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      void reply.header('Cache-Control', 'no-store');
      return createOnce({ context, request, reply }, async (once) => {
        const rotated = await rotateSecret(once, principalOf(request), id, request.body?.grace_seconds);
        return {
          id,
          secret: rotated.secret,
          previous_secret_expires_at: formatOptionalInstant(rotated.previousExpiresAt),
        };
      });
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a ping to a webhook endpoint',
        description: 'A disabled endpoint can be tested too.',
        params: EndpointPath,
        response: { 202: QueuedDelivery.describe('The ping is queued.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(202);
      return createOnce({ context, request, reply }, async (once) => ({
        delivery_id: await sendTest(once, principalOf(request), request.params.id),
      }));
    },
  );
};

function toRecord(endpoint: WebhookEndpoint): WebhookRecord {
  const reasons = storedReasons(endpoint.disabled_reason, endpoint.disabled_reason_codes);
  return WebhookRecord.parse({
    ...onWire(endpoint),
    disabled_reason: sentenceOrNull(reasons),
    disabled_reason_codes: toCodes(reasons),
  });
}
