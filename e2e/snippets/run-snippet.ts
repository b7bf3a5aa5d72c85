import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Snippet } from './read-snippets.ts';

/** Long enough for a busy machine; a block that waits for ever is ended. */
const LONGEST_MS = 5 * 60_000;
const TOO_BUSY = /\b503\b/;
const MOST_TRIES = 4;
const PAUSE_MS = 3000;

interface Language {
  /** Commands that may run it, the first that has what the block needs is taken. */
  programs: string[];
  extension: string;
  /** Arguments that succeed where a module that a block needs is there. */
  probe: (name: string) => string[];
}

const LANGUAGES: Record<string, Language> = {
  sh: { programs: ['sh'], extension: 'sh', probe: (name) => ['-c', `command -v ${name}`] },
  js: { programs: [process.execPath], extension: 'mjs', probe: (name) => ['-e', `import('${name}')`] },
  ts: { programs: [process.execPath], extension: 'ts', probe: (name) => ['-e', `import('${name}')`] },
  python: {
    programs: ['python3', '/usr/bin/python3'],
    extension: 'py',
    probe: (name) => ['-c', `import ${name}`],
  },
  octave: {
    programs: ['octave-cli'],
    extension: 'm',
    probe: (name) => ['--eval', `pkg load ${name}`],
  },
  r: { programs: ['Rscript'], extension: 'R', probe: (name) => ['-e', `library(${name})`] },
};

const found = new Map<string, string | undefined>();

/** The program that can run the block here, undefined where there is none. Each is looked for once. */
export function findProgram(snippet: Snippet): string | undefined {
  const what = [snippet.language, ...snippet.needs].join(' ');
  if (!found.has(what)) found.set(what, lookForProgram(snippet));
  return found.get(what);
}

function lookForProgram({ language, needs }: Snippet): string | undefined {
  const known = LANGUAGES[language];
  if (known === undefined) throw new Error(`No snippet in "${language}" can run; see run-snippet.ts.`);
  const probes = [...needs.map(known.probe), ...(language === 'r' ? [['--version']] : [])];
  return known.programs.find(
    (program) =>
      spawnSync(program, ['--version']).error === undefined &&
      probes.every((args) => spawnSync(program, args).status === 0),
  );
}

export interface Run {
  code: number | null;
  output: string;
}

interface Place {
  program: string;
  folder: string;
  env: Record<string, string>;
}

/** Runs the block in `folder` and gives what it printed, errors too. Where the service was too busy it is run again after a pause. */
export async function runSnippet(snippet: Snippet, place: Place): Promise<Run> {
  for (let tries = 1; ; tries++) {
    const run = await runOnce(snippet, place);
    if (run.code === 0 || !TOO_BUSY.test(run.output) || tries === MOST_TRIES) return run;
    await sleep(tries * PAUSE_MS);
  }
}

async function runOnce(snippet: Snippet, { program, folder, env }: Place): Promise<Run> {
  const file = path.join(folder, `line-${snippet.line}.${LANGUAGES[snippet.language].extension}`);
  await writeFile(file, snippet.text);
  const args = snippet.language === 'sh' ? ['-e', file] : [file];
  // What a block starts in the background belongs to its group and ends with it.
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const patience = setTimeout(() => endGroup(child.pid), LONGEST_MS);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  clearTimeout(patience);
  endGroup(child.pid);
  await closed;
  return { code: typeof code === 'number' ? code : null, output };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
