import { existsSync } from 'node:fs';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { readConfig } from '../../src/operate/config/config.ts';
import { VARIABLES } from '../../src/operate/config/variables.ts';
import { listContext } from './build-image.ts';
import { PROJECT, readImage, readStages } from './dockerfile.ts';
import { listInstalled, makeSecrets } from './installations.ts';
import { DEPLOY, DeploymentSpec, readCompose, readKubernetes, readUnit, readYaml } from './manifests.ts';

/** What closing takes beyond STOP_TIMEOUT_S at most, with room. */
const CLOSING_S = 5;

const Manifest = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
const manifest = Manifest.parse(JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8')));
const image = await readImage();
const objects = await readKubernetes();
const deployments = ['api', 'worker'].map((role) =>
  DeploymentSpec.parse(objects.get(`Deployment lonja-${role}`)?.spec),
);
const services = await readCompose(makeSecrets());
const installed = await listInstalled();

test('every YAML file can be read', async () => {
  const files = await readdir(DEPLOY, { recursive: true });
  for (const file of files.filter((name) => /\.ya?ml$/.test(name))) {
    assert.ok((await readYaml(file)).length > 0, file);
  }
});

test('each process gets variables that the service has and accepts, and the time that it takes to stop', async () => {
  for (const { name, environment, graceS } of installed) {
    // The C library reads the last: two pools of memory for all threads.
    const { PATH: _path, HOME: _home, MALLOC_ARENA_MAX: _arenas, ...variables } = environment;
    assert.deepEqual(
      Object.keys(variables).filter((variable) => !VARIABLES.includes(variable)),
      [],
      name,
    );
    const config = readConfig(environment);
    assert.ok(graceS >= config.stopTimeoutS + CLOSING_S, `${name}: ${graceS} s`);
    assert.ok(config.isProduction && config.publicUrl !== undefined && config.metrics !== undefined, name);
    assert.equal(config.dataDir, '/var/lib/lonja', name);
    assert.equal(config.role, /api|worker/.exec(name)?.[0] ?? 'all', name);
  }
});

test('examples that are commented out name variables too', async () => {
  for (const file of ['systemd/lonja.env', 'kubernetes/secret.example.yaml']) {
    const content = await readFile(path.join(DEPLOY, file), 'utf8');
    const names = [...content.matchAll(/^\s*# ?([A-Z][A-Z_]+)(?:=|: )\S*$/gm)].map(([, name]) => name);
    assert.ok(names.length > 1);
    assert.deepEqual(
      names.filter((name) => !VARIABLES.includes(name)),
      [],
      file,
    );
  }
});

test('images are pinned, and Node is the one that the project is tested with', async () => {
  for (const { image: base } of await readStages()) {
    assert.match(base, new RegExp(`^node:${manifest.dependencies['node']}-`));
  }
  for (const service of Object.values(services)) assert.match(service.image, /:\d+\.\d+/);
  assert.equal(services['api'].image, `lonja:${manifest.version}`);
  for (const { template } of deployments) {
    assert.equal(template.spec.containers[0].image, `lonja:${manifest.version}`);
  }
  const [kustomization] = await readYaml('kubernetes/kustomization.yaml');
  const { images } = z
    .looseObject({ images: z.array(z.looseObject({ newTag: z.string() })) })
    .parse(kustomization);
  assert.deepEqual(
    images.map(({ newTag }) => newTag),
    [manifest.version],
  );
});

test('the image is built from the manifest of every package and from no test, and runs the service as a user of its own', async () => {
  const [build] = await readStages();
  const copies = build.instructions.filter(({ keyword }) => keyword === 'COPY');
  const copied = new Set(copies.map(({ text }) => text));
  const folders = await readdir(path.join(PROJECT, 'packages'));
  // The Python client is no npm package.
  for (const name of folders.filter((folder) =>
    existsSync(path.join(PROJECT, 'packages', folder, 'package.json')),
  )) {
    assert.ok(copied.has(`packages/${name}/package.json packages/${name}/`), name);
  }
  const context = listContext();
  assert.ok(context.includes('packages/server/src/main.ts'));
  assert.ok(context.includes('docs/navigation.json') && context.includes('docs/errors.md'));
  assert.deepEqual(
    context.filter((file) =>
      /\.test\.|^packages\/\w+\/test\/|node_modules|^(?!packages\/|docs\/)\w+\//.test(file),
    ),
    [],
  );
  const patterns = await readFile(path.join(PROJECT, '.dockerignore'), 'utf8');
  for (const line of patterns.trim().split('\n'))
    assert.match(line, /^(#|!?\/|\*\*\/)/, 'git and Docker read it alike');
  assert.match(image.user, /^[1-9]\d*:[1-9]\d*$/);
  assert.deepEqual(image.command, ['node', 'packages/server/src/main.ts']);
  assert.equal(image.port, image.environment['PORT']);
});

test('containers may write to their volumes alone and have no rights', () => {
  for (const name of ['api', 'worker']) {
    const { read_only: isReadOnly, cap_drop: dropped, security_opt: options, restart, init } = services[name];
    assert.deepEqual(
      { isReadOnly, dropped, options, restart, init },
      {
        isReadOnly: true,
        dropped: ['ALL'],
        options: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        init: true,
      },
    );
  }
  for (const { template } of deployments) {
    const { containers, securityContext, automountServiceAccountToken } = template.spec;
    const [container] = containers;
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal(automountServiceAccountToken, false);
    assert.equal(securityContext.runAsNonRoot, true);
    assert.equal(`${securityContext.runAsUser}:${String(securityContext['runAsGroup'])}`, image.user);
    assert.deepEqual(container.volumeMounts.map(({ mountPath }) => mountPath).sort(), [
      '/tmp',
      '/var/lib/lonja',
    ]);
  }
});

test('probes ask routes that there are, at the port of the service', async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(path.join(PROJECT, 'docs/openapi.json'), 'utf8')));
  const isRoute = (route: string) => Object.hasOwn(paths, route.replace('/api/v1', ''));
  const [, asked = ''] = /'(\/[\w/]+)'/.exec(image.healthCheck.join(' ')) ?? [];
  assert.equal(asked, '/api/v1/ready');
  const caddy = await readFile(path.join(DEPLOY, 'caddy/Caddyfile'), 'utf8');
  const nginx = await readFile(path.join(DEPLOY, 'nginx/lonja.conf'), 'utf8');
  const named = [...`${caddy}\n${nginx}`.matchAll(/\/api\/v1\/[\w/]+/g)].map(([route]) => route);
  assert.ok(named.length > 1);
  for (const { template } of deployments) {
    const [{ startupProbe, livenessProbe, readinessProbe, ports }] = template.spec.containers;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      named.push(httpGet.path);
      assert.equal(httpGet.port, 'http');
    }
    assert.equal(
      livenessProbe.httpGet.path,
      '/api/v1/health',
      'a database that is away must not restart every process',
    );
    assert.deepEqual(ports, [
      { name: 'http', containerPort: Number(image.port) },
      { name: 'metrics', containerPort: 9464 },
    ]);
  }
  assert.deepEqual(
    named.filter((route) => !isRoute(route)),
    [],
  );
  for (const { environment } of installed) {
    if (environment['ROLE'] !== 'worker') assert.equal(environment['METRICS_PORT'], '9464');
  }
});

test('proxies forward to the ports at which processes are published', async () => {
  const [published = ''] = services['api'].ports ?? [];
  const [, first, last, port] = /^127\.0\.0\.1:(\d+)-(\d+):(\d+)$/.exec(published) ?? [];
  assert.equal(port, image.port);
  for (const file of ['nginx/lonja.conf', 'caddy/Caddyfile']) {
    const content = await readFile(path.join(DEPLOY, file), 'utf8');
    for (const [, target] of content.matchAll(/127\.0\.0\.1:(\d+)/g))
      assert.ok([first, last].includes(target), file);
  }
});

test('in Kubernetes, what is selected and included is there', async () => {
  const selected = (name: string) =>
    z
      .looseObject({ selector: z.unknown(), podSelector: z.unknown() })
      .partial()
      .parse(objects.get(name)?.spec);
  for (const [index, role] of ['api', 'worker'].entries()) {
    const { selector, template } = deployments[index];
    assert.deepEqual(template.metadata.labels, selector.matchLabels);
    assert.deepEqual(selected(`PodDisruptionBudget lonja-${role}`).selector, selector);
  }
  assert.deepEqual(selected('Service lonja').selector, deployments[0].selector.matchLabels);
  const [kustomization] = await readYaml('kubernetes/kustomization.yaml');
  const { resources } = z.looseObject({ resources: z.array(z.string()) }).parse(kustomization);
  const files = await readdir(path.join(DEPLOY, 'kubernetes'));
  assert.deepEqual(files.filter((file) => !resources.includes(file)).sort(), [
    'kustomization.yaml',
    'secret.example.yaml',
  ]);
});

test('only Prometheus reaches the metrics of a pod', () => {
  const { ingress } = z
    .looseObject({
      ingress: z.array(
        z.object({
          from: z.array(z.record(z.string(), z.unknown())),
          ports: z.array(z.object({ port: z.string() })),
        }),
      ),
    })
    .parse(objects.get('NetworkPolicy lonja')?.spec);
  const toMetrics = ingress.filter(({ ports }) => ports.some(({ port }) => port === 'metrics'));
  assert.equal(toMetrics.length, 1);
  assert.deepEqual(
    toMetrics[0].from.map((peer) => peer['podSelector']),
    [{ matchLabels: { 'app.kubernetes.io/name': 'prometheus' } }],
  );
});

test('both units of systemd are confined alike', async () => {
  const own = new Set(['Description', 'Environment', 'EnvironmentFile']);
  const settings = async (name: string) => [...(await readUnit(name))].filter(([key]) => !own.has(key));
  assert.deepEqual(await settings('lonja@.service'), await settings('lonja.service'));
});
