import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { publishTestRun } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { configFolder, runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
const config = await configFolder();
const variables: Record<string, string> = {};
const runs = { early: '', late: '', unexplained: '', intraday: '' };
before(async () => {
  variables.LONJA_SERVER = await api.app.listen({ port: 0, host: '127.0.0.1' });
  variables.LONJA_API_KEY = await api.createKey();
  const common = { firstDay: '2026-03-30', days: 2 };
  const explained = (wind: number) => ({
    baseline: new Float64Array(24).fill(50),
    contributions: [{ group: 'wind.forecast', values: new Float64Array(24).fill(wind) }],
  });
  runs.early = await publishTestRun(api.db, {
    ...common,
    issuedAt: '2026-03-30T10:00:00Z',
    degraded: ['the model could not run'],
    explanation: explained(0),
  });
  runs.late = await publishTestRun(api.db, {
    ...common,
    issuedAt: '2026-03-30T10:02:00Z',
    level: 53,
    version: 2,
    explanation: explained(4),
  });
  runs.unexplained = await publishTestRun(api.db, { ...common, issuedAt: '2026-03-30T10:03:00Z' });
  runs.intraday = await publishTestRun(api.db, {
    ...common,
    issuedAt: '2026-03-30T10:04:00Z',
    days: 1,
    product: 'ida1',
  });
});
after(async () => {
  await api.close();
  await rm(config, { recursive: true });
});

const diff = (...args: string[]) => runHere(['forecast', 'diff', ...args], { variables });

test('two runs are compared: models, contributions, reasons and the change of each hour', async () => {
  const { code, stdout, stderr } = await diff(runs.early, runs.late, '--date', '2026-03-31');
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.split('\n');
  assert.match(lines[0] ?? '', /^es-da, run of 2026-03-30 12:00 CEST to run of 2026-03-30 12:02 CEST/);
  assert.equal(lines[1], 'Mean change +3.00, mean size 3.00');
  assert.match(lines[2] ?? '', /^Another model: /);
  assert.equal(lines[3], 'Contributions: wind +4.00, rest -1.00, baseline +0.00');
  assert.equal(lines[4], 'No longer: the model could not run.');
  assert.equal(
    lines.filter((line) => /^2026-03-31 .* 3\.00 +wind \+4\.00, rest -1\.00$/.test(line)).length,
    24,
  );
  const back = await diff(runs.late, runs.early, '--json');
  const { mean_change: change, total } = JSON.parse(back.stdout);
  assert.deepEqual([change, total], [-3, 48]);
});

test('a run without a stored explanation is named', async () => {
  const { stdout } = await diff(runs.early, runs.unexplained);
  assert.match(
    stdout,
    /\nThe run of 2026-03-30 12:03 CEST has no stored explanation: no contributions are known\.\n/,
  );
});

test('runs that cannot be compared are refused with what to do', async () => {
  for (const [from, to, code, message] of [
    [runs.late, runs.late, 2, /the same run; send two/],
    [runs.late, runs.intraday, 2, /of product da and <to> of ida1/],
    [runs.late, '0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de', 4, /There is no forecast/],
  ] as const) {
    const refused = await diff(from, to);
    assert.deepEqual([refused.code, message.test(refused.stderr)], [code, true], refused.stderr);
  }
});
