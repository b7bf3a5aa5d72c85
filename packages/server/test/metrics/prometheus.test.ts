import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createMeteredApi, namesOf } from './metered-api.ts';

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));
const ALERTS = path.join(PROJECT, 'deploy/prometheus/alerts.yml');
const OBJECTIVES = path.join(PROJECT, 'deploy/prometheus/slos.yml');
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const needsPrometheus = {
  skip: has('promtool') && has('prometheus') ? false : 'Prometheus is not installed',
};
const POLL_MS = 100;

const api = await createMeteredApi('2026-03-30T10:05:00Z');
after(() => api.close());
await api.get('/health');
api.metrics.onJob({ id: '1', name: 'tidy-up', outcome: 'completed', durationMs: 5, requestId: undefined });
const text = await api.metrics.render();
const exported = new Set(namesOf(text));

/** Names of metrics that a text mentions, without what Prometheus adds to those of a histogram. */
function mentionedIn(content: string): Set<string> {
  const names = content.match(/\b(?:lonja|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return new Set(names.map((name) => (exported.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))));
}

function promtool(args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

test('dashboard and alert rules name metrics that the service exports', async () => {
  const dashboard = await readFile(path.join(PROJECT, 'deploy/grafana/lonja.json'), 'utf8');
  const { panels } = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })) })
    .parse(JSON.parse(dashboard));
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  for (const content of [queries, await readFile(ALERTS, 'utf8'), await readFile(OBJECTIVES, 'utf8')]) {
    const mentioned = mentionedIn(content);
    assert.ok(mentioned.size > 4);
    assert.deepEqual(
      [...mentioned].filter((name) => !exported.has(name)),
      [],
    );
  }
});

test('alerts and dashboard use what the objectives record, and the documentation has each objective', async () => {
  const recorded = await readFile(OBJECTIVES, 'utf8');
  const names = new Set(Array.from(recorded.matchAll(/record: (\S+)/g), ([, name]) => name));
  const dashboard = await readFile(path.join(PROJECT, 'deploy/grafana/lonja.json'), 'utf8');
  for (const content of [recorded, await readFile(ALERTS, 'utf8'), dashboard]) {
    const used = content.match(/\blonja:[a-z_]+:[a-z0-9_]+/g) ?? [];
    assert.deepEqual(
      used.filter((name) => !names.has(name)),
      [],
    );
  }
  const page = await readFile(path.join(PROJECT, 'docs/slos.md'), 'utf8');
  const objectives = Array.from(
    recorded.matchAll(/expr: vector\((\S+)\)\n\s+labels: \{ slo: (\w+) \}/g),
    ([, budget, slo]) =>
      `| \`${slo}\` | ${slo === 'api' || slo === 'latency' ? '' : 'in '}${100 - 100 * Number(budget)} % `,
  );
  assert.equal(objectives.length, 5);
  assert.deepEqual(
    objectives.filter((row) => !page.includes(row)),
    [],
  );
});

test('the documentation has every metric of the service and no other', async () => {
  const page = await readFile(path.join(PROJECT, 'docs/operations.md'), 'utf8');
  const [section] = page.split(/^## Metrics/m)[1].split(/^## /m);
  const own = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('lonja_')).toSorted();
  assert.deepEqual(own(mentionedIn(section)), own(exported));
});

test('promtool finds no fault in metrics, rules, their tests and the example', needsPrometheus, () => {
  assert.equal(promtool(['check', 'metrics'], text), '');
  assert.match(promtool(['check', 'rules', ALERTS, OBJECTIVES]), /SUCCESS/);
  const tests = [ALERTS, OBJECTIVES].map((file) => file.replace('.yml', '.test.yml'));
  assert.match(promtool(['test', 'rules', ...tests]), /SUCCESS/);
  assert.match(promtool(['check', 'config', path.join(path.dirname(ALERTS), 'prometheus.yml')]), /SUCCESS/);
});

test('Prometheus scrapes the service and can evaluate every rule', needsPrometheus, async (t) => {
  const { port } = await api.metrics.listen({ host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-prometheus-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const config = path.join(folder, 'prometheus.yml');
  // Groups that are evaluated every few minutes would make the test wait as long.
  const objectives = path.join(folder, 'slos.yml');
  await writeFile(objectives, (await readFile(OBJECTIVES, 'utf8')).replaceAll(/^ +interval: .*\n/gm, ''));
  await writeFile(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${ALERTS}', '${objectives}']
scrape_configs: [{ job_name: lonja, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }]
`,
  );
  const prometheus = spawn('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
  ]);
  t.after(async () => {
    if (prometheus.exitCode === null && prometheus.kill()) await once(prometheus, 'exit');
  });
  const base = await addressOf(prometheus);
  await waitFor(async () => (await fetch(`${base}/-/ready`)).ok);
  const query = async (expression: string) => {
    const reply = await fetch(
      `${base}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`,
    );
    return QueryReply.parse(await reply.json()).data.result.map(({ value }) => value[1]);
  };
  // One query at one instant: a busy machine may miss a scrape, after which nothing is known until the next.
  const seen = 'up{job="lonja"} + on (instance) lonja_database_up + on (instance) lonja_http_requests_total';
  await waitFor(async () => (await query(seen)).join() === '3');
  assert.deepEqual(
    await query('count({exported_job!=""}) or count({exported_instance!=""})'),
    [],
    'no label clashes',
  );
  const rules = async () => {
    const reply = await fetch(`${base}/api/v1/rules`);
    return RulesReply.parse(await reply.json()).data.groups.flatMap((group) => group.rules);
  };
  await waitFor(async () => (await rules()).every(({ health }) => health !== 'unknown'));
  assert.deepEqual(
    (await rules()).filter(({ health }) => health !== 'ok'),
    [],
  );
});

const QueryReply = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const RulesReply = z.object({
  data: z.object({
    groups: z.array(z.object({ rules: z.array(z.looseObject({ name: z.string(), health: z.string() })) })),
  }),
});

/** Where a Prometheus says that it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  assert.ok(stderr !== null);
  let log = '';
  for await (const line of createInterface({ input: stderr })) {
    log += `${line}\n`;
    const address = /msg="Listening on" address=(\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    stderr.resume();
    return `http://${address}`;
  }
  throw new Error(`Prometheus ended:\n${log}`);
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_MS);
}
