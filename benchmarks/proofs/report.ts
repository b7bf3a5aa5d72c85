import { readFile, writeFile } from 'node:fs/promises';

export interface Promised {
  promise: string;
  /** What was seen of it, with figures. */
  seen: string;
  holds: boolean;
}

/**
 * Writes what was seen into `file` (absent: nowhere) and to the terminal, below an introduction in Markdown. The process will end with 1
 * where a promise was broken. `isPart`: the rows in the file that promise the same are renewed, the others stay.
 */
export async function report(
  promises: readonly Promised[],
  { file, intro, isPart = false }: { file: URL | undefined; intro: string; isPart?: boolean },
): Promise<void> {
  const rows = promises.map(
    ({ promise, seen, holds }) => `| ${promise} | ${seen} | ${holds ? 'yes' : '**no**'} |`,
  );
  const text = `${intro}\n| promise | seen | holds |\n|---|---|---|\n${rows.join('\n')}\n`;
  if (file !== undefined) await writeFile(file, isPart ? renewed(await readFile(file, 'utf8'), rows) : text);
  process.stdout.write(`${text}\n`);
  process.exitCode = promises.every(({ holds }) => holds) ? 0 : 1;
}

/** A page with rows in the place of those that begin with the same promise, or at its end. */
function renewed(page: string, rows: readonly string[]): string {
  const promiseOf = (row: string) => row.split(' | ')[0];
  const lines = page.trimEnd().split('\n');
  for (const row of rows) {
    const place = lines.findIndex((line) => promiseOf(line) === promiseOf(row));
    if (place === -1) lines.push(row);
    else lines[place] = row;
  }
  return `${lines.join('\n')}\n`;
}

/** Shows the progress to a person who waits. */
export function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
