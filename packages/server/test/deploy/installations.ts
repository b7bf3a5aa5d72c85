import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readImage } from './dockerfile.ts';
import { DEPLOY, DeploymentSpec, readCompose, readKubernetes, readUnit, Texts } from './manifests.ts';

/** A process as one of the ways to deploy starts it. */
export interface Installed {
  name: string;
  environment: Record<string, string>;
  /** How long it may take to stop before it is killed, s. */
  graceS: number;
}

/** What deploy/make-secrets.sh prints. */
export function makeSecrets(): Record<string, string> {
  return Texts.parse(
    parseEnv(execFileSync('sh', [path.join(DEPLOY, 'make-secrets.sh')], { encoding: 'utf8' })),
  );
}

/** Every process that the files below deploy/ start. */
export async function listInstalled(): Promise<Installed[]> {
  return [...(await composed()), ...(await orchestrated()), ...(await supervised())];
}

async function composed(): Promise<Installed[]> {
  const { db: _database, ...services } = await readCompose(makeSecrets());
  const image = await readImage();
  return Object.entries(services).map(([name, service]) => ({
    name: `compose ${name}`,
    environment: { ...image.environment, ...service.environment },
    graceS: Number.parseInt(service.stop_grace_period, 10),
  }));
}

async function orchestrated(): Promise<Installed[]> {
  const objects = await readKubernetes();
  const image = await readImage();
  const config = Texts.parse(objects.get('ConfigMap lonja')?.['data']);
  const example = Texts.parse(objects.get('Secret lonja')?.['stringData']);
  const { SESSION_SECRET = '', SEALING_KEYS = '' } = makeSecrets();
  return ['api', 'worker'].map((role) => {
    const { template } = DeploymentSpec.parse(objects.get(`Deployment lonja-${role}`)?.spec);
    const [{ env }] = template.spec.containers;
    return {
      name: `kubernetes ${role}`,
      environment: {
        ...image.environment,
        ...config,
        ...example,
        SESSION_SECRET,
        SEALING_KEYS,
        ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      },
      graceS: template.spec.terminationGracePeriodSeconds,
    };
  });
}

async function supervised(): Promise<Installed[]> {
  const instances = [
    { unit: 'lonja.service', role: '' },
    { unit: 'lonja@.service', role: 'api' },
    { unit: 'lonja@.service', role: 'worker' },
  ];
  return Promise.all(
    instances.map(async ({ unit, role }) => {
      const settings = await readUnit(unit);
      const resolved = (key: string) =>
        (settings.get(key) ?? []).map((value) => value.replaceAll('%i', role));
      const files = resolved('EnvironmentFile').map(async (file) => {
        const example = path.join(DEPLOY, 'systemd', path.basename(file));
        return readFile(example, 'utf8').catch((error: unknown) => {
          if (file.startsWith('-')) return '';
          throw error;
        });
      });
      const given = [
        ...resolved('Environment').map((line) => line.replaceAll(' ', '\n')),
        ...(await Promise.all(files)),
      ];
      return {
        name: `systemd ${unit} ${role}`.trim(),
        environment: Texts.parse(parseEnv(given.join('\n'))),
        graceS: Number(settings.get('TimeoutStopSec')?.[0]),
      };
    }),
  );
}
