import { z } from 'zod';
import { RETENTION_TERMS } from '../../ground/config/retention-days.ts';
import { takingAnyHost } from '../../ground/database/database-address.ts';
import { DEFAULT_TENANT_ROLE } from '../../ground/database/tenant-rights.ts';
import { isAuditAddress } from '../../people/audit/audit-target.ts';
import { DEFAULT_LIMITS, MAX_EVENT_LOOP_DELAY_MS } from '../../people/limits/request-limits.ts';
import {
  count,
  DatabaseUrl,
  days,
  LogFormat,
  LogLevel,
  Origins,
  Port,
  Proxies,
  SealingKeys,
  Secrets,
  SmtpUrl,
  Sources,
  SourceUrl,
  Switch,
  Token,
  whole,
  wholeUnits,
} from './variable-rules.ts';

/** How long a session token is valid anyway. */
const LONGEST_IDLE_MINUTES = 1440;

/** What may be set: each variable with its rule and its default. */
export const variables = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: Port.default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  /** `api` answers requests, `worker` forecasts, follows sources and delivers, `all` does both. */
  ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  DATABASE_URL: DatabaseUrl.optional(),
  /** The database without a connection pooler before it, for what takes a session; undefined: `databaseUrl`. */
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  /** A streaming replica that the API reads market data and forecasts from, any of several; undefined: `databaseUrl`. */
  DATABASE_REPLICA_URL: DatabaseUrl.transform(takingAnyHost).optional(),
  /** The role of the database in whose name requests of tenants run. */
  TENANT_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be a name of lower-case letters, digits and underscores')
    .default(DEFAULT_TENANT_ROLE),
  /** Connections of the API to the database at most, and as many of the jobs. */
  DATABASE_CONNECTIONS: whole('must be a number from 2 to 1000', { least: 2, most: 1000, digits: 4 }).default(
    16,
  ),
  /** So long before a gate no migration, retention or review of models begins. */
  FREEZE_MINUTES: wholeUnits('minutes', { most: 120, byDefault: 30 }),
  SOURCES: Sources.default('auto'),
  ESIOS_TOKEN: Token,
  ENTSOE_TOKEN: Token,
  OMIE_CURVES: Switch.default(false),
  OMIE_URL: SourceUrl,
  REDATA_URL: SourceUrl,
  OPEN_METEO_URL: SourceUrl,
  ESIOS_URL: SourceUrl,
  ENTSOE_URL: SourceUrl,
  ENERGY_CHARTS_URL: SourceUrl,
  SOURCES_FILE: z.string().optional(),
  /** Read before everything else, by `install-markets.ts`. */
  MARKETS_FILE: z.string().optional(),
  /** Keys that seal stored secrets, the newest first; undefined: those in `dataDir`. */
  SEALING_KEYS: SealingKeys.optional(),
  /** Starts though no key opens what is sealed in the database: they are lost. */
  SEALING_KEYS_LOST: Switch.default(false),
  /** Signs session tokens, the newest first; undefined: those in `dataDir`. */
  SESSION_SECRET: Secrets.optional(),
  /** A session that is not used for so long ends. */
  SESSION_IDLE_MINUTES: whole(`must be whole minutes from 5 to ${LONGEST_IDLE_MINUTES}`, {
    least: 5,
    most: LONGEST_IDLE_MINUTES,
    digits: 4,
  }).default(LONGEST_IDLE_MINUTES),
  /** Whether superadmins need a second factor; undefined: not decided, which a start beyond loopback warns of. */
  SUPERADMIN_SECOND_FACTOR: Switch.optional(),
  /** Lets webhooks be sent into private networks, over plain HTTP too: for development. */
  ALLOW_PRIVATE_WEBHOOK_TARGETS: Switch.default(false),
  /** `production` on a machine that runs what was built elsewhere. */
  NODE_ENV: z.string().optional(),
  /** Whether further models are tried beside those that serve. */
  CHALLENGERS: Switch.default(true),
  /** Runs of so many days before its first start are made up where the market is simulated. */
  SIMULATED_PAST_DAYS: whole('must be whole days from 0 to 90', { most: 90, digits: 2 }).default(30),
  /** Epoch ms at which the service's clock starts; undefined: the machine's clock. */
  CLOCK_START: z
    .string()
    .regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
      'must be an instant with an offset, such as 2026-03-30T10:05:00Z',
    )
    .transform((text) => Date.parse(text))
    .refine((instant) => Number.isFinite(instant), 'is not a real instant')
    .optional(),
  /** Where the audit is sent, and the bearer token for it. */
  AUDIT_STREAM_URL: z
    .string()
    .refine(
      isAuditAddress,
      'must be an address without a password, such as https://siem.example.com/lonja, syslog+tls://siem.example.com:6514, syslog+tcp://... or syslog+udp://...',
    )
    .transform((text) => new URL(text))
    .optional(),
  AUDIT_STREAM_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word')
    .optional(),
  /** The authority of RFC 3161 that stamps the list of evidence; undefined for none. */
  EVIDENCE_TIMESTAMP_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must be an address without a password, such as https://freetsa.org/tsr')
    .transform((text) => new URL(text))
    .optional(),
  /** Mail server; undefined: mail is written to `dataDir`/outbox. */
  SMTP_URL: SmtpUrl.optional(),
  /** Sender of mail. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, 'must be one line')
    .default('Lonja <lonja@localhost>'),
  /** Where people reach the web application, without a slash at its end; undefined: where the service listens. */
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address such as https://lonja.example.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Addresses and ranges of proxies whose X-Forwarded-For names the caller. */
  TRUSTED_PROXIES: Proxies.default([]),
  /** Origins whose pages may read with API keys. */
  CORS_ORIGINS: Origins.default([]),
  /** Origins of identity providers that may be on a private network, or without TLS. */
  SIGN_IN_PRIVATE_ORIGINS: Origins.default([]),
  TENANT_REQUESTS_PER_MINUTE: count(100_000_000, DEFAULT_LIMITS.tenantRequestsPerMinute),
  TENANT_API_KEYS: count(100_000, DEFAULT_LIMITS.tenantKeys),
  ADDRESS_REQUESTS_PER_MINUTE: count(10_000_000, DEFAULT_LIMITS.addressRequestsPerMinute),
  ADDRESS_CONNECTIONS: count(1_000_000, DEFAULT_LIMITS.addressConnections),
  /** Mean delay of the event loop beyond which requests are turned away with 503; 0: never. */
  OVERLOAD_DELAY_MS: wholeUnits('milliseconds', { most: 60_000, byDefault: MAX_EVENT_LOOP_DELAY_MS }),
  /** How long the service goes on serving after SIGTERM while `/ready` already says 503. */
  STOP_NOTICE_S: wholeUnits('seconds', { most: 600, byDefault: 2 }),
  /** How long after a signal what is under way is waited for, the notice included. */
  STOP_TIMEOUT_S: wholeUnits('seconds', { most: 3600, byDefault: 8 }),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: Port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(
      ['', 'parentbased_'].flatMap((parent) => [
        `${parent}always_on`,
        `${parent}always_off`,
        `${parent}traceidratio`,
      ]),
      'must be always_on, always_off or traceidratio, with or without parentbased_ ahead',
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
  LOG_LEVEL: LogLevel,
  LOG_FORMAT: LogFormat,
  /** Of `lonja backup --with-secrets` and `lonja restore`. */
  LONJA_BACKUP_PASSPHRASE: z.string().optional(),
  RETENTION_RUNS_DAYS: days(RETENTION_TERMS.runs),
  RETENTION_VALUES_DAYS: days(RETENTION_TERMS.values),
  RETENTION_INPUT_REVISIONS_DAYS: days(RETENTION_TERMS.inputRevisions),
  RETENTION_PLANT_REVISIONS_DAYS: days(RETENTION_TERMS.plantRevisions),
  RETENTION_CALIBRATION_DAYS: days(RETENTION_TERMS.calibration),
  RETENTION_SHADOWS_DAYS: days(RETENTION_TERMS.shadows),
  RETENTION_EXPLANATIONS_DAYS: days(RETENTION_TERMS.explanations),
  RETENTION_EVENTS_DAYS: days(RETENTION_TERMS.events),
  RETENTION_NOTIFICATIONS_DAYS: days(RETENTION_TERMS.notifications),
  RETENTION_AUDIT_DAYS: days(RETENTION_TERMS.audit),
  RETENTION_SECURITY_DAYS: days(RETENTION_TERMS.securityEvents),
  RETENTION_USAGE_DAYS: days(RETENTION_TERMS.usage),
  RETENTION_JOBS_DAYS: days(RETENTION_TERMS.jobs),
  RETENTION_OUTBOX_DAYS: days(RETENTION_TERMS.outbox),
});

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape);

/** A variable as its reference describes it. */
export interface VariableDescription {
  name: string;
  /** Undefined: nothing is set. */
  byDefault: string | undefined;
  /** What a value has to be, in the words of the fault message. */
  rule: string;
}

/** Longer than any value that is taken, and of no form that one has. */
const NEVER_TAKEN = `\u0000 ${'?'.repeat(300)}\n`;

/** Every variable with its default and its rule, read from the schema. */
export function describeVariables(): VariableDescription[] {
  return Object.entries(variables.shape).map(([name, field]) => {
    const wrong = field.safeParse(NEVER_TAKEN);
    const rule = wrong.error?.issues[0].message ?? 'any text';
    return { name, byDefault: defaultOf(field.safeParse(undefined).data), rule: rule.replaceAll('|', '\\|') };
  });
}

function defaultOf(value: unknown): string | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : undefined;
}

/** Variables that may hold a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'ESIOS_TOKEN',
  'ENTSOE_TOKEN',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'AUDIT_STREAM_URL',
  'AUDIT_STREAM_TOKEN',
  'SEALING_KEYS',
  'SESSION_SECRET',
  'LONJA_BACKUP_PASSPHRASE',
]);

/** A variable as it was given, except where it may hold a secret. */
export function described(name: string, given: Record<string, string | undefined>): string {
  return SECRET_NAMES.has(name) ? name : `${name}="${given[name] ?? ''}"`;
}
