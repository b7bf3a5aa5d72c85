import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { hasFailed } from './file-report.ts';
import { createTestLane } from './test-lane.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-lane-'));
const lane = createTestLane();
after(async () => {
  await lane.stop();
  await rm(folder, { recursive: true });
});

let files = 0;

/** Runs a test file with that text; `test`, `before`, `beforeEach` and `after` are there. */
async function runText(text: string) {
  const file = path.join(folder, `${++files}.test.mjs`);
  await writeFile(file, `import { after, before, beforeEach, test } from 'node:test';\n${text}`);
  return lane.run(file);
}

test('tests are counted, and what they print is shown', async () => {
  const report = await runText(`
    test('one', () => console.log('a word'));
    test('two', (t) => t.test('three', () => {}));
    test.skip('four', () => {});`);
  assert.deepEqual([report.passed, report.failed, report.skipped, report.faults], [3, 0, 1, []]);
  assert.match(report.text, /✔ one/);
  assert.match(report.text, /a word/);
  assert.equal(hasFailed(report), false);
});

test('hooks and changes of the environment end with their file', async () => {
  const first = await runText(`
    beforeEach(() => console.log('hook of the first file'));
    after(() => console.log('the first file is over'));
    process.env.LEFT = 'behind';
    test('one', () => {});`);
  assert.match(first.text, /the first file is over/);
  const second = await runText(`test('two', () => console.log(process.env.LEFT, process.pid));`);
  assert.doesNotMatch(second.text, /hook of the first file/);
  assert.match(second.text, /undefined \d+/);
  const third = await runText(`test('three', () => console.log(process.env.LEFT, process.pid));`);
  assert.equal(/undefined \d+/.exec(third.text)?.[0], /undefined \d+/.exec(second.text)?.[0]);
});

const FAULTS: [string, string, RegExp][] = [
  ['a test fails', `test('one', () => { throw new Error('no good'); });`, /no good/],
  ['a hook fails', `test('one', () => {}); after(() => { throw new Error('no end'); });`, /no end/],
  [
    'an error comes late',
    `test('one', () => { setTimeout(() => { throw new Error('late'); }, 5); });`,
    /late/,
  ],
  ['a promise is left', `test('one', () => {}); Promise.reject(new Error('alone'));`, /alone/],
  ['the file throws after its first test', `test('one', () => {}); throw new Error('halfway');`, /halfway/],
  ['the file cannot be read', `test('one', () => {}) nonsense`, /SyntaxError/],
  ['an exit code is set', `test('one', () => { process.exitCode = 3; });`, /exit code 3/],
  ['the process ends', `test('one', () => process.exit(0));`, /exit code 0/],
  ['the process is killed', `test('one', () => process.kill(process.pid, 'SIGKILL'));`, /signal SIGKILL/],
];
for (const [what, text, says] of FAULTS) {
  test(`where ${what}, the file fails and says so, and the next one runs`, async () => {
    const report = await runText(text);
    assert.equal(hasFailed(report), true);
    assert.match(report.text + report.faults.join('\n'), says);
    assert.equal(hasFailed(await runText(`test('next', () => {});`)), false);
  });
}
