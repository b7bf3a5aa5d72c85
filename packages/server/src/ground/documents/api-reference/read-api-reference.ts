import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, LANGUAGES, inLanguage } from '../languages.ts';
import { type Example, type OpenApiDocument, listOperations, resolveShared } from './document.ts';
import { REFERENCE_WORDS } from './reference-words.ts';
import { renderPage, renderRouteList, type Tongue } from './render-page.ts';

/** Where the reference is, below the folder of the documents. */
const FOLDER = 'api-reference';
const README = `${FOLDER}/README.md`;

/** What the pages of the reference are made of. */
export interface ReferenceParts {
  document: OpenApiDocument;
  examples: Record<string, Example>;
}

/**
 * The Markdown of the API reference by file, in every language: a page for each tag of openapi.json with the recorded examples, and the
 * README, to which the list of all routes is added.
 */
export async function readApiReference(docs: string): Promise<Map<string, string>> {
  const parts = await readReferenceParts(docs);
  const pages = await Promise.all(
    LANGUAGES.map(async (language) => {
      const introduction = await readFile(path.join(docs, inLanguage(README, language)), 'utf8');
      const texts = await readReferenceTexts(docs, language);
      // A test holds the texts to the document; should one be missing, English is better than nothing.
      const translate = (text: string) => texts[text] ?? text;
      const { list, topics } = renderReference(parts, { words: REFERENCE_WORDS[language], translate });
      return [[README, `${introduction}\n${list}`] as const, ...topics].map(
        ([file, markdown]) => [inLanguage(file, language), markdown] as const,
      );
    }),
  );
  return new Map(pages.flat());
}

export async function readReferenceParts(docs: string): Promise<ReferenceParts> {
  const [examples, document] = await Promise.all(
    [`${FOLDER}/examples.json`, 'openapi.json'].map((file) => readFile(path.join(docs, file), 'utf8')),
  );
  return { examples: JSON.parse(examples), document: JSON.parse(resolveShared(document)) };
}

/** The texts of openapi.json in a language, by the English ones; none for English. */
export async function readReferenceTexts(docs: string, language: Language): Promise<Record<string, string>> {
  if (language === 'en') return {};
  return JSON.parse(await readFile(path.join(docs, inLanguage(`${FOLDER}/texts.json`, language)), 'utf8'));
}

/** The list of all routes, and the page of each topic by its file. */
export function renderReference(
  { document, examples }: ReferenceParts,
  tongue: Tongue,
): { list: string; topics: [file: string, markdown: string][] } {
  const operations = listOperations(document);
  const groups = document.tags.map((tag) => ({
    tag,
    file: `${tag.name.toLowerCase().replaceAll(' ', '-')}.md`,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }));
  return {
    list: renderRouteList(groups, tongue),
    topics: groups.map(({ file, ...group }) => [
      `${FOLDER}/${file}`,
      renderPage({ ...group, examples, document, tongue }),
    ]),
  };
}
