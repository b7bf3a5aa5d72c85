import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT, readStages, type Stage } from './dockerfile.ts';

/** The folder of both stages that the service lies in. */
const HOME = '/app';
/** What a step of the build has beside the programs of the system. */
const NODE = path.dirname(process.execPath);

/** Files of the checkout that are given to the build: `.dockerignore` is written so that git reads it alike. */
export function listContext(): string[] {
  const list = (args: string[]) =>
    execFileSync('git', ['ls-files', '-z', '--cached', '--others', ...args], {
      cwd: PROJECT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
      .split('\0')
      .filter((file) => file !== '');
  const ignored = new Set(list(['--ignored', '--exclude-from=.dockerignore']));
  return list(['--exclude-standard']).filter((file) => !ignored.has(file));
}

/**
 * Carries out the steps of the Dockerfile in folders below `place`, one for each stage, and gives that of the last. Of the base image
 * this machine's system stands in; so steps of the last stage, which make its user, are left out.
 */
export async function buildImage(place: string, onStep: (step: string) => void): Promise<string> {
  const context = path.join(place, 'context');
  for (const file of listContext()) await cp(path.join(PROJECT, file), path.join(context, file));
  const stages = await readStages();
  const folderOf = (stage: Stage | undefined) =>
    path.join(place, `stage-${stage ? stages.indexOf(stage) : ''}`);
  for (const stage of stages) {
    const folder = folderOf(stage);
    await mkdir(path.join(folder, HOME), { recursive: true });
    for (const { keyword, text, from } of stage.instructions) {
      if (keyword === 'COPY') {
        const source = from === undefined ? context : folderOf(stages.find(({ name }) => name === from));
        await copy(text.split(/\s+/), source, folder);
      }
      if (keyword !== 'RUN' || stage === stages.at(-1)) continue;
      onStep(text);
      run(text, path.join(folder, HOME));
    }
  }
  return path.join(folderOf(stages.at(-1)), HOME);
}

/** Copies as COPY does: the words are the sources and, at last, the target, which is a folder where a slash ends it. */
async function copy(words: string[], source: string, folder: string): Promise<void> {
  const target = words.at(-1) ?? '';
  const place = path.join(folder, path.resolve(HOME, target));
  for (const word of words.slice(0, -1)) {
    const to = target.endsWith('/') ? path.join(place, path.basename(word)) : place;
    await cp(path.join(source, word), to, { recursive: true, verbatimSymlinks: true });
  }
}

/** The machine's own, such as proxies and certificates, but nothing of the npm that runs this. */
const networkSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|NODE_OPTIONS$)/.test(name)),
);

function run(command: string, folder: string): void {
  execFileSync('/bin/sh', ['-c', command], {
    cwd: folder,
    env: { ...networkSettings, PATH: `${NODE}:/usr/local/bin:/usr/bin:/bin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
