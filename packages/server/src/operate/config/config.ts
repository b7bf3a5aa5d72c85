import path from 'node:path';
import type { z } from 'zod';
import {
  KEPT,
  RETENTION_TERMS,
  retentionDays,
  type RetentionDays,
} from '../../ground/config/retention-days.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import type { LogSettings } from '../../ground/telemetry/log.ts';
import type { SourceSettings } from '../../market/connectors/create-sources.ts';
import { readDeclarations } from '../../market/sources/known-sources.ts';
import type { RequestLimits } from '../../people/limits/request-limits.ts';
import { LogFormat, LogLevel } from './variable-rules.ts';
import { described, variables } from './variables.ts';

type Variables = z.infer<typeof variables>;

/** Variables that are parts of fields of other names; each of the others is a field of its own. */
const PARTS = [
  'DATA_DIR',
  'ESIOS_TOKEN',
  'ENTSOE_TOKEN',
  'OMIE_CURVES',
  'OMIE_URL',
  'REDATA_URL',
  'OPEN_METEO_URL',
  'ESIOS_URL',
  'ENTSOE_URL',
  'ENERGY_CHARTS_URL',
  'SOURCES_FILE',
  'MARKETS_FILE',
  'SESSION_SECRET',
  'NODE_ENV',
  'AUDIT_STREAM_URL',
  'AUDIT_STREAM_TOKEN',
  'TENANT_REQUESTS_PER_MINUTE',
  'TENANT_API_KEYS',
  'ADDRESS_REQUESTS_PER_MINUTE',
  'ADDRESS_CONNECTIONS',
  'OVERLOAD_DELAY_MS',
  'METRICS_HOST',
  'METRICS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'LONJA_BACKUP_PASSPHRASE',
  ...KEPT.map((kept) => RETENTION_TERMS[kept].variable),
] as const;

type Field = Exclude<keyof Variables, (typeof PARTS)[number]>;
/** `DATABASE_URL` as `databaseUrl`. */
type FieldName<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<FieldName<Rest>>}`
  : Lowercase<Name>;
type Fields = { [Name in Field as FieldName<Name>]-?: Variables[Name] };

/** What the service is run with. */
export interface Config extends Fields {
  dataDir: string;
  /** Tokens and addresses of the live sources. */
  sourceSettings: SourceSettings;
  /** Sign session tokens, the newest first; undefined: those in `dataDir`. */
  sessionSecrets: SessionSecrets | undefined;
  /** Where the audit is sent, and the bearer token for it. */
  auditStream: { url: URL; token: string | undefined } | undefined;
  limits: RequestLimits;
  /** Mean delay of the event loop beyond which requests are turned away with 503, ms; 0: never. */
  maxEventLoopDelayMs: number;
  /** On a machine that runs what was built elsewhere. */
  isProduction: boolean;
  /** Where metrics are served; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /**
   * The share of requests and jobs whose traces are sent; undefined: no traces. Where to, and how, the exporter reads from the standard
   * variables by itself.
   */
  tracing: { sampleRatio: number } | undefined;
  log: LogSettings;
  /** Whether the level of the log was chosen, rather than left at its default. */
  isLogLevelSet: boolean;
  /** How long what is kept, days. */
  retention: RetentionDays;
  /** Of `lonja backup --with-secrets` and `lonja restore`. */
  backupPassphrase: string | undefined;
}

/** The configuration of an operator's command: the service's, saying less of what it does. */
export function readOperatorConfig(environment: Record<string, string | undefined>): Config {
  return readConfig({ LOG_LEVEL: 'warn', ...environment });
}

/**
 * Reads the service's configuration from the environment. An empty variable counts as not set.
 * Throws one OperatorError that lists every fault.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path: [name], message }) => `  ${described(String(name), given)} ${message}`,
    );
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    throw new OperatorError(`The configuration has ${count}:\n${faults.join('\n')}`);
  }
  const { DATA_DIR, SOURCES_FILE, METRICS_HOST, METRICS_PORT, AUDIT_STREAM_URL } = parsed.data;
  return {
    ...fieldsOf(parsed.data),
    dataDir: path.resolve(DATA_DIR),
    sourceSettings: {
      ...sourceSettings(parsed.data),
      declared: SOURCES_FILE === undefined ? [] : readDeclarations(path.resolve(SOURCES_FILE), given),
    },
    sessionSecrets: parsed.data.SESSION_SECRET,
    isProduction: parsed.data.NODE_ENV === 'production',
    auditStream:
      AUDIT_STREAM_URL === undefined
        ? undefined
        : { url: AUDIT_STREAM_URL, token: parsed.data.AUDIT_STREAM_TOKEN },
    limits: {
      tenantRequestsPerMinute: parsed.data.TENANT_REQUESTS_PER_MINUTE,
      tenantKeys: parsed.data.TENANT_API_KEYS,
      addressRequestsPerMinute: parsed.data.ADDRESS_REQUESTS_PER_MINUTE,
      addressConnections: parsed.data.ADDRESS_CONNECTIONS,
    },
    maxEventLoopDelayMs: parsed.data.OVERLOAD_DELAY_MS,
    metrics: METRICS_PORT === undefined ? undefined : { host: METRICS_HOST, port: METRICS_PORT },
    tracing: tracingOf(parsed.data),
    log: { level: parsed.data.LOG_LEVEL, format: parsed.data.LOG_FORMAT },
    isLogLevelSet: 'LOG_LEVEL' in given,
    retention: retentionDays((kept) => parsed.data[RETENTION_TERMS[kept].variable]),
    backupPassphrase: parsed.data.LONJA_BACKUP_PASSPHRASE,
  };
}

/** How to log what is wrong with the configuration: a log setting that is wrong itself counts as not set. */
export function readLogSettings(environment: Record<string, string | undefined>): LogSettings {
  const level = LogLevel.safeParse(environment['LOG_LEVEL'] || undefined);
  const format = LogFormat.safeParse(environment['LOG_FORMAT'] || undefined);
  return { level: level.data ?? 'info', format: format.data };
}

/** By the standard variables of OpenTelemetry. */
function tracingOf(environment: Variables): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment;
  const hasEndpoint =
    OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  const isOff =
    environment.OTEL_TRACES_EXPORTER === 'none' || environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  if (!hasEndpoint || isOff) return undefined;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = environment;
  if (sampler?.endsWith('always_off') === true) return undefined;
  return { sampleRatio: sampler?.endsWith('traceidratio') === true ? ratio : 1 };
}

function sourceSettings(environment: Variables): SourceSettings {
  const tokens = { esios: environment.ESIOS_TOKEN, entsoe: environment.ENTSOE_TOKEN };
  for (const name of ['esios', 'entsoe'] as const) {
    if (environment.SOURCES !== 'auto' && environment.SOURCES.includes(name) && tokens[name] === undefined) {
      throw new OperatorError(
        `No token is set for ${name}; set ${name.toUpperCase()}_TOKEN or remove ${name} from SOURCES.`,
      );
    }
  }
  const urls = {
    omie: environment.OMIE_URL,
    redata: environment.REDATA_URL,
    'open-meteo': environment.OPEN_METEO_URL,
    esios: environment.ESIOS_URL,
    entsoe: environment.ENTSOE_URL,
    'energy-charts': environment.ENERGY_CHARTS_URL,
  };
  return { tokens, urls, omieCurves: environment.OMIE_CURVES };
}

function fieldsOf(given: Variables): Fields {
  const parts: readonly string[] = PARTS;
  const fields = Object.keys(variables.shape)
    .filter((name) => !parts.includes(name))
    .map((name) => [fieldName(name), Reflect.get(given, name)]);
  // Safe: it has the value of every variable that is no part, under the name that `FieldName` gives it.
  return Object.fromEntries(fields) as Fields;
}

function fieldName(variable: string): string {
  return variable.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
