import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DEPLOY } from './manifests.ts';

const needs = (program: string, version: string) => ({
  skip: spawnSync(program, [version]).error === undefined ? false : `${program} is not installed`,
});
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-deploy-'));
after(() => rm(folder, { recursive: true }));

function run(program: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

test('systemd finds no fault in the units', needs('systemd-analyze', '--version'), async () => {
  const units = { 'lonja.service': 'lonja.service', 'lonja@.service': 'lonja@api.service' };
  for (const [file, unit] of Object.entries(units)) {
    const content = await readFile(path.join(DEPLOY, 'systemd', file), 'utf8');
    // The program of an installation is not here; another one stands in.
    await writeFile(path.join(folder, unit), content.replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`));
  }
  run('systemd-analyze', ['verify', ...Object.values(units).map((unit) => path.join(folder, unit))]);
});

test('nginx accepts the example', needs('nginx', '-v'), async () => {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
  const request = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=x',
  ];
  run('openssl', ['req', ...request, '-keyout', key, '-out', certificate]);
  // Sockets in the folder stand in for ports, which may be taken or not allowed.
  const site = (await readFile(path.join(DEPLOY, 'nginx/lonja.conf'), 'utf8'))
    .replaceAll(/listen (\[::\]:)?(\d+)/g, (_all, v6: string | undefined, port: string) => {
      return `listen unix:${folder}/${v6 === undefined ? 'v4' : 'v6'}-${port}`;
    })
    .replaceAll(/(ssl_certificate) \S+;/g, `$1 ${certificate};`)
    .replaceAll(/(ssl_certificate_key) \S+;/g, `$1 ${key};`);
  const file = path.join(folder, 'nginx.conf');
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder};`,
  );
  const http = `access_log off; ${bodies.join(' ')}\n${site}`;
  await writeFile(file, `pid ${folder}/pid; error_log stderr; events {} http { ${http} }\n`);
  run('nginx', ['-t', '-p', folder, '-c', file]);
});

test('Caddy accepts the example', needs('caddy', 'version'), () => {
  run('caddy', ['adapt', '--config', path.join(DEPLOY, 'caddy/Caddyfile'), '--adapter', 'caddyfile']);
});

test('kubectl puts the manifests together', needs('kubectl', 'version'), () => {
  run('kubectl', ['kustomize', path.join(DEPLOY, 'kubernetes')]);
});
