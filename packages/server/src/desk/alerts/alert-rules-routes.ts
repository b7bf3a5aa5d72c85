import { auctionOf, zoneOf } from '@lonja/forecasting/market';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeRule, createRule, getRule, listOwnRules, removeRule } from './rules.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import type { AlertRule } from './store.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { IdPath, NoContent } from '../../people/access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { AlertRuleChange, AlertRulePage, AlertRuleRecord, NewAlertRule } from './schemas.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { given, onWire } from '../../ground/http/wire.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true, role: 'trader' as const };
const tags = ['Notifications'];
const readErrors = errorResponses([400, 401, 403, 404, 413, 429, 500, 503], {
  403: 'The role is viewer, or the rule belongs to another tenant: `insufficient_scope`.',
  404: 'The user has no rule with this id.',
});
const writeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  403: 'The role is viewer, the subscription lacks the product, or the rule belongs to another tenant: `insufficient_scope`.',
  409: 'The user has 50 rules already.',
});

/** Conditions on forecasts of which the signed-in user is notified. */
export const alertRuleRoutes: FastifyPluginAsyncZod<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/notifications/rules',
    {
      config,
      schema: {
        operationId: 'listAlertRules',
        tags,
        summary: "The user's alert rules, the newest first",
        description:
          'Rules belong to the user who made them; nobody else sees them. A rule rests while its user is a viewer or the subscription lacks its product.',
        querystring: PageQuery,
        response: {
          200: AlertRulePage.describe('The rules.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { rules, total } = await listOwnRules(context, principalOf(request), windowOf(request.query));
      return { items: rules.map(toRecord), total, ...request.query };
    },
  );

  app.post(
    '/notifications/rules',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createAlertRule',
        tags,
        summary: 'Add an alert rule on forecasts',
        description: [
          'At most 50 for a user. The current run of the product is checked within seconds, each that is published from now on once.',
          'A rule notifies of a delivery day once, and of none whose prices are public already.',
        ].join(' '),
        body: NewAlertRule,
        response: { 201: AlertRuleRecord.describe('The rule.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const principal = principalOf(request);
      const { market_id: _, ...input } = withProduct(principal, request.body);
      return createOnce({ context, request, reply }, async (once) =>
        toRecord(await createRule(once, principal, input)),
      );
    },
  );

  app.get(
    '/notifications/rules/:id',
    {
      config,
      schema: {
        operationId: 'getAlertRule',
        tags,
        summary: 'One alert rule',
        description: 'Kind, product, threshold, window of hours and channels of one rule.',
        params: IdPath,
        response: { 200: AlertRuleRecord.describe('The rule.'), ...readErrors },
      },
    },
    async (request) => toRecord(await getRule(context, principalOf(request), request.params.id)),
  );

  app.patch(
    '/notifications/rules/:id',
    {
      config,
      schema: {
        operationId: 'changeAlertRule',
        tags,
        summary: 'Change an alert rule, pause or resume it',
        description:
          'A rule whose condition changes, or that is resumed, notifies of every delivery day afresh, first by the current run.',
        params: IdPath,
        body: AlertRuleChange,
        response: { 200: AlertRuleRecord.describe('The rule as changed.'), ...writeErrors },
      },
    },
    async (request) =>
      toRecord(await changeRule(context, principalOf(request), request.params.id, given(request.body))),
  );

  app.delete(
    '/notifications/rules/:id',
    {
      config,
      schema: {
        operationId: 'deleteAlertRule',
        tags,
        summary: 'Delete an alert rule; its notifications stay',
        description: 'To stop a rule for a while, send `enabled: false` to it instead.',
        params: IdPath,
        response: { 204: NoContent, ...readErrors },
      },
    },
    async (request, reply) => {
      await removeRule(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
};

function toRecord(rule: AlertRule) {
  return { ...onWire(rule), market_id: zoneOf(rule.product), product: auctionOf(rule.product) };
}
