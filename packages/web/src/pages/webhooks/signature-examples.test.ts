import assert from 'node:assert/strict';
import { type StdioOptions, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SIGNATURE_EXAMPLES } from './signature-examples.ts';

const SECRET = 'whsec_of the test';
const BODY = Buffer.from('{"event":"ping","data":{"name":"Salón ñ"}}\n');

/** Requests to check that differ in the header alone. */
interface Requests {
  headers: string[];
  secret?: string;
  body?: Buffer;
}

let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lonja-signature-'));
  await writeFile(path.join(folder, 'check.mjs'), `${SIGNATURE_EXAMPLES.node}\n${NODE_CALL}`);
  await writeFile(path.join(folder, 'check.py'), `${SIGNATURE_EXAMPLES.python}\n${PYTHON_CALL}`);
  await writeFile(path.join(folder, 'check.sh'), SIGNATURE_EXAMPLES.shell);
});

after(() => rm(folder, { recursive: true }));

// Each says a line for each header.
const NODE_CALL = `
import { readFileSync } from 'node:fs';
const { BODY, HEADERS, SECRET } = process.env;
for (const header of HEADERS.split('\\n')) console.log(isFromLonja(readFileSync(BODY), header, SECRET));
`;
const PYTHON_CALL = `
import os
with open(os.environ["BODY"], "rb") as file:
    body = file.read()
for header in os.environ["HEADERS"].split("\\n"):
    print("true" if is_from_lonja(body, header, os.environ["SECRET"]) else "false")
`;
const SHELL_CALL = `
printf '%s\\n' "$HEADERS" | while IFS= read -r HEADER; do
  (. ./check.sh) && echo true || echo false
done
`;

const PROGRAMS = {
  node: [process.execPath, 'check.mjs'],
  python: ['python3', 'check.py'],
  shell: ['sh', '-c', SHELL_CALL],
  bash: ['bash', '-c', SHELL_CALL],
};

for (const [language, [program = '', ...args]] of Object.entries(PROGRAMS)) {
  const isMissing = spawnSync(program, ['-c', '']).error !== undefined;
  test(
    `the example in ${language} accepts what Lonja signed, and nothing else`,
    { skip: isMissing },
    async () => {
      const check = async ({ headers, secret = SECRET, body = BODY }: Requests) => {
        const bodyFile = path.join(folder, `${language}.body`);
        await writeFile(bodyFile, body);
        const env = {
          PATH: process.env['PATH'],
          BODY: bodyFile,
          HEADERS: headers.join('\n'),
          SECRET: secret,
        };
        // With a socket as its input bash would read the settings of whoever runs this.
        const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
        const { stdout, stderr } = spawnSync(program, args, { cwd: folder, env, stdio, encoding: 'utf8' });
        assert.equal(stderr, '');
        return stdout.trimEnd().split('\n');
      };
      const now = Math.floor(Date.now() / 1000);
      const right = signed(now);
      const ofTwo = `t=${now},v1=${'0'.repeat(64)},${v1Of(right)}`;
      assert.deepEqual(await check({ headers: [right, ofTwo] }), ['true', 'true']);
      assert.deepEqual(await check({ headers: [right], secret: 'whsec_another' }), ['false']);
      assert.deepEqual(await check({ headers: [right], body: Buffer.from('{}') }), ['false']);
      const headers = [signed(now - 400), ...hostileHeaders(now)];
      assert.deepEqual(
        await check({ headers }),
        headers.map(() => 'false'),
      );
      const files = await readdir(folder);
      assert.ok(!files.includes('was-run'), 'nothing of a header is run');
    },
  );
}

test('the documentation has the example in Python', async () => {
  const docs = path.join(import.meta.dirname, '../../../../../docs/webhooks.md');
  const text = await readFile(docs, 'utf8');
  assert.ok(text.includes(`\`\`\`python\n${SIGNATURE_EXAMPLES.python}\n\`\`\``));
});

/** What anybody may send to a receiver: it is refused, and the program does not fail over it. */
function hostileHeaders(now: number): string[] {
  const v1 = v1Of(signed(now));
  return [
    'nonsense',
    '',
    `t=${now},v1=${'é'.repeat(64)}`,
    `t=²,${v1}`,
    `t=${'9'.repeat(5000)},${v1}`,
    `t=a[$(touch was-run)],${v1}`,
  ];
}

function v1Of(header: string): string {
  return header.slice(header.indexOf('v1='));
}

function signed(t: number): string {
  return `t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.`).update(BODY).digest('hex')}`;
}
