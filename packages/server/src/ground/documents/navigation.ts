import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Document } from './documents.ts';
import { type Language, inLanguage } from './languages.ts';

/** Pages of one kind, in their order. */
export interface NavigationGroup {
  name: string;
  pages: NavigationPage[];
}

export interface NavigationPage {
  document: Document;
  /** One line on what the page has; empty where docs/navigation.json says nothing. */
  about: string;
}

const NavigationFile = z.array(
  z.strictObject({
    group: z.string(),
    /** Every other document of this folder follows the named ones, by title. */
    folder: z.string().optional(),
    /** What each page has, by file. */
    pages: z.record(z.string(), z.string()),
  }),
);

/**
 * The groups of docs/navigation.json, or of that of another language, that have pages. Both name the English files; where a page is not there in
 * the language, the English one stands for it. A named file that is not there is left out; a test finds it.
 */
export async function readNavigation(
  folder: string,
  documents: ReadonlyMap<string, Document>,
  language: Language = 'en',
): Promise<NavigationGroup[]> {
  const text = await readFile(path.join(folder, inLanguage('navigation.json', language)), 'utf8');
  const groups = NavigationFile.parse(JSON.parse(text));
  const shown = (file: string) => documents.get(inLanguage(file, language)) ?? documents.get(file);
  const named = new Set(groups.flatMap(({ pages }) => Object.keys(pages)));
  return groups
    .map(({ group, folder: ownFolder, pages }) => {
      const listed = Object.entries(pages).flatMap(([file, about]) => {
        const document = shown(file);
        return document === undefined ? [] : [{ document, about }];
      });
      const others = [...documents.values()]
        .filter(({ file }) => path.posix.dirname(file) === ownFolder && !named.has(file))
        .map((document) => shown(document.file) ?? document)
        .toSorted((a, b) => a.title.localeCompare(b.title, language))
        .map((document) => ({ document, about: '' }));
      return { name: group, pages: [...listed, ...others] };
    })
    .filter(({ pages }) => pages.length > 0);
}
