import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const folder = mkdtempSync(join(tmpdir(), 'lonja-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let tarball = '';

/** A project that knows of the client only what npm packs. */
before(() => {
  const client = join(import.meta.dirname, '..');
  execFileSync(process.execPath, [join(client, 'tools', 'build-package.ts')]);
  const npm = (args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  tarball = npm(['pack', '--silent', '--ignore-scripts', join(client, 'dist')]).trim();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
  npm(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`]);
});

test('a project that installs the package calls a service with it', async () => {
  const server = createServer((request, response) => {
    const { url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url, authorization: headers.authorization, items: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address: AddressInfo | string | null = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const program = `
      import { LonjaError, createClient } from '@lonja/client';
      const lonja = createClient({ baseUrl: 'http://127.0.0.1:${address.port}', credential: 'svc_key' });
      const reply = await lonja.forecasts.latest({ market_id: 'es', product: 'da' });
      console.log(JSON.stringify({ reply, isError: new LonjaError({ status: 0, error: 'timeout', detail: 'late', request_id: '' }) instanceof Error }));`;
    writeFileSync(join(folder, 'main.js'), program);
    const { stdout } = await promisify(execFile)(process.execPath, ['main.js'], { cwd: folder });
    const { reply, isError } = JSON.parse(stdout);
    assert.equal(reply.url, '/api/v1/forecasts/latest?market_id=es&product=da');
    assert.equal(reply.authorization, 'Bearer svc_key');
    assert.equal(isError, true);
  } finally {
    server.close();
  }
});

const PROGRAM = `
  import { createClient, verifyWebhook } from '@lonja/client';
  const lonja = createClient({ baseUrl: 'https://lonja.example.com', credential: 'svc_key' });
  export const receive = async (request: Request, secret: string | undefined): Promise<number> =>
    verifyWebhook({ body: await request.arrayBuffer(), headers: request.headers, secret });
  const run = await lonja.forecasts.latest({ market_id: 'es', product: 'da' });
  export const values: number[] = run.points.map(({ value }) => value);
  // @ts-expect-error -- no such product
  await lonja.forecasts.latest({ market_id: 'es', product: 'nonsense' });
  // @ts-expect-error -- neither the headers nor the signature
  await verifyWebhook({ body: '', secret: 'whsec_...' });
`;

/** The newest TypeScript and the oldest that the README names, which differ in what they take for a setting. */
const COMPILERS: [name: string, settings: [module: string, moduleResolution: string][]][] = [
  ['typescript', [['nodenext', 'nodenext']]],
  [
    'typescript-oldest',
    [
      ['node16', 'node16'],
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ],
  ],
];

for (const [name, settings] of COMPILERS)
  for (const [module, moduleResolution] of settings)
    test(`a project of ${name} is held to the types of the package, with modules by ${moduleResolution}`, async () => {
      const project = `tsconfig.${name}-${moduleResolution}.json`;
      const compilerOptions = {
        noEmit: true,
        strict: true,
        exactOptionalPropertyTypes: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        module,
        moduleResolution,
      };
      writeFileSync(join(folder, 'main.ts'), PROGRAM);
      writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
      const compiler = join(import.meta.dirname, '..', '..', '..', 'node_modules', name, 'bin', 'tsc');
      const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', project], {
        cwd: folder,
      }).catch((error: unknown) => assert.fail(String((error as { stdout: unknown }).stdout)));
      assert.equal(stdout, '');
    });

test('the README names the oldest TypeScript that is tried', () => {
  const { version } = JSON.parse(
    readFileSync(
      join(import.meta.dirname, '..', '..', '..', 'node_modules', 'typescript-oldest', 'package.json'),
      'utf8',
    ),
  );
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  assert.equal(/TypeScript (\d+\.\d+) or later/.exec(readme)?.[1], version.replace(/\.\d+$/, ''));
});

test('the package holds no TypeScript source, no test and no path of the machine that made it', () => {
  const packed = execFileSync('tar', ['-tzf', join(folder, tarball)], { encoding: 'utf8' });
  const files = packed.trim().split('\n');
  assert.ok(files.includes('package/README.md') && files.includes('package/LICENSE'));
  for (const file of files)
    assert.match(file, /(\.js|\.d\.ts|package\.json|README\.md|LICENSE|test-vectors\.json)$/);
  assert.equal(
    files.some((file) => file.includes('.test.')),
    false,
  );
  const manifest = readFileSync(join(folder, 'node_modules', '@lonja', 'client', 'package.json'), 'utf8');
  assert.equal(manifest.includes('src/'), false);
});
