import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { findDocuments } from '../ground/documents/documents.ts';
import { createRunPoints } from '../forecasts/runs/run-points.ts';
import { createWhatIfMaker } from '../forecasts/what-if/what-if-maker.ts';
import { whatIfRoutes } from '../forecasts/what-if/routes.ts';
import type { WhatIfs } from '../forecasts/what-if/record.ts';
import type { Db } from '../ground/database/database.ts';
import { createAdmission, type Gate } from '../people/access/admission.ts';
import { createSecurityLog } from '../people/audit/security-log.ts';
import { createAuthenticator } from '../people/access/authenticate.ts';
import { createKeyedLock } from '../people/access/keyed-lock.ts';
import { createMailAllowance } from '../people/access/mail-allowance.ts';
import { createRateLimiter } from '../people/limits/rate-limiter.ts';
import { ACCOUNT_WINDOW_MS, SIGN_IN_WINDOW_MS } from '../people/access/guarded-attempt.ts';
import {
  DEFAULT_LIMITS,
  HANDLER_TIMEOUT_MS,
  MAX_EVENT_LOOP_DELAY_MS,
} from '../people/limits/request-limits.ts';
import { createRequestCounter } from '../people/usage/request-counter.ts';
import {
  type AddressCounts,
  addressLimitPlugin,
  createAddressCounts,
  limitByAddress,
} from '../people/limits/address-limit.ts';
import type { ApiContext } from './api-context.ts';
import { applicationFiles } from './application-files.ts';
import { createProxyTrust } from '../ground/http/caller-address.ts';
import { discoveryRoutes } from './discovery.ts';
import { docsPage } from './docs-page.ts';
import { documentPages } from './document-pages.ts';
import { type HeldReply, holdReply, sendHeld } from '../ground/http/held-reply.ts';
import { openApiOptions, renderOpenApi } from './openapi.ts';
import { authenticationPlugin } from '../people/access/authentication.ts';
import { cachingPlugin } from '../ground/http/caching.ts';
import { connectionLimitPlugin } from '../people/limits/caller-counts.ts';
import {
  crossOriginKeysPlugin,
  crossOriginPlugin,
  varyByOriginPlugin,
} from '../people/access/cross-origin.ts';
import { errorsPlugin, replyToClientError, replyWithError } from '../ground/http/errors.ts';
import { idempotencyPlugin } from '../people/access/idempotency.ts';
import { noQueryPlugin } from '../ground/http/no-query.ts';
import { lateAnswersPlugin } from '../ground/http/late-answers.ts';
import { pageLinksPlugin } from '../ground/http/page-links.ts';
import { ownPagesPlugin } from '../ground/http/own-pages.ts';
import { protectionPlugin } from '../ground/http/protection.ts';
import { requestLogPlugin, securityEventsPlugin } from '../people/access/request-log.ts';
import { requestsUnderWayPlugin } from '../people/limits/requests-under-way.ts';
import { sharedAddressPlugin } from '../people/limits/shared-address.ts';
import { sharedRepliesPlugin } from '../market/replies/shared-replies-plugin.ts';
import { slowRefusalsPlugin } from '../people/limits/slow-refusals.ts';
import { unknownPathsPlugin } from '../people/limits/unknown-paths.ts';
import { unusedConnectionsPlugin } from '../ground/http/unused-connections.ts';
import { workTurnsPlugin } from '../people/access/work-turns-plugin.ts';
import { sendRead } from './reading/send-read.ts';
import { API_PREFIX, createServiceLinks } from '../ground/http/service-links.ts';
import { createSharedReplies } from '../market/replies/shared-replies.ts';
import { createRequestValidator } from '../ground/http/request-fault.ts';
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
import { namePlugins } from './name-plugins.ts';
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
import { createVettedFetch } from '../outbound/webhooks/vetted-fetch.ts';
import { tokenRoutes } from '../people/sessions/token-routes.ts';
import { webhookDeliveryRoutes } from '../outbound/webhooks/webhook-deliveries-routes.ts';
import { webhookRoutes } from '../outbound/webhooks/routes.ts';
import { countOwnUnread } from '../outbound/notifications/rules.ts';
import { evidenceRoutes } from '../forecasts/evidence/routes.ts';
import { scheduleFeedRoute } from '../forecasts/schedule/routes.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** How long headers, and a request with its body, may take to come; Node checks it every `CHECK_MS`. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const CHECK_MS = 2000;
/** A connection over which nothing goes is closed after this, so that a caller who does not read its answer does not keep it. */
const CONNECTION_TIMEOUT_MS = 120_000;
const MINUTE_MS = 60_000;
const MAX_REQUESTS_UNDER_WAY = 1000;
const MAX_REQUESTS_OF_ONE = 200;
const MAX_WAITING_BODIES = 200;
const REFUSAL_DELAY_MS = 1000;
/** Files of the web application come by the dozen, and everybody in an office has one address; probes must never be refused. */
const LIGHT_REQUESTS = 4;
/** What a provider of OpenID Connect publishes is a few kilobytes, and somebody waits for it. */
const PROVIDER_TIMEOUT_MS = 5000;
const MAX_PROVIDER_BYTES = 262_144;
const MAX_SHARED_BYTES = 64 * 2 ** 20;

/** The HTTP API, ready to listen or to be injected with requests. `close()` lets running requests finish. */
export async function createApp(context: ApiContext): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.logger;
  const { clock, limits = DEFAULT_LIMITS, trustedProxies = [], corsOrigins = [] } = context;
  const isTrustedProxy = createProxyTrust(trustedProxies);
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    handlerTimeout: context.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS,
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 && isTrustedProxy,
    frameworkErrors: replyWithError,
    clientErrorHandler: replyToClientError,
  });
  namePlugins(app);
  app.setValidatorCompiler(createRequestValidator(clock));
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('principal', null);

  await app.register(requestLogPlugin, { telemetry: context.telemetry });
  await app.register(errorsPlugin);
  await app.register(crossOriginPlugin, { origins: corsOrigins });
  await app.register(slowRefusalsPlugin, { clock, delayMs: context.refusalDelayMs ?? REFUSAL_DELAY_MS });
  await app.register(unusedConnectionsPlugin);
  const { reader } = context;
  await app.register(workTurnsPlugin, {
    readElsewhere: reader && ((request, reply) => sendRead({ reader, clock }, request, reply)),
  });
  await app.register(connectionLimitPlugin, { maxConnections: limits.addressConnections, isTrustedProxy });
  await app.register(lateAnswersPlugin);
  await app.register(noQueryPlugin);
  await app.register(protectionPlugin, {
    maxEventLoopDelayMs: context.maxEventLoopDelayMs ?? MAX_EVENT_LOOP_DELAY_MS,
  });
  const anonymous = createAddressCounts(clock, limits.addressRequestsPerMinute);
  await app.register(unknownPathsPlugin, { counts: anonymous, clock });
  await app.register(requestsUnderWayPlugin, {
    maxRequestsUnderWay: context.maxRequestsUnderWay ?? MAX_REQUESTS_UNDER_WAY,
    maxRequestsOfOne: context.maxRequestsOfOne ?? MAX_REQUESTS_OF_ONE,
    maxWaitingBodies: context.maxWaitingBodies ?? MAX_WAITING_BODIES,
  });
  if (trustedProxies.length === 0) await app.register(sharedAddressPlugin, { clock });
  await app.register(cachingPlugin);
  await app.register(varyByOriginPlugin, { origins: corsOrigins });
  if (context.answersHealthAlone === true) {
    await app.register(healthOfAll, { context });
    await app.ready();
    return app;
  }
  await app.register(swagger, openApiOptions(context.version));
  const failures = createRateLimiter(context, { name: 'sign-in', windowMs: SIGN_IN_WINDOW_MS });
  const accountFailures = createRateLimiter(context, {
    name: 'sign-in-account',
    windowMs: ACCOUNT_WINDOW_MS,
  });
  const mails = createMailAllowance(context);
  const security = createSecurityLog(context);
  const providers = createVettedFetch({
    resolve: context.webhooks.resolve,
    privateOrigins: context.signInPrivateOrigins ?? [],
    timeoutMs: PROVIDER_TIMEOUT_MS,
    maxBytes: MAX_PROVIDER_BYTES,
  });
  app.addHook('onClose', () => providers.close());
  const delay = context.delay ?? ((ms: number) => sleep(ms));
  const routeContext = {
    ...context,
    failures,
    accountFailures,
    attempts: createKeyedLock(),
    mails,
    delay,
    security,
    fetchProvider: providers.fetch,
  };
  app.addHook('onClose', () => security.stop());
  const gateContext = { ...context, db: context.admissionDb ?? context.db };
  const gate = createAdmission(gateContext, createAuthenticator(gateContext));
  await app.register(publicRoutes, { context: routeContext, anonymous, gate });
  await app.register(authenticatedRoutes, { context: routeContext, anonymous, gate });
  await app.ready();
  return app;
}

interface RouteOptions {
  context: ApiContext & OpenIdContext;
}

function whatIfsInPlace(db: Db): WhatIfs {
  const { make } = createWhatIfMaker(db);
  return { make, close: async () => undefined };
}

/** For routes that only read. */
function marketContextOf<C extends ApiContext>(context: C): C {
  return { ...context, db: context.marketDb ?? context.db };
}

interface LimitedRouteOptions extends RouteOptions {
  gate: Gate;
  /** Requests without a valid credential, by network address. */
  anonymous: AddressCounts;
}

function lightCounts({ clock, limits = DEFAULT_LIMITS }: ApiContext): AddressCounts {
  return createAddressCounts(clock, LIGHT_REQUESTS * limits.addressRequestsPerMinute);
}

async function healthOfAll(
  app: FastifyInstance,
  { context, gate }: { context: ApiContext; gate?: Gate | undefined },
): Promise<void> {
  limitByAddress(app, lightCounts(context), context.clock);
  await app.register(healthRoutes, { prefix: API_PREFIX, context, gate });
}

async function publicRoutes(app: FastifyInstance, options: LimitedRouteOptions): Promise<void> {
  const { context, gate } = options;
  await app.register(healthOfAll, { context, gate });
  await app.register(accountEntryRoutes, { context });
  await app.register(oauthEntryRoutes, options);
  await app.register(documentRoutes, options);
  await app.register(rootRoutes, { context });
}

/** `/`, the address of the API itself, the documentation and, where there is one, the web application. */
async function rootRoutes(app: FastifyInstance, { context }: RouteOptions): Promise<void> {
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
async function documentRoutes(
  app: FastifyInstance,
  { context, anonymous }: LimitedRouteOptions,
): Promise<void> {
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
async function accountEntryRoutes(app: FastifyInstance, { context }: RouteOptions): Promise<void> {
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
  { context, anonymous, gate }: LimitedRouteOptions,
): Promise<void> {
  limitByAddress(app, anonymous, context.clock);
  await app.register(ownPagesPlugin);
  await app.register(oauthRoutes, { prefix: API_PREFIX, context, gate });
}

async function authenticatedRoutes(
  app: FastifyInstance,
  { context, anonymous, gate }: LimitedRouteOptions,
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
