import { writeFile } from 'node:fs/promises';

export interface Promised {
  promise: string;
  /** What was seen of it, with figures. */
  seen: string;
  holds: boolean;
}

/**
 * Writes what was seen into `file` (absent: nowhere) and to the terminal, below an introduction in Markdown. The process will end with 1
 * where a promise was broken.
 */
export async function report(
  promises: readonly Promised[],
  { file, intro }: { file: URL | undefined; intro: string },
): Promise<void> {
  const rows = promises.map(
    ({ promise, seen, holds }) => `| ${promise} | ${seen} | ${holds ? 'yes' : '**no**'} |`,
  );
  const text = `${intro}\n| promise | seen | holds |\n|---|---|---|\n${rows.join('\n')}\n`;
  if (file !== undefined) await writeFile(file, text);
  process.stdout.write(`${text}\n`);
  process.exitCode = promises.every(({ holds }) => holds) ? 0 : 1;
}

/** Shows the progress to a person who waits. */
export function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
