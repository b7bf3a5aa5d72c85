import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { PROJECT } from './dockerfile.ts';

export const DEPLOY = path.join(PROJECT, 'deploy');
const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
export const Texts = z.record(z.string(), Text);

/** Every document of a YAML file below deploy/. Merge keys are resolved; what YAML warns of is an error too. */
export async function readYaml(file: string): Promise<unknown[]> {
  const content = await readFile(path.join(DEPLOY, file), 'utf8');
  return parseAllDocuments(content, { merge: true }).map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw new Error(`deploy/${file}: ${fault.message}`);
    return document.toJS();
  });
}

const ComposeService = z.looseObject({
  image: z.string(),
  restart: z.string(),
  stop_grace_period: z.string().regex(/^\d+s$|^\d+m$/),
  environment: Texts,
  read_only: z.boolean().optional(),
  init: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
});
const Compose = z.looseObject({ services: z.record(z.string(), ComposeService) });

/** The services of compose.yaml, with the variables that its environment file has. */
export async function readCompose(variables: Record<string, string>) {
  const [document] = await readYaml('compose.yaml');
  const { services } = Compose.parse(document);
  for (const { environment } of Object.values(services)) {
    for (const [name, value] of Object.entries(environment))
      environment[name] = interpolate(value, variables);
  }
  return services;
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?what to do}`, as Compose reads them. */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, sign?: string, rest = '') => {
      const value = variables[name] ?? '';
      if (value === '' && sign === '?') throw new Error(`${name} is not set: ${rest}`);
      return value === '' && sign === '-' ? rest : value;
    },
  );
}

const Labels = z.record(z.string(), z.string());
const Probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number(),
});
export const DeploymentSpec = z.looseObject({
  replicas: z.number(),
  selector: z.object({ matchLabels: Labels }),
  template: z.object({
    metadata: z.object({ labels: Labels }),
    spec: z.looseObject({
      automountServiceAccountToken: z.boolean(),
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.looseObject({ runAsNonRoot: z.boolean(), runAsUser: z.number() }),
      containers: z.tuple([
        z.looseObject({
          image: z.string(),
          env: z.array(z.object({ name: z.string(), value: z.string() })),
          ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
          startupProbe: Probe,
          livenessProbe: Probe,
          readinessProbe: Probe,
          resources: z.object({ requests: Texts, limits: Texts }),
          securityContext: z.looseObject({ capabilities: z.object({ drop: z.array(z.string()) }) }),
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        }),
      ]),
    }),
  }),
});
const Resource = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }).optional(),
  spec: z.unknown().optional(),
});

/** Every object of deploy/kubernetes, by its kind and name. */
export async function readKubernetes(): Promise<Map<string, z.infer<typeof Resource>>> {
  const files = (await readdir(path.join(DEPLOY, 'kubernetes'))).map((name) => `kubernetes/${name}`);
  const objects = (await Promise.all(files.map(readYaml))).flat().map((object) => Resource.parse(object));
  return new Map(objects.map((object) => [`${object.kind} ${object.metadata?.name ?? ''}`.trim(), object]));
}

/** The settings of a unit of systemd; one that is given several times has several values. */
export async function readUnit(name: string): Promise<Map<string, string[]>> {
  const settings = new Map<string, string[]>();
  for (const line of (await readFile(path.join(DEPLOY, 'systemd', name), 'utf8')).split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}
