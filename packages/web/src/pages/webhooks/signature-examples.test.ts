import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SIGNATURE_EXAMPLES } from './signature-examples.ts';

const SECRET = 'whsec_of the test';
const BODY = Buffer.from('{"event":"ping","data":{"name":"Salón ñ"}}\n');

interface Delivery {
  header: string;
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

const NODE_CALL = `
import { readFileSync } from 'node:fs';
const { BODY, HEADER, SECRET } = process.env;
process.exit(isFromLonja(readFileSync(BODY), HEADER, SECRET) ? 0 : 1);
`;
const PYTHON_CALL = `
import os, sys
with open(os.environ["BODY"], "rb") as file:
    sys.exit(0 if is_from_lonja(file.read(), os.environ["HEADER"], os.environ["SECRET"]) else 1)
`;

const PROGRAMS = {
  node: [process.execPath, 'check.mjs'],
  python: ['python3', 'check.py'],
  shell: ['sh', 'check.sh'],
};

for (const [language, [program = '', file = '']] of Object.entries(PROGRAMS)) {
  const isMissing = spawnSync(program, ['-c', '']).error !== undefined;
  test(
    `the example in ${language} accepts what Lonja signed, and nothing else`,
    { skip: isMissing },
    async () => {
      const accepts = async ({ header, secret = SECRET, body = BODY }: Delivery) => {
        const bodyFile = path.join(folder, `${language}.body`);
        await writeFile(bodyFile, body);
        const environment = { PATH: process.env['PATH'], BODY: bodyFile, HEADER: header, SECRET: secret };
        const { status } = spawnSync(program, [path.join(folder, file)], { env: environment });
        assert.ok(status === 0 || status === 1, `${language} ended with ${status}`);
        return status === 0;
      };
      const now = Math.floor(Date.now() / 1000);
      assert.equal(await accepts({ header: signed(now) }), true);
      assert.equal(
        await accepts({ header: `t=${now},v1=${'0'.repeat(64)},${signed(now).split(',')[1]}` }),
        true,
      );
      assert.equal(await accepts({ header: signed(now), secret: 'whsec_another' }), false);
      assert.equal(await accepts({ header: signed(now), body: Buffer.from('{}') }), false);
      assert.equal(await accepts({ header: signed(now - 400) }), false);
    },
  );
}

function signed(t: number): string {
  return `t=${t},v1=${createHmac('sha256', SECRET).update(`${t}.`).update(BODY).digest('hex')}`;
}
