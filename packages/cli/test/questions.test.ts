import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import type { Command } from '../src/command/command.ts';
import { lonja } from '../src/commands/table.ts';
import { BIN } from './run-lonja.ts';
import { runHere } from './run-in-process.ts';

/** What was asked of a service that has a fault of its own. */
const asked: string[] = [];
const service = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(500, { 'content-type': 'application/json', 'x-request-id': 'r-17' });
  response.end(JSON.stringify({ error: 'internal', detail: 'It broke.', request_id: 'r-17' }));
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
after(() => service.close());
const address = service.address();
const variables = {
  LONJA_SERVER: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
  LONJA_API_KEY: 'svc_key',
};

/** Every command that takes something away for good, as it is typed. */
const FINAL: [args: string[], question: RegExp][] = [
  [['invitations', 'revoke', 'i1'], /Revoke the invitation i1\?/],
  [['keys', 'revoke', 'k1'], /Revoke the key k1 for ever\?/],
  [['notifications', 'rules', 'delete', 'r1'], /Delete the rule r1\?/],
  [['sites', 'delete', 'Brunete'], /Delete the site Brunete\?/],
  [['sites', 'profile', 'delete', 'Brunete', '2026-04-01'], /Brunete/],
  [['sources', 'quarantine', 'discard', 'd1', '--reason', 'a test'], /Discard d1 for ever\?/],
  [['users', 'change', 'u1', '--deactivate'], /u1/],
  [['users', 'erase', 'u1', '--email', 'ana@example.com'], /Erase/],
  [['webhooks', 'delete', 'w1'], /Delete the endpoint w1 with its deliveries\?/],
  [
    ['webhooks', 'rotate-secret', 'w1', '--grace-seconds', '0'],
    /End every earlier secret of the endpoint w1/,
  ],
];

function* asking(command: Command, path: string[] = []): Generator<string> {
  if ('yes' in command.inputs) yield path.join(' ');
  for (const child of command.commands) yield* asking(child, [...path, child.name]);
}

test('the commands that ask are those that are tried here', () => {
  const tried = [...asking(lonja)].map((path) => FINAL.some(([args]) => args.join(' ').startsWith(path)));
  assert.deepEqual([tried.length, tried.every(Boolean)], [FINAL.length, true], [...asking(lonja)].join('; '));
});

for (const [args, question] of FINAL)
  test(`lonja ${args.join(' ')} asks first, and does nothing without a yes`, async () => {
    asked.length = 0;
    for (const answer of ['', 'n', 'yess', 'nope'])
      assert.deepEqual(await outcomeOf(args, answer), [2, true, true], `answered "${answer}"`);
    const silent = await runHere(args, { variables });
    assert.deepEqual(
      [silent.code, /There is no terminal to ask at: add --yes/.test(silent.stderr)],
      [2, true],
    );
    assert.deepEqual(asked, []);

    async function outcomeOf(command: string[], answer: string) {
      const { code, stderr } = await runHere(command, { variables, typed: `${answer}\n` });
      return [code, question.test(stderr), /Not confirmed; nothing was changed/.test(stderr)];
    }
  });

test('a yes, or --yes, lets it be done; a service with a fault of its own is exit code 1, with the request to name', async () => {
  asked.length = 0;
  const args = ['webhooks', 'delete', 'w1'];
  for (const given of [{ typed: 'y\n' }, { typed: 'YES\n' }])
    assert.equal((await runHere(args, { variables, ...given })).code, 1);
  const { code, stderr } = await runHere([...args, '--yes'], { variables });
  assert.deepEqual([code, /Name the request r-17 when you report this/.test(stderr)], [1, true]);
  assert.ok(asked.length >= 3 && asked.every((line) => line === 'DELETE /api/v1/webhooks/w1'), asked.join());
});

test('a rotation with time to change over is not asked about', async () => {
  const args = ['webhooks', 'rotate-secret', 'w1', '--grace-seconds', '60'];
  assert.equal((await runHere(args, { variables })).code, 1);
});

const hasScript = spawnSync('script', ['--version']).error === undefined;
test(
  'at a real terminal the question is shown and the answer typed',
  { skip: hasScript ? false : 'the program script is not installed' },
  async () => {
    asked.length = 0;
    const line = `"${process.execPath}" "${BIN}" keys revoke k1`;
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env: { ...process.env, ...variables } });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => {
      if (!shown.includes('[y/N]') && `${shown}${chunk.toString()}`.includes('[y/N]'))
        terminal.stdin.write('n\n');
      shown += chunk.toString();
    });
    const [code] = await Promise.all([
      new Promise((resolve) => terminal.on('close', resolve)),
      text(terminal.stderr),
    ]);
    assert.deepEqual([code, /nothing was changed/.test(shown)], [2, true], shown);
    assert.deepEqual(asked, []);
  },
);
