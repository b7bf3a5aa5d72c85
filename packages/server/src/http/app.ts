import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { findDocuments } from '../documents/documents.ts';
import type { AccountContext } from '../services/identity/account-context.ts';
import { createRunPoints } from '../services/forecasts/run-points.ts';
import { createAdmission, type Gate } from '../services/identity/admission.ts';
import { createSecurityLog } from '../services/audit/security-log.ts';
import { createAuthenticator } from '../services/identity/authenticate.ts';
import { createKeyedLock } from '../services/identity/keyed-lock.ts';
import { createMailAllowance } from '../services/identity/mail-allowance.ts';
import { createRateLimiter } from '../services/identity/rate-limiter.ts';
import { ACCOUNT_WINDOW_MS, SIGN_IN_WINDOW_MS } from '../services/identity/guarded-attempt.ts';
import { DEFAULT_LIMITS, HANDLER_TIMEOUT_MS, MAX_EVENT_LOOP_DELAY_MS } from '../request-limits.ts';
import { createRequestCounter } from '../services/usage/request-counter.ts';
import { type AddressCounts, createAddressCounts } from './address-counts.ts';
import type { ApiContext } from './api-context.ts';
import { applicationFiles } from './application-files.ts';
import { createProxyTrust } from './caller-address.ts';
import { discoveryRoutes } from './discovery.ts';
import { docsPage } from './docs-page.ts';
import { documentPages } from './document-pages.ts';
import { type HeldReply, holdReply, sendHeld } from './held-reply.ts';
import { API_PREFIX, openApiOptions, renderOpenApi } from './openapi.ts';
import { addressLimitPlugin } from './plugins/address-limit.ts';
import { limitByAddress } from './plugins/address-rate.ts';
import { authenticationPlugin } from './plugins/authentication.ts';
import { cachingPlugin } from './plugins/caching.ts';
import { connectionLimitPlugin } from './plugins/connection-limit.ts';
import { crossOriginKeysPlugin, crossOriginPlugin, varyByOriginPlugin } from './plugins/cross-origin.ts';
import { errorsPlugin, replyToClientError, replyWithError } from './plugins/errors.ts';
import { idempotencyPlugin } from './plugins/idempotency.ts';
import { lateAnswersPlugin } from './plugins/late-answers.ts';
import { pageLinksPlugin } from './plugins/page-links.ts';
import { ownPagesPlugin } from './plugins/own-pages.ts';
import { protectionPlugin } from './plugins/protection.ts';
import { requestLogPlugin } from './plugins/request-log.ts';
import { requestsUnderWayPlugin } from './plugins/requests-under-way.ts';
import { securityEventsPlugin } from './plugins/security-events.ts';
import { sharedAddressPlugin } from './plugins/shared-address.ts';
import { sharedRepliesPlugin } from './plugins/shared-replies.ts';
import { slowRefusalsPlugin } from './plugins/slow-refusals.ts';
import { unknownPathsPlugin } from './plugins/unknown-paths.ts';
import { unusedConnectionsPlugin } from './plugins/unused-connections.ts';
import { workTurnsPlugin } from './plugins/work-turns.ts';
import { sendRead } from './reading/send-read.ts';
import { createServiceLinks } from './service-links.ts';
import { createSharedReplies } from './shared-replies.ts';
import { createRequestValidator } from './request-fault.ts';
import { eventStreamRoutes } from './routes/event-stream.ts';
import { eventRoutes } from './routes/events.ts';
import { readRoutes, worthRoutes } from './read-routes.ts';
import { adminAccountRoutes } from './routes/admin-accounts.ts';
import { adminAuditRoutes } from './routes/admin-audit.ts';
import { adminModelRoutes } from './routes/admin-models.ts';
import { adminIncidentRoutes } from './routes/admin-incidents.ts';
import { adminJobRoutes } from './routes/admin-jobs.ts';
import { adminQuarantineRoutes } from './routes/admin-quarantine.ts';
import { adminSourceRoutes } from './routes/admin-sources.ts';
import { adminTermRoutes } from './routes/admin-terms.ts';
import { adminTicketRoutes } from './routes/admin-tickets.ts';
import { alertPreviewRoutes } from './routes/alert-previews.ts';
import { alertRuleRoutes } from './routes/alert-rules.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { meRoutes } from './routes/me.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { publicAccountRoutes } from './routes/public-account.ts';
import { registrationRoutes } from './routes/registration.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { settingsRoutes } from './routes/settings.ts';
import { siteRoutes } from './routes/sites.ts';
import { tenantPeopleRoutes } from './routes/tenant-people.ts';
import { healthRoutes } from './routes/health.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { privacyRoutes } from './routes/privacy.ts';
import { showcaseRoutes } from './routes/showcase.ts';
import { statusRoutes } from './routes/status.ts';
import { supportRoutes } from './routes/support.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { tokenRoutes } from './routes/token.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

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
  const delay = context.delay ?? ((ms: number) => sleep(ms));
  const routeContext = {
    ...context,
    failures,
    accountFailures,
    attempts: createKeyedLock(),
    mails,
    delay,
    security,
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
  context: ApiContext & AccountContext;
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
  for (const routes of [tokenRoutes, registrationRoutes, publicAccountRoutes]) {
    await app.register(routes, { prefix: API_PREFIX, context });
  }
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
  await app.register(alertPreviewRoutes, { prefix: API_PREFIX, context: readContext });
  await app.register(mcpRoutes, { context });
  await app.register(supportRoutes, { prefix: API_PREFIX, context });
  await app.register(worthRoutes, { prefix: API_PREFIX, context: readContext });
  await app.register(eventRoutes, { prefix: API_PREFIX, context });
  await app.register(eventStreamRoutes, { prefix: API_PREFIX, context });
  const webhookContext = { ...context, ...context.webhooks };
  for (const routes of [webhookRoutes, webhookDeliveryRoutes]) {
    await app.register(routes, { prefix: API_PREFIX, context: webhookContext });
  }
  for (const routes of [
    meRoutes,
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
  await app.register(adminSourceRoutes, { prefix: API_PREFIX, context });
  await app.register(adminQuarantineRoutes, { prefix: API_PREFIX, context });
  await app.register(adminJobRoutes, { prefix: API_PREFIX, context });
}
