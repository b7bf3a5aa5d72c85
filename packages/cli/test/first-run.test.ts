import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { TEST_PASSWORD, createTestApi } from '../../server/test/http/test-api.ts';
import { configFolder, runAsOperator, runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
const folder = await configFolder();
const dataDir = path.join(folder, 'data');
const file = path.join(dataDir, 'first-run.json');
let server = '';
let key = '';
before(async () => {
  server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  key = await api.createKey();
  await mkdir(dataDir);
});
after(() => api.close());

/** As the first start leaves it, for the owner alone unless said otherwise. */
async function keep(record: { base_url: string; api_key: string }, mode = 0o600): Promise<void> {
  await writeFile(file, JSON.stringify(record));
  await chmod(file, mode);
}

async function whoami(args: string[] = [], variables: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runHere(['whoami', '--json', ...args], {
    variables: { DATA_DIR: dataDir, ...variables },
  });
  return { code, stderr, who: code === 0 ? JSON.parse(stdout) : undefined };
}

test('without address and credential a command asks the service of the first start with its key', async () => {
  await keep({ base_url: server, api_key: key });
  const { code, stderr, who } = await whoami();
  assert.deepEqual([code, stderr, who.source], [0, '', 'first_run']);
  assert.equal((await whoami(['--server', server])).code, 0);
});

test('the key is sent to no other address, and what is named or stored goes before it', async () => {
  await keep({ base_url: 'http://127.0.0.1:9', api_key: key });
  const elsewhere = await whoami(['--server', server]);
  assert.deepEqual([elsewhere.code, /You are not signed in/.test(elsewhere.stderr)], [3, true]);
  await keep({ base_url: server, api_key: key });
  assert.match((await whoami([], { LONJA_API_KEY: 'svc_wrong' })).stderr, /The key in LONJA_API_KEY/);
  assert.match((await whoami(['--key', 'svc_wrong'])).stderr, /The key given with --key/);
  const { email } = await api.createSession();
  const variables = { XDG_CONFIG_HOME: await configFolder() };
  const login = ['login', '--server', server, '--email', email, '--password-stdin'];
  assert.equal((await runHere(login, { variables, input: `${TEST_PASSWORD}\n` })).code, 0);
  assert.equal((await whoami([], variables)).who.email, email);
});

test('a file that others may read, of another computer or damaged is left alone', async () => {
  const refused = async (prepare: () => Promise<void>) => {
    await prepare();
    const { code, stderr } = await whoami(['--server', server]);
    assert.deepEqual([code, /You are not signed in/.test(stderr)], [3, true]);
  };
  await refused(() => keep({ base_url: server, api_key: key }, 0o644));
  await refused(() => keep({ base_url: 'http://lonja.example.com', api_key: key }));
  await refused(() => writeFile(file, '{'));
});

test('a key of the first start that was revoked says what to do', async () => {
  await writeFile(file, '');
  await keep({ base_url: server, api_key: 'svc_revoked' });
  const { code, stderr } = await whoami();
  assert.equal(code, 3);
  assert.match(stderr, /The key of the first start is not valid any more: run "lonja login"/);
});

test('the doctor finds the service of the first start at another port than the configured one', async () => {
  await keep({ base_url: server, api_key: key });
  const variables = { DATA_DIR: dataDir, DATABASE_URL: api.databaseUrl, SOURCES: 'simulator', PORT: '1' };
  const serviceLine = async () => {
    const { stdout } = await runAsOperator(variables, ['doctor'], { variables, columns: 200 });
    return stdout.split('\n').find((line) => /^\w+ +service /.test(line)) ?? '';
  };
  assert.match(await serviceLine(), new RegExp(`service +answers at ${server}[, ]`));
  await keep({ base_url: 'http://127.0.0.1:9', api_key: key });
  assert.match(await serviceLine(), /nothing answers at http:\/\/127\.0\.0\.1:1 or http:\/\/127\.0\.0\.1:9;/);
  await keep({ base_url: server, api_key: key }, 0o644);
  assert.match(await serviceLine(), /nothing answers at http:\/\/127\.0\.0\.1:1;/);
});
