import { readFile, readdir, writeFile } from 'node:fs/promises';
import { type Example, type OpenApiDocument, listOperations } from './api-reference/document.ts';
import { renderPage } from './api-reference/render-page.ts';
import { renderRouteList } from './api-reference/render-route-list.ts';

/**
 * Writes docs/api-reference, a page for each tag of docs/openapi.json with the recorded examples; with `--check` it changes nothing and
 * fails where a page is not current.
 */
const DOCS = new URL('../../../docs/', import.meta.url);
const FOLDER = new URL('api-reference/', DOCS);

const document: OpenApiDocument = JSON.parse(await readFile(new URL('openapi.json', DOCS), 'utf8'));
const examples: Record<string, Example> = JSON.parse(
  await readFile(new URL('examples.json', FOLDER), 'utf8'),
);

const operations = listOperations(document);
const groups = document.tags.map((tag) => ({
  tag,
  file: `${tag.name.toLowerCase().replaceAll(' ', '-')}.md`,
  operations: operations.filter(({ tags }) => tags.includes(tag.name)),
}));
const pages = new Map([
  ['README.md', renderRouteList(groups)],
  ...groups.map(({ file, ...group }) => [file, renderPage({ ...group, examples, document })] as const),
]);

for (const [file, text] of pages) {
  const target = new URL(file, FOLDER);
  if ((await readFile(target, 'utf8').catch(() => '')) === text) continue;
  if (process.argv.includes('--check'))
    fail(`docs/api-reference/${file} is not current; run "npm run generate".`);
  else await writeFile(target, text);
}
for (const file of await readdir(FOLDER)) {
  if (file.endsWith('.md') && !pages.has(file))
    fail(`docs/api-reference/${file} belongs to no tag; delete it.`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
