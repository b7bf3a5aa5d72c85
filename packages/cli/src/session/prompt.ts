import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from '../errors.ts';
import type { Environment } from './environment.ts';

type Terminal = Pick<Environment, 'stdin' | 'stderr'>;

/** Asks the person at the terminal. `hint` says how to give the answer where there is no terminal. */
export async function ask(terminal: Terminal, question: string, hint: string): Promise<string> {
  return answerTo(terminal, { question, hint, isSecret: false });
}

/** Asks without showing what is typed. */
export async function askSecret(terminal: Terminal, question: string, hint: string): Promise<string> {
  return answerTo(terminal, { question, hint, isSecret: true });
}

/** The first line of the standard input, for programs that hand a secret over. */
export async function readSecretLine({ stdin }: Terminal): Promise<string> {
  const [line = ''] = (await text(stdin)).split(/\r?\n/);
  if (line === '') throw new UsageError('There is no password on the standard input.');
  return line;
}

async function answerTo(
  { stdin, stderr }: Terminal,
  { question, hint, isSecret }: { question: string; hint: string; isSecret: boolean },
): Promise<string> {
  if (stdin.isTTY !== true) throw new UsageError(hint);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true });
  if (isSecret) stderr.write(question);
  try {
    return (await lines.question(isSecret ? '' : question)).trim();
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}
