import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runProgram } from '../src/command/run-program.ts';
import { lonja } from '../src/commands/table.ts';
import { readEnvironment } from '../src/session/environment.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** What surrounds a run; without a folder the credentials are in one of its own. */
export interface Surroundings {
  variables?: Record<string, string>;
  input?: string;
  /** What a person types at a terminal, in place of the input. */
  typed?: string;
  columns?: number;
}

/** A command under way. */
export interface Running {
  /** Resolves once what it has printed on one of both matches. */
  until(expected: RegExp): Promise<void>;
  outcome: Promise<Outcome>;
}

/** Runs the command in this process, which starts in a hundredth of the time of a process of its own. */
export async function runHere(args: string[], surroundings?: Surroundings): Promise<Outcome> {
  return (await startHere(args, surroundings)).outcome;
}

/** Begins a command that goes on until something happens. */
export async function startHere(
  args: string[],
  { variables = {}, input = '', typed, columns }: Surroundings = {},
): Promise<Running> {
  const stdout: PassThrough & { columns?: number } = new PassThrough();
  if (columns !== undefined) stdout.columns = columns;
  const stderr = new PassThrough();
  const folder = await configFolder();
  const environment = readEnvironment(
    { XDG_CONFIG_HOME: folder, DATA_DIR: path.join(folder, 'data'), ...variables },
    { stdin: typed === undefined ? Readable.from([input]) : terminalAt(typed), stdout, stderr },
  );
  const printed = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  const finish = async (): Promise<Outcome> => {
    const code = await runProgram(lonja, { args, version: '0.0.0-test', environment });
    const ended = Promise.all([once(stdout, 'end'), once(stderr, 'end')]);
    stdout.end();
    stderr.end();
    await ended;
    return { code, ...printed };
  };
  const outcome = finish();
  return {
    outcome,
    async until(expected) {
      const matches = () => expected.test(printed.stdout) || expected.test(printed.stderr);
      const waiting = new AbortController();
      const { signal } = waiting;
      while (!matches()) {
        const more = [once(stdout, 'data', { signal }), once(stderr, 'data', { signal })];
        const ended = await Promise.race([outcome, ...more]);
        if ('code' in ended && !matches())
          throw new Error(`Ended with ${ended.code} before ${expected}: ${ended.stderr}`);
      }
      waiting.abort();
    },
  };
}

function terminalAt(typed: string): Readable & { isTTY?: boolean } {
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough();
  stdin.isTTY = true;
  stdin.write(typed);
  return stdin;
}

/** Runs an operator's command in this process, whose own environment is what it reads; one at a time. */
export async function runAsOperator(
  variables: Record<string, string>,
  args: string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const before = { ...process.env };
  const exitCodeBefore = process.exitCode;
  Object.assign(process.env, variables);
  try {
    const outcome = await runHere(args, surroundings);
    // What a command says of its work, though it has done it.
    return { ...outcome, code: outcome.code === 0 ? Number(process.exitCode ?? 0) : outcome.code };
  } finally {
    process.exitCode = exitCodeBefore;
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** All that a file of tests asks for, gone when its process ends. */
const folders = mkdtempSync(path.join(tmpdir(), 'lonja-config-'));
process.once('exit', () => rmSync(folders, { recursive: true, force: true }));

export async function configFolder(): Promise<string> {
  return mkdtemp(path.join(folders, 'one-'));
}
