import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { completionScript } from '../src/completion/completion-script.ts';
import { placesOf } from '../src/completion/word-table.ts';
import { lonja } from '../src/commands/table.ts';
import { runHere } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lonja-completion-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers at the end of a line. */
function candidates(...words: string[]): string[] {
  const line = ['lonja', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${completionScript(lonja, 'bash')}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _lonja; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, their commands, options and the choices of an option', () => {
  assert.deepEqual(candidates('forec'), ['forecast']);
  assert.deepEqual(candidates('keys', 're'), ['reroll', 'revoke']);
  assert.deepEqual(candidates('forecast', '--quart'), ['--quarter-hours']);
  assert.deepEqual(candidates('forecast', '--product', ''), ['da', 'ida1', 'ida2', 'ida3']);
  assert.deepEqual(candidates('forecast', '--product', 'ida3', '--as'), ['--as-of']);
  assert.deepEqual(candidates('completion', 'f'), ['fish']);
  assert.deepEqual(candidates('forecast', '--date', ''), [], 'nothing is known of a date');
});

test('every command is reached by completion', () => {
  const paths = placesOf(lonja).map(({ path }) => path);
  assert.ok(paths.includes('webhooks rotate-secret'));
  for (const place of placesOf(lonja)) {
    if (place.path === '') continue;
    const words = place.path.split(' ');
    assert.ok(
      placesOf(lonja).some(
        ({ commands, path }) =>
          path === words.slice(0, -1).join(' ') && commands.some(({ name }) => name === words.at(-1)),
      ),
    );
  }
});

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  test(`the script for ${shell} is what the shell can read`, async (context) => {
    const { code, stdout } = await runHere(['completion', shell]);
    assert.deepEqual([code, stdout], [0, completionScript(lonja, shell)]);
    const file = join(folder, `completion.${shell}`);
    writeFileSync(file, stdout);
    const check = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    if (check.error !== undefined) return context.skip(`${shell} is not installed`);
    assert.deepEqual([check.status, check.stderr], [0, '']);
  });
}

test('fish completes the same', (context) => {
  const file = join(folder, 'lonja.fish');
  writeFileSync(file, completionScript(lonja, 'fish'));
  const offered = (line: string) =>
    spawnSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
  if (offered('lonja ').error !== undefined) return context.skip('fish is not installed');
  const words = (line: string) =>
    offered(line)
      .stdout.split('\n')
      .filter((row) => row !== '')
      .map((row) => row.split('\t')[0]);
  assert.deepEqual(words('lonja forec'), ['forecast']);
  assert.deepEqual(words('lonja keys re'), ['reroll', 'revoke']);
  assert.deepEqual(words('lonja forecast --quart'), ['--quarter-hours']);
  assert.deepEqual(words('lonja forecast --product '), ['da', 'ida1', 'ida2', 'ida3']);
});

test('another shell is refused', async () => {
  assert.equal((await runHere(['completion', 'csh'])).code, 2);
});
