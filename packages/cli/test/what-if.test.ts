import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { issueRun } from '../../server/src/forecasts/issue/issue-run.ts';
import { loadData } from '../../server/src/forecasts/preparation/load-data.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { createTestContext, dayAheadRunAt } from '../../server/test/test-context.ts';
import { runHere } from './run-in-process.ts';

const NOW = '2026-03-28T10:05:00Z';

const api = await createTestApi(NOW, { handlerTimeoutMs: 120_000 });
let variables: Record<string, string> = {};

before(async () => {
  await loadData(createTestContext(api.db, '2026-03-31T00:00:00Z'));
  const run = { product: 'da' as const, run: dayAheadRunAt(NOW), dataOrigin: 'simulator' as const };
  await issueRun(createTestContext(api.db, NOW), run);
  api.state.dataOrigin = 'simulator';
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
});
after(() => api.close());

test('what-if shows the forecast with other inputs beside the published one, as a table, JSON and CSV', async () => {
  const ask = ['what-if', '--wind', '+20%', '--outage', '300', '--date', 'tomorrow', '--periods', '18-22'];
  const table = await runHere(ask, { variables });
  assert.deepEqual([table.code, table.stderr], [0, '']);
  assert.match(
    table.stdout,
    /^Hypothetical: es-da with other inputs, beside the run issued 2026-03-28 11:05/,
  );
  assert.match(table.stdout, /\n2026-03-29: [\d.-]+ instead of [\d.-]+ on average \([+-]/);
  assert.match(table.stdout, /\n2026-03-29 23:00 CEST( +-?[\d.]+){5}\n/);
  const json = JSON.parse((await runHere([...ask, '--json'], { variables })).stdout);
  assert.equal(json.hypothetical, true);
  assert.deepEqual(
    json.inputs.map(({ input }: { input: string }) => input),
    ['load', 'wind'],
  );
  const csv = (await runHere(['what-if', '--gas', '1', '--quarter-hours', '--csv'], { variables })).stdout;
  assert.match(csv, /base_value \(EUR\/MWh\)/);
  assert.equal(csv.trimEnd().split('\n').length, 1 + 4 * (7 * 24 - 1));
});

test('what cannot be is refused with the reason', async () => {
  const refused: [string[], number, RegExp][] = [
    [[], 2, /at least one of --load/],
    [['--wind', 'less'], 2, /It is no change/],
    [['--wind', '5', '--periods', 'evening'], 2, /no hours of the day/],
    [['--wind', '5', '--date', 'tomorrow', '--periods', '24'], 2, /23 hours and no period 24/],
    [['--gas', '5', '--load', 'like:2019-01-01'], 2, /Nothing is known of the inputs of 2019-01-01/],
  ];
  for (const [args, code, message] of refused) {
    const outcome = await runHere(['what-if', ...args], { variables });
    assert.match(outcome.stderr, message);
    assert.equal(outcome.code, code, outcome.stderr);
  }
});
