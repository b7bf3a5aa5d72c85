import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { releaseNotes, sectionsOf, withRelease } from './changelog.ts';
import { VERSION_FILES, versionsIn, withVersion } from './version-files.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const CHANGELOG =
  '# Changelog\n\nWords.\n\n## Unreleased\n\n- New.\n\n## 1.0.0 (2026-11-27)\n\n### API\n\n- Old.\n';

test('the section "Unreleased" becomes that of the version, with its day', () => {
  const changelog = withRelease(CHANGELOG, '1.1.0', '2027-01-31');
  assert.deepEqual(
    sectionsOf(changelog).map(({ title }) => title),
    ['1.1.0 (2027-01-31)', '1.0.0 (2026-11-27)'],
  );
  assert.equal(releaseNotes(changelog, '1.1.0'), '- New.');
  assert.equal(releaseNotes(changelog, '1.0.0'), '### API\n\n- Old.');
});

test('a release without a word on what changed is refused', () => {
  const empty = CHANGELOG.replace('- New.', '');
  for (const changelog of ['# Changelog\n', empty]) {
    assert.throws(() => withRelease(changelog, '1.1.0', '2027-01-31'), /what changed/);
  }
  assert.throws(() => releaseNotes(CHANGELOG, '1.1.0'), /no section "1\.1\.0/);
});

test('every file names the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  for (const versionFile of VERSION_FILES) {
    const text = read(versionFile.file);
    assert.deepEqual([...new Set(versionsIn(text, versionFile))], [version], versionFile.file);
    assert.deepEqual(
      new Set(versionsIn(withVersion(text, versionFile, '7.8.9'), versionFile)),
      new Set(['7.8.9']),
    );
  }
});

test('a new version leaves that of the forecasting library', () => {
  const manifest = '{ "version": "1.0.0", "@lonja/client": "1.0.0", "@lonja/forecasting": "0.3.0" }';
  const cli = VERSION_FILES.find(({ file }) => file === 'packages/cli/package.json');
  assert.ok(cli);
  assert.equal(
    withVersion(manifest, cli, '7.8.9'),
    '{ "version": "7.8.9", "@lonja/client": "7.8.9", "@lonja/forecasting": "0.3.0" }',
  );
});
