import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CHAMPION } from '@lonja/forecasting';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { SPREAD_OPTIONS } from '@lonja/forecasting/intraday';
import { runHere } from './run-in-process.ts';

let folder = '';
const file = (name: string) => path.join(folder, name);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-show-'));
});
after(() => rm(folder, { recursive: true }));

test('shows the built-in champion without a database, as a tree and as JSON that is shown alike', async () => {
  const variables = { DATA_DIR: file('nothing') };
  const tree = await runHere(['model', 'show', 'champion'], { variables });
  assert.deepEqual([tree.code, tree.stderr], [0, '']);
  assert.match(
    tree.stdout,
    /^Recipe [0-9a-f]{16}, library \S+\n\nForecast of the days from the next auction on\n/,
  );
  assert.match(tree.stdout, /^├─ Point forecast: Partial probability integral transform/m);
  const json = await runHere(['model', 'show', 'champion', '--json'], { variables });
  assert.deepEqual(JSON.parse(json.stdout), DAY_AHEAD);
  await writeFile(file('champion.json'), json.stdout);
  assert.equal((await runHere(['model', 'show', file('champion.json')])).stdout, tree.stdout);
});

test('shows the recipe of a model alone', async () => {
  await writeFile(file('model.json'), JSON.stringify(CHAMPION));
  const { code, stdout } = await runHere(['model', 'show', file('model.json')]);
  assert.equal(code, 0);
  assert.match(stdout, /\n\nPartial probability integral transform/);
});

test('shows the recipe of an intraday auction out of a file', async () => {
  await writeFile(file('spread.json'), JSON.stringify({ kind: 'intraday-spread', ...SPREAD_OPTIONS }));
  const { code, stdout } = await runHere(['model', 'show', file('spread.json')]);
  assert.equal(code, 0);
  assert.match(stdout, /^Spread to the auction before: /m);
});

test('a file that holds no recipe is refused in one line', async () => {
  const refusals: [content: string | undefined, message: RegExp][] = [
    [undefined, /^lonja: The file .* cannot be read: it does not exist\.\n$/],
    ['{', /bad\.json is not JSON: .*\n$/],
    ['{"kind":"lear"}', /bad\.json is no recipe: windows is missing; it must be a list of at least 1\.\n$/],
  ];
  for (const [content, message] of refusals) {
    if (content !== undefined) await writeFile(file('bad.json'), content);
    const { code, stdout, stderr } = await runHere(['model', 'show', file('bad.json')]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, message);
  }
});
