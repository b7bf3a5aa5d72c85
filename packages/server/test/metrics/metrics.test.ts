import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { otherReason } from '../../src/ground/reasons/reasons.ts';
import { queueMail } from '../../src/people/mail/mail-queue.ts';
import { recordSourceAnswer } from '../../src/market/publications/source-status.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { createMeteredApi } from './metered-api.ts';

const NOW = '2026-03-30T10:05:00Z';
const api = await createMeteredApi(NOW);
after(() => api.close());

test('requests are counted by the template of their route, and nothing that a caller sends becomes a label', async () => {
  const key = await api.createKey({ requestsPerMinute: 2 });
  for (let i = 0; i < 3; i++) await api.get('/markets/es', key);
  await api.get('/markets/nowhere', await api.createKey());
  await api.get(`/${key}`);
  await api.get('/ready');
  const samples = await api.scrape();
  const requests = (method: string, route: string, status: string) =>
    samples.get(`lonja_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  assert.equal(requests('GET', '/api/v1/markets/:market_id', '2xx'), 2);
  assert.equal(requests('GET', '/api/v1/markets/:market_id', '4xx'), 2);
  assert.equal(requests('GET', 'none', '4xx'), 1);
  assert.equal(requests('GET', '/api/v1/ready', '5xx'), 1);
  assert.equal(samples.get('lonja_http_errors_total{code="rate_limited"}'), 1);
  assert.equal(samples.get('lonja_http_errors_total{code="not_found"}'), 2);
  assert.equal(samples.get('lonja_http_rate_limited_total{route="/api/v1/markets/:market_id"}'), 1);
  const durations =
    'lonja_http_request_duration_seconds_count{method="GET",route="/api/v1/markets/:market_id"}';
  assert.equal(samples.get(durations), 4);
  assert.equal(samples.get('lonja_http_requests_in_progress'), 4);
  assert.equal(samples.get('lonja_database_pool_waiting_queries{pool="api"}'), 1);
  for (const name of samples.keys()) assert.doesNotMatch(name, /svc_|nowhere/);
});

test('time stamps of the list of evidence are reported by what they do not cover, and failures are counted', async () => {
  const ages = async () => {
    const samples = await api.scrape();
    return ['stamp_age', 'unstamped'].map((name) => samples.get(`lonja_evidence_${name}_seconds`));
  };
  assert.deepEqual(await ages(), [undefined, 0], 'nothing is listed, nothing waits');
  const first = await publishTestRun(api.db, { issuedAt: '2026-03-30T09:05:00Z', firstDay: '2026-03-31' });
  const listed = (runId: string) =>
    api.db.selectFrom('evidence_entry').select('seq').where('run_id', '=', runId).executeTakeFirstOrThrow();
  api.clock.advance(60_000);
  assert.deepEqual(await ages(), [undefined, 3660], 'the run of an hour ago waits');
  const { seq } = await listed(first);
  const stamp = { seq, reply: Buffer.from([0]), stamped_at: new Date('2026-03-30T09:06:00Z') };
  await api.db.insertInto('evidence_timestamp').values(stamp).execute();
  api.clock.advance(60_000);
  assert.deepEqual(await ages(), [3660, 0]);
  await publishTestRun(api.db, { issuedAt: '2026-03-30T09:35:00Z', firstDay: '2026-03-31' });
  api.clock.advance(60_000);
  assert.deepEqual(await ages(), [3720, 1980], 'the stamp covers what was before it alone');
  api.metrics.onStamp?.('failed');
  api.metrics.onStamp?.('stamped');
  const samples = await api.scrape();
  for (const outcome of ['failed', 'stamped'])
    assert.equal(samples.get(`lonja_evidence_stamps_total{outcome="${outcome}"}`), 1);
  api.clock.set(Date.parse(NOW));
});

test('a group that cannot be gathered is absent and takes no other with it', async () => {
  const samples = await api.scrape();
  // The queue of this database is not set up yet.
  assert.equal(samples.get('lonja_metrics_group_up{group="jobs"}'), 0);
  assert.equal(samples.get('lonja_metrics_group_up{group="mail"}'), 1);
  assert.deepEqual([samples.get('lonja_database_up'), samples.get('lonja_mail_waiting')], [1, 0]);
});

test('forecasts, sources, jobs and mail are reported as they are, by the clock of the service', async () => {
  await publishTestRun(api.db, { issuedAt: '2026-03-26T11:05:00Z', firstDay: '2026-03-27', days: 1 });
  await storeTestPrices(api.db, { day: '2026-03-20', availableAt: '2026-03-19T12:00:00Z', level: 58 });
  await storeTestPrices(api.db, { day: '2026-03-27', availableAt: '2026-03-26T12:00:00Z', level: 48 });
  // That of 13:30 came early.
  await publishTestRun(api.db, {
    issuedAt: NOW,
    firstDay: '2026-03-31',
    scheduledFor: '2026-03-30T11:30:00Z',
  });
  const now = api.clock.now();
  await recordSourceAnswer(api.db, { source: 'omie', now, failure: undefined });
  await recordSourceAnswer(api.db, {
    source: 'redata',
    now,
    failure: otherReason('HTTP 403'),
    refused: true,
  });
  await api.jobs.send('tidy-up', 'one');
  const message = { kind: 'password-reset' as const };
  await queueMail(api.db, { tenantId: undefined, to: 'ana@example.com', locale: 'en', message, now });
  // Twenty minutes after the run of the next morning was due; skill is worked out again.
  api.clock.advance(Date.parse('2026-03-31T04:25:00Z') - now);
  const samples = await api.scrape();
  const expected = {
    'lonja_forecast_late_seconds{product="da"}': 1200,
    'lonja_forecast_age_seconds{product="da"}': 66_000,
    'lonja_forecast_degraded_inputs{product="da"}': 0,
    // From 06:25 to noon.
    'lonja_forecast_gate_seconds{product="da"}': 20_100,
    'lonja_forecast_mae_eur_per_mwh{product="da"}': 2,
    'lonja_forecast_relative_mae{product="da"}': 0.2,
    'lonja_forecast_interval_coverage_ratio{product="da"}': 1,
    'lonja_source_last_success_age_seconds{source="omie"}': 66_000,
    'lonja_source_failures_in_row{source="redata"}': 1,
    'lonja_source_failing{source="redata"}': 1,
    'lonja_jobs{job_name="tidy-up",state="created"}': 1,
    lonja_mail_waiting: 1,
    lonja_mail_oldest_waiting_seconds: 66_000,
    lonja_webhook_deliveries_pending: 0,
    'lonja_metrics_group_up{group="jobs"}': 1,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name);
  assert.ok((samples.get('lonja_job_oldest_waiting_seconds{job_name="tidy-up"}') ?? 0) > 0);
  assert.ok((samples.get('lonja_disk_free_bytes{folder="data"}') ?? 0) > 0);
  assert.ok(
    (samples.get('lonja_forecast_late_seconds{product="ida1"}') ?? 0) > 0,
    'a run that never was is late',
  );
});

test('the state is gathered at most every 15 seconds', async () => {
  const waiting = async () => (await api.scrape()).get('lonja_mail_waiting');
  await api.db.deleteFrom('mail_queue').execute();
  assert.equal(await waiting(), 1);
  api.clock.advance(15_000);
  assert.equal(await waiting(), 0);
});

test('without the database a scrape says so, gives no old values, and recovers', async () => {
  await api.line.cut();
  api.clock.advance(15_000);
  const samples = await api.scrape();
  assert.equal(samples.get('lonja_database_up'), 0);
  const names = [...samples.keys()];
  assert.ok(
    !names.some((name) => /^lonja_(forecast|source|jobs\{|webhook|mail)/.test(name)),
    names.join(' '),
  );
  assert.equal(samples.get('lonja_metrics_group_up{group="runs"}'), 0);
  assert.ok((samples.get('process_resident_memory_bytes') ?? 0) > 0);
  assert.ok(
    samples.has('nodejs_eventloop_lag_p99_seconds') && samples.has('nodejs_eventloop_lag_p50_seconds'),
  );
  await api.line.restore();
  api.clock.advance(15_000);
  const later = await api.scrape();
  assert.deepEqual([later.get('lonja_database_up'), later.get('lonja_mail_waiting')], [1, 0]);
});

test('only GET /metrics is served', async () => {
  const { port } = await api.metrics.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${port}`;
  const reply = await fetch(`${base}/metrics`);
  assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(await reply.text(), /^lonja_build_info\{version="0\.0\.0-test"\} 1$/m);
  assert.equal((await fetch(`${base}/`)).status, 404);
  assert.equal((await fetch(`${base}/metrics`, { method: 'POST' })).status, 404);
});
