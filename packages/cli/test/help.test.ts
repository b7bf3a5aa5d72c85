import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, longFlag } from '../src/command/command.ts';
import { EXIT_CODES } from '../src/command/exit-codes.ts';
import { lonja } from '../src/commands/table.ts';
import { runHere } from './run-in-process.ts';

function* commandsOf(command: Command, path: string[] = []): Generator<{ command: Command; path: string[] }> {
  yield { command, path };
  for (const child of command.commands) yield* commandsOf(child, [...path, child.name]);
}

test('every command has help with its examples and exit codes', async () => {
  for (const { command, path } of commandsOf(lonja)) {
    const { code, stdout, stderr } = await runHere([...path, '--help']);
    assert.deepEqual([code, stderr], [0, ''], path.join(' '));
    const whole = stdout.replaceAll(/ \\\n +/g, ' ');
    for (const [line, meaning] of command.examples) {
      assert.ok(whole.includes(line) && whole.includes(meaning), line);
    }
    if (command.run !== undefined) {
      assert.ok(command.examples.length > 0, `${path.join(' ')} has an example`);
      for (const [, meaning] of EXIT_CODES) assert.ok(stdout.includes(meaning));
    }
  }
});

test('every example names a command that there is and options that it has', () => {
  const all = [...commandsOf(lonja)];
  for (const { command } of all) {
    for (const [line] of command.examples) {
      const words = (/\blonja ([^|>)]*)/.exec(line)?.[1] ?? '').trim().split(/\s+/);
      const named = all
        .filter(({ path }) => path.every((word, i) => word === words[i]))
        .sort((a, b) => b.path.length - a.path.length)[0];
      assert.ok(named !== undefined && named.path.length > 0, line);
      const flags = words.filter((word) => word.startsWith('--'));
      const known = new Set(Object.keys(named.command.inputs).map(longFlag));
      for (const flag of flags) assert.ok(known.has(flag), `${line}: ${flag}`);
    }
  }
});

test('help is as wide as the terminal, every line of it', async () => {
  for (const columns of [72, 80])
    for (const { path } of commandsOf(lonja)) {
      const { stdout } = await runHere([...path, '--help'], { columns });
      for (const line of stdout.split('\n')) assert.ok(line.length <= columns, line);
    }
});

test('lonja alone shows the commands and asks for one', async () => {
  const { code, stderr } = await runHere([]);
  assert.equal(code, 2);
  assert.match(stderr, /Signing in:\n +login/);
});
