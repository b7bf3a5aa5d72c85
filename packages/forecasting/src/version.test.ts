import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LIBRARY_VERSION } from './version.ts';

test('the version that forecasts are stored with is that of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest);
  assert.equal(LIBRARY_VERSION, manifest.version);
});
