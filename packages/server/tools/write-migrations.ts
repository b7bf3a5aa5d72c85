import { readdir, readFile, writeFile } from 'node:fs/promises';

/**
 * Writes the list of migrations, one import for each file of their folder: files are imported by name, so that they are part of a bundle.
 * With `--check` it changes nothing and fails where the list is not current.
 */
const FOLDER = new URL('../src/ground/database/migrations/', import.meta.url);
const LIST = new URL('../src/ground/database/migrations.ts', import.meta.url);

const names = (await readdir(FOLDER)).map((file) => file.replace(/\.ts$/, '')).toSorted();
const text = `// Written by tools/write-migrations.ts from the files of migrations/; run "npm run generate" instead of editing it.
import type { LockingMigration } from './lock-tables.ts';
${names.map((name) => `import * as ${variableOf(name)} from './migrations/${name}.ts';\n`).join('')}
/** Every migration in order; a released one is never edited, a change of the schema is a further one. */
export const MIGRATIONS: Record<string, LockingMigration> = {
${names.map((name) => `  '${name}': ${variableOf(name)},\n`).join('')}};
`;

if ((await readFile(LIST, 'utf8').catch(() => '')) !== text) {
  if (process.argv.includes('--check')) {
    process.stderr.write('The list of migrations is not current; run "npm run generate".\n');
    process.exitCode = 1;
  } else await writeFile(LIST, text);
}

/** `clientApi` of `0004-client-api`. */
function variableOf(name: string): string {
  return name.replace(/^\d+-/, '').replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
