import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { AccountContext } from '../services/identity/account-context.ts';
import { createRunPoints } from '../services/forecasts/run-points.ts';
import { createSecurityLog } from '../services/audit/security-log.ts';
import { createAuthenticator } from '../services/identity/authenticate.ts';
import { createCredentialMemory } from '../services/identity/remember-credentials.ts';
import { createKeyedLock } from '../services/identity/keyed-lock.ts';
import { createMailAllowance } from '../services/identity/mail-allowance.ts';
import { createRateLimiter } from '../services/identity/rate-limiter.ts';
import { createPortfolioContext } from '../services/portfolio/portfolio-context.ts';
import { ACCOUNT_WINDOW_MS, SIGN_IN_WINDOW_MS } from '../services/identity/guarded-attempt.ts';
import { createRequestCounter } from '../services/usage/request-counter.ts';
import type { ApiContext } from './api-context.ts';
import { applicationFiles } from './application-files.ts';
import { docsPage } from './docs-page.ts';
import { API_PREFIX, openApiOptions, renderOpenApi } from './openapi.ts';
import { addressLimitPlugin } from './plugins/address-limit.ts';
import { authenticationPlugin } from './plugins/authentication.ts';
import { cachingPlugin } from './plugins/caching.ts';
import { errorsPlugin, replyToClientError, replyWithError } from './plugins/errors.ts';
import { lateAnswersPlugin } from './plugins/late-answers.ts';
import { protectionPlugin } from './plugins/protection.ts';
import { logAnswer, requestLogPlugin } from './plugins/request-log.ts';
import { quickRepliesPlugin } from './plugins/quick-replies.ts';
import { securityEventsPlugin } from './plugins/security-events.ts';
import { sharedRepliesPlugin } from './plugins/shared-replies.ts';
import { unusedConnectionsPlugin } from './plugins/unused-connections.ts';
import { createSharedReplies } from './shared-replies.ts';
import { requestValidator } from './request-fault.ts';
import { eventStreamRoutes } from './routes/event-stream.ts';
import { eventRoutes } from './routes/events.ts';
import { forecastRunRoutes } from './routes/forecast-runs.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { dashboardAccuracyRoutes } from './routes/dashboard-accuracy.ts';
import { dashboardChartRoutes } from './routes/dashboard-charts.ts';
import { dashboardSummaryRoutes } from './routes/dashboard-summary.ts';
import { dashboardWeatherRoutes } from './routes/dashboard-weather.ts';
import { adminAccountRoutes } from './routes/admin-accounts.ts';
import { adminAuditRoutes } from './routes/admin-audit.ts';
import { adminModelRoutes } from './routes/admin-models.ts';
import { adminJobRoutes } from './routes/admin-jobs.ts';
import { adminQuarantineRoutes } from './routes/admin-quarantine.ts';
import { adminSourceRoutes } from './routes/admin-sources.ts';
import { adminTermRoutes } from './routes/admin-terms.ts';
import { adminTicketRoutes } from './routes/admin-tickets.ts';
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
import { forecastRoutes } from './routes/forecasts.ts';
import { fundamentalsRoutes } from './routes/fundamentals.ts';
import { healthRoutes } from './routes/health.ts';
import { hourlyForecastRoutes } from './routes/hourly-forecasts.ts';
import { marketRoutes } from './routes/markets.ts';
import { metricRoutes } from './routes/metrics.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { portfolioRoutes } from './routes/portfolio.ts';
import { priceRoutes } from './routes/prices.ts';
import { showcaseRoutes } from './routes/showcase.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { supportRoutes } from './routes/support.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { tokenRoutes } from './routes/token.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
/** A request that is not answered by then is answered with 503. */
export const HANDLER_TIMEOUT_MS = 15_000;
const MINUTE_MS = 60_000;
const MAX_EVENT_LOOP_DELAY_MS = 1000;
const MAX_REQUESTS_UNDER_WAY = 1000;
const MAX_SHARED_BYTES = 64 * 2 ** 20;

/** The HTTP API, ready to listen or to be injected with requests. `close()` lets running requests finish. */
export async function createApp(context: ApiContext): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: context.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS,
    return503OnClosing: false,
    trustProxy: context.trustedProxies ?? false,
    frameworkErrors: replyWithError,
    clientErrorHandler: replyToClientError,
  });
  app.setValidatorCompiler(requestValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('principal', null);

  await app.register(requestLogPlugin, { telemetry: context.telemetry });
  await app.register(errorsPlugin);
  await app.register(unusedConnectionsPlugin);
  await app.register(lateAnswersPlugin);
  await app.register(protectionPlugin, {
    maxEventLoopDelayMs: context.maxEventLoopDelayMs ?? MAX_EVENT_LOOP_DELAY_MS,
    maxRequestsUnderWay: context.maxRequestsUnderWay ?? MAX_REQUESTS_UNDER_WAY,
  });
  await app.register(cachingPlugin);
  if (context.answersHealthAlone === true) {
    await app.register(healthRoutes, { prefix: API_PREFIX, context });
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
  await app.register(publicRoutes, { context: routeContext });
  await app.register(authenticatedRoutes, { context: routeContext });
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

async function publicRoutes(app: FastifyInstance, { context }: RouteOptions): Promise<void> {
  await app.register(healthRoutes, { prefix: API_PREFIX, context });
  await app.register(accountEntryRoutes, { context });
  await app.register(docsPage);
  if (context.application !== undefined) {
    await app.register(showcaseRoutes, { context: marketContextOf(context) });
    await app.register(applicationFiles, { application: context.application });
  }

  let document: string | undefined;
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async (_request, reply) => {
    document ??= renderOpenApi(app);
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(document);
  });
}

/** The ways in: whoever has no credential yet is limited by address. */
async function accountEntryRoutes(app: FastifyInstance, { context }: RouteOptions): Promise<void> {
  const requests = createRateLimiter(context, { name: 'address', windowMs: MINUTE_MS });
  await app.register(addressLimitPlugin, { clock: context.clock, requests });
  for (const routes of [tokenRoutes, registrationRoutes, publicAccountRoutes]) {
    await app.register(routes, { prefix: API_PREFIX, context });
  }
}

async function authenticatedRoutes(app: FastifyInstance, { context }: RouteOptions): Promise<void> {
  const requests = createRateLimiter(context, { name: 'credential', windowMs: MINUTE_MS });
  const counter = createRequestCounter(context);
  app.addHook('onResponse', async ({ principal }) => {
    if (principal !== null) counter.count(principal);
  });
  app.addHook('onClose', () => counter.stop());
  const marketContext = marketContextOf(context);
  const readContext = { ...marketContext, points: createRunPoints(marketContext.db) };
  const authenticate = createAuthenticator(context);
  const replies = createSharedReplies(MAX_SHARED_BYTES);
  await app.register(authenticationPlugin, { context, authenticate, requests });
  await app.register(securityEventsPlugin, { security: context.security });
  await app.register(sharedRepliesPlugin, { context, replies });
  await app.register(quickRepliesPlugin, {
    context,
    credentials: createCredentialMemory(context, authenticate),
    requests,
    replies,
    onAnswer(answer) {
      counter.count(answer.principal);
      logAnswer(app.log, answer);
      context.telemetry?.onRequest(answer);
    },
  });
  for (const routes of [
    marketRoutes,
    forecastRoutes,
    forecastRunRoutes,
    hourlyForecastRoutes,
    priceRoutes,
    fundamentalsRoutes,
    metricRoutes,
    statisticsRoutes,
    integrationRoutes,
    dashboardRoutes,
    dashboardAccuracyRoutes,
    dashboardChartRoutes,
    dashboardSummaryRoutes,
    dashboardWeatherRoutes,
  ]) {
    await app.register(routes, { prefix: API_PREFIX, context: readContext });
  }
  await app.register(supportRoutes, { prefix: API_PREFIX, context });
  const portfolioContext = createPortfolioContext({ ...readContext, db: context.db });
  app.addHook('onClose', () => portfolioContext.planner.close());
  await app.register(portfolioRoutes, { prefix: API_PREFIX, context: portfolioContext });
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
  ]) {
    await app.register(routes, { prefix: API_PREFIX, context });
  }
  await app.register(adminSourceRoutes, { prefix: API_PREFIX, context });
  await app.register(adminQuarantineRoutes, { prefix: API_PREFIX, context });
  await app.register(adminJobRoutes, { prefix: API_PREFIX, context });
}
