import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Example, type OpenApiDocument, listOperations, resolveShared } from './document.ts';
import { renderPage } from './render-page.ts';
import { renderRouteList } from './render-route-list.ts';

/** Where the reference is, below the folder of the documents. */
const FOLDER = 'api-reference';

/**
 * The Markdown of the API reference by file: a page for each tag of openapi.json with the recorded examples, and the README, to which the
 * list of all routes is added.
 */
export async function readApiReference(docs: string): Promise<Map<string, string>> {
  const [introduction, examplesText, documentText] = await Promise.all(
    [`${FOLDER}/README.md`, `${FOLDER}/examples.json`, 'openapi.json'].map((file) =>
      readFile(path.join(docs, file), 'utf8'),
    ),
  );
  const document: OpenApiDocument = JSON.parse(resolveShared(documentText));
  const examples: Record<string, Example> = JSON.parse(examplesText);
  const operations = listOperations(document);
  const groups = document.tags.map((tag) => ({
    tag,
    file: `${tag.name.toLowerCase().replaceAll(' ', '-')}.md`,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }));
  return new Map([
    [`${FOLDER}/README.md`, `${introduction}\n${renderRouteList(groups)}`],
    ...groups.map(
      ({ file, ...group }) => [`${FOLDER}/${file}`, renderPage({ ...group, examples, document })] as const,
    ),
  ]);
}
