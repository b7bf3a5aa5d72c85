import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Document } from './documents.ts';

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

/** The groups of docs/navigation.json that have pages. A named file that is not there is left out; a test finds it. */
export async function readNavigation(
  folder: string,
  documents: ReadonlyMap<string, Document>,
): Promise<NavigationGroup[]> {
  const text = await readFile(path.join(folder, 'navigation.json'), 'utf8');
  const groups = NavigationFile.parse(JSON.parse(text));
  const named = new Set(groups.flatMap(({ pages }) => Object.keys(pages)));
  return groups
    .map(({ group, folder: ownFolder, pages }) => {
      const listed = Object.entries(pages).flatMap(([file, about]) => {
        const document = documents.get(file);
        return document === undefined ? [] : [{ document, about }];
      });
      const others = [...documents.values()]
        .filter(({ file }) => path.posix.dirname(file) === ownFolder && !named.has(file))
        .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
        .map((document) => ({ document, about: '' }));
      return { name: group, pages: [...listed, ...others] };
    })
    .filter(({ pages }) => pages.length > 0);
}
