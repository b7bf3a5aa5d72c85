import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { authenticatedRoutes, healthOfAll, publicRoutes } from './routes.ts';
import { createAdmission } from '../people/access/admission.ts';
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
import { createAddressCounts } from '../people/limits/address-limit.ts';
import type { ApiContext } from './api-context.ts';
import { createProxyTrust } from '../ground/http/caller-address.ts';
import { openApiOptions } from './openapi.ts';
import { cachingPlugin } from '../ground/http/caching.ts';
import { connectionLimitPlugin } from '../people/limits/caller-counts.ts';
import { crossOriginPlugin, varyByOriginPlugin } from '../people/access/cross-origin.ts';
import { errorsPlugin, replyToClientError, replyWithError } from '../ground/http/errors.ts';
import { noQueryPlugin } from '../ground/http/no-query.ts';
import { lateAnswersPlugin } from '../ground/http/late-answers.ts';
import { protectionPlugin } from '../ground/http/protection.ts';
import { requestLogPlugin } from '../people/access/request-log.ts';
import { requestsUnderWayPlugin } from '../people/limits/requests-under-way.ts';
import { sharedAddressPlugin } from '../people/limits/shared-address.ts';
import { slowRefusalsPlugin } from '../people/limits/slow-refusals.ts';
import { unknownPathsPlugin } from '../people/limits/unknown-paths.ts';
import { unusedConnectionsPlugin } from '../ground/http/unused-connections.ts';
import { workTurnsPlugin } from '../people/access/work-turns-plugin.ts';
import { sendRead } from './reading/send-read.ts';
import { createRequestValidator } from '../ground/http/request-fault.ts';
import { createVettedFetch } from '../outbound/webhooks/vetted-fetch.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** How long headers, and a request with its body, may take to come; Node checks it every `CHECK_MS`. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const CHECK_MS = 2000;
/** A connection over which nothing goes is closed after this, so that a caller who does not read its answer does not keep it. */
const CONNECTION_TIMEOUT_MS = 120_000;
const MAX_REQUESTS_UNDER_WAY = 1000;
const MAX_REQUESTS_OF_ONE = 200;
const MAX_WAITING_BODIES = 200;
const REFUSAL_DELAY_MS = 1000;
/** What a provider of OpenID Connect publishes is a few kilobytes, and somebody waits for it. */
const PROVIDER_TIMEOUT_MS = 5000;
const MAX_PROVIDER_BYTES = 262_144;

/** Where fastify looks first for the name of a plugin. */
const PLUGIN_NAME = Symbol.for('fastify.display-name');

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

/**
 * Names every plugin that is registered from now on by its function. Fastify compares one without a name with all modules that are loaded,
 * twice, for each plugin.
 */
function namePlugins(app: FastifyInstance): void {
  app.register = new Proxy(app.register, {
    apply(register, self, given) {
      const [plugin] = given;
      if (typeof plugin === 'function' && plugin.name !== '') plugin[PLUGIN_NAME] ??= plugin.name;
      return Reflect.apply(register, self, given);
    },
  });
}
