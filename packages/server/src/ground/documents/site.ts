import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Document, readDocuments } from './documents.ts';
import { inLanguage, type Language, languageOf, LANGUAGES } from './languages.ts';
import { readNavigation } from './navigation.ts';
import { renderMissingPage, renderOverview, renderPage } from './page.ts';
import { type ResolveLink, sectionsOf } from './render-document.ts';

/** The documentation as pages of HTML. Documents are read once; a page is rendered when it is asked for. */
export interface DocumentSite {
  /** The page at an address below /docs, without a slash at either end; undefined: there is none. */
  page(slug: string): string | undefined;
  /** The text of a file below the folder; undefined: it is no page. */
  markdown(file: string): string | undefined;
  /** The slug of the same page in a language; undefined: it is not there in it. */
  translation(slug: string, language: Language): string | undefined;
  missingPage(language: Language): string;
  /** What the search of the pages reads, as JSON. */
  searchIndex(language: Language): Promise<string>;
}

export async function openDocumentSite(folder: string): Promise<DocumentSite> {
  const documents = await readDocuments(folder);
  const bySlug = new Map([...documents.values()].map((document) => [document.slug, document]));
  const groups = {
    en: await readNavigation(folder, documents, 'en'),
    es: await readNavigation(folder, documents, 'es'),
  };
  const listed = (language: Language) =>
    groups[language].flatMap(({ pages }) => pages.map(({ document }) => document));
  const pages = { en: listed('en'), es: listed('es') };
  const isThere = (slug: string) => slug === '' || slug === 'es' || bySlug.has(slug);

  return {
    page(slug) {
      const language = languageOf(slug);
      if (slug === inLanguage('', language)) return renderOverview(groups[language], language);
      const document = bySlug.get(slug);
      if (document === undefined) return undefined;
      const index = pages[language].indexOf(document);
      if (index === -1) return undefined;
      return renderPage({
        language,
        isTranslated: LANGUAGES.every((each) => bySlug.has(inLanguage(slug, each))),
        document,
        groups: groups[language],
        previous: pages[language][index - 1],
        next: pages[language][index + 1],
        resolveLink: resolverFor(document.file, documents),
      });
    },
    markdown: (file) => documents.get(file)?.markdown,
    translation(slug, language) {
      const name = inLanguage(slug, language);
      return isThere(name) ? name : undefined;
    },
    missingPage: (language) => renderMissingPage(groups[language], language),
    searchIndex: (language) => indexOf(pages[language]),
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

/** Pictures of the documents, and the description of the API, which the service has at an address of its own. */
const PICTURE = /^images\/[\w-]+\.(svg|png)$/;
const SERVED: Readonly<Record<string, string>> = { 'openapi.json': '/api/v1/openapi.json' };

/** Where the links of a document lead on the site. What is outside the folder of documents is not on it. */
function resolverFor(file: string, documents: ReadonlyMap<string, Document>): ResolveLink {
  return (href) => {
    if (href.startsWith('#') || href.startsWith('/')) return href;
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return /^(https?|mailto):/i.test(href) ? href : undefined;
    const [target, anchor] = href.split('#');
    const name = path.posix.join(path.posix.dirname(file), target);
    const document = documents.get(name);
    if (document !== undefined) {
      return `/docs/${document.slug}${anchor === undefined ? '' : `#${anchor}`}`;
    }
    return PICTURE.test(name) ? `/docs/${name}` : SERVED[name];
  };
}
