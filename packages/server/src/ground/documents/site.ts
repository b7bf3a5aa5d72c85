import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, readDocuments } from './documents.ts';
import { resolverFor } from './links.ts';
import { type NavigationGroup, readNavigation } from './navigation.ts';
import { renderMissingPage, renderOverview, renderPage } from './page.ts';
import { sectionsOf } from './render-document.ts';

/** The documentation as pages of HTML. Documents are read once; a page is rendered when it is asked for. */
export interface DocumentSite {
  groups: readonly NavigationGroup[];
  /** The page at an address below /docs, without a slash at either end; undefined: there is none. */
  page(slug: string): string | undefined;
  /** The text of a file below the folder; undefined: it is no page. */
  markdown(file: string): string | undefined;
  missingPage(): string;
  /** What the search of the pages reads, as JSON. */
  searchIndex(): Promise<string>;
}

export async function openDocumentSite(folder: string): Promise<DocumentSite> {
  const documents = await readDocuments(folder);
  const groups = await readNavigation(folder, documents);
  const pages = groups.flatMap((group) => group.pages.map(({ document }) => document));
  const bySlug = new Map(pages.map((document, index) => [document.slug, { document, index }]));
  return {
    groups,
    page(slug) {
      if (slug === '') return renderOverview(groups);
      const found = bySlug.get(slug);
      if (found === undefined) return undefined;
      const { document, index } = found;
      return renderPage({
        document,
        groups,
        previous: pages[index - 1],
        next: pages[index + 1],
        resolveLink: resolverFor(document.file, documents),
      });
    },
    markdown: (file) => pages.find((document) => document.file === file)?.markdown,
    missingPage: () => renderMissingPage(groups),
    searchIndex: () => indexOf(pages),
  };
}

/** A list of `[page, heading, address, words]` for every section. */
async function indexOf(pages: readonly Document[]): Promise<string> {
  const entries: [string, string, string, string][] = [];
  for (const { markdown, slug, title } of pages) {
    for (const { depth, text, id, body } of sectionsOf(markdown)) {
      const address = depth === 1 ? `/docs/${slug}` : `/docs/${slug}#${id}`;
      entries.push([title, depth === 1 ? '' : text, address, body]);
    }
    await nextTurn();
  }
  return JSON.stringify(entries);
}
