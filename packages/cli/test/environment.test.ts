import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runLonja } from './run-lonja.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-environment-'));
after(() => rm(folder, { recursive: true }));
const file = path.join(folder, 'taken');
await writeFile(file, '');

const faults: [name: string, environment: Record<string, string>, message: RegExp][] = [
  [
    'a database that does not answer',
    { DATA_DIR: folder, DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/lonja' },
    /cannot be reached .*ECONNREFUSED.*; check DATABASE_URL\.$/,
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: file },
    /taken cannot be used: it is a file; check DATA_DIR\.$/,
  ],
];
for (const [name, environment, message] of faults) {
  test(`${name} is one sentence without a secret, and exit code 2`, async () => {
    const { code, stdout, stderr } = await runLonja(['import', 'omie', folder], environment);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr.trimEnd(), message);
    assert.match(stderr, /^lonja: [^\n]+\n$/);
    assert.doesNotMatch(stderr, /secret/);
  });
}
