import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readApiReference } from './api-reference/read-api-reference.ts';

/** A Markdown file of the documentation. */
export interface Document {
  /** Path below the folder, with slashes, such as `guides/webhooks.md`. */
  file: string;
  /** Address below /docs, such as `guides/webhooks`. */
  slug: string;
  /** Its first heading, as text. */
  title: string;
  markdown: string;
}

/** The folder in the checkout, in the container and in a package that holds `docs` beside `packages`. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../docs');

/** The folder of the documentation; undefined where it was not installed. */
export function findDocuments(): string | undefined {
  return existsSync(path.join(FOLDER, 'navigation.json')) ? FOLDER : undefined;
}

/** All documents below the folder, by file, in alphabetical order, with the pages of the API reference, which are made of other files. */
export async function readDocuments(folder: string): Promise<Map<string, Document>> {
  const names = await readdir(folder, { recursive: true });
  const files = names.map((name) => name.replaceAll(path.sep, '/')).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
  );
  const documents = [...new Map([...texts, ...(await readApiReference(folder))])].map(documentOf);
  return new Map(
    documents.toSorted((a, b) => (a.file < b.file ? -1 : 1)).map((document) => [document.file, document]),
  );
}

function documentOf([file, markdown]: readonly [string, string]): Document {
  const title = /^# (.+)$/m.exec(markdown)?.[1].replaceAll('`', '') ?? file;
  return { file, slug: slugOf(file), title, markdown };
}

/** A README is the page of its folder. */
function slugOf(file: string): string {
  return file.replace(/\.md$/, '').replace(/\/README$/, '');
}
