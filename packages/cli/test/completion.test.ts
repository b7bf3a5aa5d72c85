import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { completionScript } from '../src/completion/completion-script.ts';
import { placesOf } from '../src/completion/word-table.ts';
import { lonja } from '../src/commands/table.ts';
import { runHere } from './run-in-process.ts';

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
    const check = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
    if (check.error !== undefined) return context.skip(`${shell} is not installed`);
    assert.deepEqual([check.status, check.stderr], [0, '']);
  });
}

test('another shell is refused', async () => {
  assert.equal((await runHere(['completion', 'csh'])).code, 2);
});
