import type { FastifyInstance } from 'fastify';
import { findDocuments } from '../ground/documents/documents.ts';
import { createRunPoints } from '../forecasts/runs/run-points.ts';
import { createWhatIfMaker } from '../forecasts/what-if/what-if-maker.ts';
import { whatIfRoutes } from '../forecasts/what-if/routes.ts';
import type { WhatIfs } from '../forecasts/what-if/record.ts';
import type { Db } from '../ground/database/database.ts';
import type { Gate } from '../people/access/admission.ts';
import { createRateLimiter } from '../people/limits/rate-limiter.ts';
import { DEFAULT_LIMITS } from '../people/limits/request-limits.ts';
import { createRequestCounter } from '../people/usage/request-counter.ts';
import {
  type AddressCounts,
  addressLimitPlugin,
  createAddressCounts,
  limitByAddress,
} from '../people/limits/address-limit.ts';
import type { ApiContext } from './api-context.ts';
import { applicationFiles } from './application-files.ts';
import { discoveryRoutes } from './discovery.ts';
import { docsPage } from './docs-page.ts';
import { documentPages } from './document-pages.ts';
import { type HeldReply, holdReply, sendHeld } from '../ground/http/held-reply.ts';
import { renderOpenApi } from './openapi.ts';
import { authenticationPlugin } from '../people/access/authentication.ts';
import { crossOriginKeysPlugin } from '../people/access/cross-origin.ts';
import { idempotencyPlugin } from '../people/access/idempotency.ts';
import { pageLinksPlugin } from '../ground/http/page-links.ts';
import { ownPagesPlugin } from '../ground/http/own-pages.ts';
import { securityEventsPlugin } from '../people/access/request-log.ts';
import { sharedRepliesPlugin } from '../market/replies/shared-replies-plugin.ts';
import { API_PREFIX, createServiceLinks } from '../ground/http/service-links.ts';
import { createSharedReplies } from '../market/replies/shared-replies.ts';
import { eventStreamRoutes } from '../outbound/events/event-stream-routes.ts';
import { eventRoutes } from '../outbound/events/routes.ts';
import { readRoutes, worthRoutes } from './reading/read-routes.ts';
import { adminAccountRoutes } from '../operate/admin/admin-accounts-routes.ts';
import { adminAuditRoutes } from '../people/audit-log/routes.ts';
import { adminModelRoutes } from '../operate/admin/admin-models-routes.ts';
import { adminIncidentRoutes } from '../operate/status/admin-incidents-routes.ts';
import { adminJobRoutes } from '../operate/admin/admin-jobs-routes.ts';
import { adminQuarantineRoutes } from '../market/quarantine/routes.ts';
import { adminSourceRoutes } from '../operate/admin/admin-sources-routes.ts';
import { adminTermRoutes } from '../operate/admin/admin-terms-routes.ts';
import { adminTicketRoutes } from '../operate/tickets/admin-tickets-routes.ts';
import { alertPreviewRoutes } from '../desk/alerts/alert-previews-routes.ts';
import { alertRuleRoutes } from '../desk/alerts/alert-rules-routes.ts';
import { apiKeyRoutes } from '../people/api-keys/routes.ts';
import { meRoutes } from '../people/account/me-routes.ts';
import { notificationRoutes } from '../outbound/notifications/routes.ts';
import { publicAccountRoutes } from '../people/account/public-account-routes.ts';
import { registrationRoutes } from '../people/registration/routes.ts';
import { sessionRoutes } from '../people/sessions/routes.ts';
import { settingsRoutes } from '../people/settings/routes.ts';
import { keptPlanRoutes } from '../desk/kept-plans/routes.ts';
import { profileRoutes } from '../desk/profiles/routes.ts';
import { replanRoutes } from '../desk/replans/routes.ts';
import { createPortfolioContext } from '../desk/portfolio/portfolio-context.ts';
import { siteRoutes } from '../desk/portfolio/sites-routes.ts';
import { tenantPeopleRoutes } from '../people/account/tenant-people-routes.ts';
import { healthRoutes } from '../operate/health/routes.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { privacyRoutes } from '../operate/privacy/routes.ts';
import { showcaseRoutes } from '../desk/showcase/routes.ts';
import { statusRoutes } from '../operate/status/routes.ts';
import { supportRoutes } from '../operate/support/routes.ts';
import { ticketRoutes } from '../operate/tickets/routes.ts';
import { oauthRoutes } from '../people/oauth/routes.ts';
import { identityProviderRoutes } from '../people/openid/routes.ts';
import type { OpenIdContext } from '../people/openid/connect-provider.ts';
import { openIdRoutes } from '../people/openid/public-routes.ts';
import { createChannelFetch } from '../outbound/channels/deliver-messages.ts';
import { alertChannelRoutes } from '../outbound/channels/routes.ts';
import { tokenRoutes } from '../people/sessions/token-routes.ts';
import { webhookDeliveryRoutes } from '../outbound/webhooks/webhook-deliveries-routes.ts';
import { webhookRoutes } from '../outbound/webhooks/routes.ts';
import { countOwnUnread } from '../outbound/notifications/rules.ts';
import { evidenceRoutes } from '../forecasts/evidence/routes.ts';
import { scheduleFeedRoute } from '../forecasts/schedule/routes.ts';

const MINUTE_MS = 60_000;
/** Files of the web application come by the dozen, and everybody in an office has one address; probes must never be refused. */
const LIGHT_REQUESTS = 4;
const MAX_SHARED_BYTES = 64 * 2 ** 20;

/** Routes of the service, and what limits those without a credential. */
interface RouteOptions {
  context: ApiContext & OpenIdContext;
  gate: Gate;
  /** Requests without a valid credential, by network address. */
  anonymous: AddressCounts;
}

/** Health, sign-in, the documents and the web application: what is there without a credential. */
export async function publicRoutes(app: FastifyInstance, options: RouteOptions): Promise<void> {
  const { context, gate } = options;
  await app.register(healthOfAll, { context, gate });
  await app.register(accountEntryRoutes, { context });
  await app.register(oauthEntryRoutes, options);
  await app.register(documentRoutes, options);
  await app.register(rootRoutes, { context });
}

/** `/`, the address of the API itself, the documentation and, where there is one, the web application. */
async function rootRoutes(app: FastifyInstance, { context }: Pick<RouteOptions, 'context'>): Promise<void> {
  limitByAddress(app, lightCounts(context), context.clock);
  const { application } = context;
  const sendLinks = createServiceLinks(context.version);
  const route = { config: { answersUnderPressure: true }, schema: { hide: true } };
  app.get(API_PREFIX, route, sendLinks);
  await app.register(statusRoutes, { context });
  await app.register(scheduleFeedRoute, { context });
  await app.register(evidenceRoutes, { context });
  const folder = findDocuments();
  if (folder !== undefined) await app.register(documentPages, { folder, application });
  await app.register(discoveryRoutes, { version: context.version, publicUrl: context.publicUrl, folder });
  if (application === undefined) {
    app.get('/', route, sendLinks);
    return;
  }
  await app.register(showcaseRoutes, { context: marketContextOf(context) });
  await app.register(applicationFiles, { application, sendLinks });
}

/** The API explorer and the document that it is made from. */
async function documentRoutes(app: FastifyInstance, { context, anonymous }: RouteOptions): Promise<void> {
  limitByAddress(app, anonymous, context.clock);
  await app.register(docsPage);
  let document: HeldReply | undefined;
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async (request, reply) => {
    document ??= holdReply(renderOpenApi(app), {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
    return sendHeld(request, reply, document);
  });
}

/** Sign-in and registration: callers without a credential are limited by address. */
async function accountEntryRoutes(
  app: FastifyInstance,
  { context }: Pick<RouteOptions, 'context'>,
): Promise<void> {
  const requests = createRateLimiter(context, { name: 'address', windowMs: MINUTE_MS });
  await app.register(ownPagesPlugin);
  await app.register(addressLimitPlugin, { clock: context.clock, requests });
  for (const routes of [tokenRoutes, registrationRoutes, publicAccountRoutes, openIdRoutes]) {
    await app.register(routes, { prefix: API_PREFIX, context });
  }
}

/** Tokens of machines: limited by address as other requests without a bearer token are, and then as requests of the key. */
async function oauthEntryRoutes(
  app: FastifyInstance,
  { context, anonymous, gate }: RouteOptions,
): Promise<void> {
  limitByAddress(app, anonymous, context.clock);
  await app.register(ownPagesPlugin);
  await app.register(oauthRoutes, { prefix: API_PREFIX, context, gate });
}

/** Whether the service is there; all that a process answers which serves no API. */
export async function healthOfAll(
  app: FastifyInstance,
  { context, gate }: { context: ApiContext; gate?: Gate | undefined },
): Promise<void> {
  limitByAddress(app, lightCounts(context), context.clock);
  await app.register(healthRoutes, { prefix: API_PREFIX, context, gate });
}

function lightCounts({ clock, limits = DEFAULT_LIMITS }: ApiContext): AddressCounts {
  return createAddressCounts(clock, LIGHT_REQUESTS * limits.addressRequestsPerMinute);
}

/** For routes that only read. */
function marketContextOf<C extends ApiContext>(context: C): C {
  return { ...context, db: context.marketDb ?? context.db };
}

/** What takes a credential: every room's routes. */
export async function authenticatedRoutes(
  app: FastifyInstance,
  { context, anonymous, gate }: RouteOptions,
): Promise<void> {
  const counter = createRequestCounter(context);
  app.addHook('onResponse', ({ principal }, _reply, done) => {
    if (principal !== null) counter.count(principal);
    done();
  });
  app.addHook('onClose', () => counter.stop());
  const marketContext = marketContextOf(context);
  const readContext = { ...marketContext, ownDb: context.db, points: createRunPoints(marketContext.db) };
  const replies = createSharedReplies(MAX_SHARED_BYTES);
  await app.register(authenticationPlugin, { context, gate, refused: anonymous });
  await app.register(crossOriginKeysPlugin);
  await app.register(pageLinksPlugin);
  await app.register(securityEventsPlugin, { security: context.security });
  await app.register(sharedRepliesPlugin, { context, replies });
  await app.register(idempotencyPlugin, { context });
  await app.register(readRoutes, { prefix: API_PREFIX, context: readContext });
  const whatIfs = context.whatIfs ?? whatIfsInPlace(context.db);
  await app.register(whatIfRoutes, { prefix: API_PREFIX, context: { ...readContext, whatIfs } });
  await app.register(alertPreviewRoutes, { prefix: API_PREFIX, context: readContext });
  await app.register(mcpRoutes, { context });
  await app.register(supportRoutes, { prefix: API_PREFIX, context });
  await app.register(worthRoutes, { prefix: API_PREFIX, context: readContext });
  const keeping = createPortfolioContext({ ...context, points: createRunPoints(context.db) });
  app.addHook('onClose', () => keeping.planner.close());
  await app.register(keptPlanRoutes, { prefix: API_PREFIX, context: keeping });
  await app.register(profileRoutes, { prefix: API_PREFIX, context });
  await app.register(replanRoutes, { prefix: API_PREFIX, context: keeping });
  await app.register(eventRoutes, { prefix: API_PREFIX, context });
  await app.register(eventStreamRoutes, { prefix: API_PREFIX, context });
  const webhookContext = { ...context, ...context.webhooks };
  for (const routes of [webhookRoutes, webhookDeliveryRoutes]) {
    await app.register(routes, { prefix: API_PREFIX, context: webhookContext });
  }
  const channels = createChannelFetch(context.webhooks);
  app.addHook('onClose', () => channels.close());
  await app.register(alertChannelRoutes, {
    prefix: API_PREFIX,
    context: { ...webhookContext, fetchChannel: channels.fetch },
  });
  await app.register(meRoutes, { prefix: API_PREFIX, context, countUnread: countOwnUnread });
  for (const routes of [
    sessionRoutes,
    tenantPeopleRoutes,
    apiKeyRoutes,
    settingsRoutes,
    siteRoutes,
    notificationRoutes,
    alertRuleRoutes,
    ticketRoutes,
    adminTicketRoutes,
    adminAccountRoutes,
    adminAuditRoutes,
    adminModelRoutes,
    adminTermRoutes,
    adminIncidentRoutes,
    privacyRoutes,
  ]) {
    await app.register(routes, { prefix: API_PREFIX, context });
  }
  await app.register(identityProviderRoutes, { prefix: API_PREFIX, context });
  await app.register(adminSourceRoutes, { prefix: API_PREFIX, context });
  await app.register(adminQuarantineRoutes, { prefix: API_PREFIX, context });
  await app.register(adminJobRoutes, { prefix: API_PREFIX, context });
}

function whatIfsInPlace(db: Db): WhatIfs {
  const { make } = createWhatIfMaker(db);
  return { make, close: async () => undefined };
}
