import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { VARIABLES } from './variables.ts';
import { DEFAULT_RETENTION } from '../../ground/config/retention-days.ts';

const reference = await readFile(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');
const [written] = reference.split('<!-- generated: variables -->');
/** The default of each variable in the tables that people write; `none` where it is in words, or what another variable makes it. */
const DOCUMENTED = new Map(
  [...written.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]+)`|[^|]+) \|/gm)].map(([, name, value = 'none']) => [
    name,
    VARIABLES.includes(/^[A-Z_]*/.exec(value)?.[0] ?? '') ? 'none' : value,
  ]),
);

test('nothing set gives the documented defaults, and an empty variable counts as not set', () => {
  const putTogether = {
    dataDir: path.resolve('data'),
    sourceSettings: {
      tokens: { esios: undefined, entsoe: undefined },
      urls: {
        omie: undefined,
        redata: undefined,
        'open-meteo': undefined,
        esios: undefined,
        entsoe: undefined,
        'energy-charts': undefined,
      },
      omieCurves: false,
      declared: [],
    },
    maxEventLoopDelayMs: 1000,
    isProduction: false,
    sessionSecrets: undefined,
    limits: {
      tenantRequestsPerMinute: 600,
      tenantKeys: 50,
      addressRequestsPerMinute: 300,
      addressConnections: 500,
    },
    metrics: undefined,
    tracing: undefined,
    log: { level: 'info', format: undefined },
    isLogLevelSet: false,
    auditStream: undefined,
    backupPassphrase: undefined,
    retention: DEFAULT_RETENTION,
  };
  const empty = Object.fromEntries(VARIABLES.map((name) => [name, '']));
  for (const environment of [{}, { ...empty, UNRELATED: 'x' }]) {
    const config: Record<string, unknown> = { ...readConfig(environment) };
    const others = Object.entries(config).filter(([field]) => !(field in putTogether));
    assert.deepEqual(
      Object.fromEntries(Object.keys(putTogether).map((field) => [field, config[field]])),
      putTogether,
    );
    for (const [field, value] of others) {
      const variable = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      assert.equal(isNone ? 'none' : shown, DOCUMENTED.get(variable), variable);
    }
    assert.ok(others.length > 20);
  }
});

test('values are read as what they mean', () => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: '/var/lib/x',
    SOURCES: 'omie, simulator',
    CLOCK_START: '2026-03-30T12:05:00+02:00',
    SMTP_URL: 'smtp://user:secret@mail.example.com:587',
    PUBLIC_URL: 'https://lonja.example.com/',
  });
  assert.equal(config.port, 0);
  assert.equal(config.dataDir, '/var/lib/x');
  assert.deepEqual(config.sources, ['omie', 'simulator']);
  assert.equal(config.smtpUrl, 'smtp://user:secret@mail.example.com:587');
  assert.equal(config.publicUrl, 'https://lonja.example.com');
  assert.equal(config.clockStart, Date.parse('2026-03-30T10:05:00Z'));
});

test('a level of the log is distinguished from its default', () => {
  assert.equal(readConfig({ LOG_LEVEL: '' }).isLogLevelSet, false);
  const { log, isLogLevelSet } = readConfig({ LOG_LEVEL: 'info' });
  assert.deepEqual([log.level, isLogLevelSet], ['info', true]);
});

test('trusted proxies are addresses and ranges, and nothing else', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1/128' });
  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', '::1/128']);
  for (const text of ['proxy.local', '10.0.0.0/33', '10.0.0/8', '127.0.0.1,', '::1/129', '10.0.0.0/8/8']) {
    assert.throws(() => readConfig({ TRUSTED_PROXIES: text }), /list of addresses or ranges/, text);
  }
});

test('origins of other pages are listed as browsers write them', () => {
  assert.deepEqual(readConfig({}).corsOrigins, []);
  const { corsOrigins } = readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' });
  assert.deepEqual(corsOrigins, ['https://a.example', 'http://localhost:5173']);
  for (const text of [
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
  ]) {
    assert.throws(
      () => readConfig({ CORS_ORIGINS: text }),
      /CORS_ORIGINS=.* must be a list of origins/,
      text,
    );
  }
});

test('metrics and traces are off until their variables are set', () => {
  assert.deepEqual(readConfig({ METRICS_PORT: '9464' }).metrics, { host: '127.0.0.1', port: 9464 });
  assert.deepEqual(readConfig({ METRICS_PORT: '0', METRICS_HOST: '::1' }).metrics, { host: '::1', port: 0 });
  assert.throws(() => readConfig({ METRICS_PORT: '70000' }), /METRICS_PORT="70000" must be a port/);
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const tracing = (environment: Record<string, string>) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...environment }).tracing;
  assert.deepEqual(tracing({}), { sampleRatio: 1 });
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  assert.deepEqual(tracing(sampler), { sampleRatio: 0.1 });
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
    assert.equal(tracing(off), undefined);
  }
});

test('one message lists every fault and never a password', () => {
  const environment = {
    PORT: '65536',
    SOURCES: 'omie,tarot',
    CLOCK_START: '2026-02-30T25:00:00Z',
    DATABASE_URL: 'mysql://user:secret@host/db',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'http://user:secret@host',
    PUBLIC_URL: 'lonja.example.com',
  };
  assert.throws(
    () => readConfig(environment),
    (error: Error) => {
      assert.match(error.message, /7 faults/);
      for (const name of Object.keys(environment)) assert.ok(error.message.includes(name), name);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    },
  );
});

test('an instant without an offset is refused, because it would mean another moment on another machine', () => {
  assert.throws(() => readConfig({ CLOCK_START: '2026-03-30T10:05:00' }), /with an offset/);
});

test('a source that needs a token is refused without one, and its token is never shown', () => {
  assert.throws(() => readConfig({ SOURCES: 'omie,entsoe' }), /No token is set for entsoe; set ENTSOE_TOKEN/);
  const { sources, sourceSettings } = readConfig({ SOURCES: 'entsoe', ENTSOE_TOKEN: 'abc' });
  assert.deepEqual([sources, sourceSettings.tokens.entsoe], [['entsoe'], 'abc']);
  assert.throws(
    () => readConfig({ ESIOS_TOKEN: 'my secret' }),
    (error: Error) => /ESIOS_TOKEN must be a token/.test(error.message) && !error.message.includes('secret'),
  );
});

test('nothing can be kept for less than its readers need', () => {
  const { retention } = readConfig({ RETENTION_EVENTS_DAYS: '60', RETENTION_RUNS_DAYS: '' });
  assert.deepEqual(retention, { ...DEFAULT_RETENTION, events: 60 });
  assert.throws(() => readConfig({ RETENTION_VALUES_DAYS: '400', RETENTION_JOBS_DAYS: 'all' }), {
    message:
      'The configuration has 2 faults:\n' +
      '  RETENTION_VALUES_DAYS="400" must be days from 1100 to 36600\n' +
      '  RETENTION_JOBS_DAYS="all" must be days from 1 to 36600',
  });
});
