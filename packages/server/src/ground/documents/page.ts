import type { Document } from './documents.ts';
import { escapeHtml } from './escape-html.ts';
import { LANGUAGES, type Language, inLanguage, languageOf } from './languages.ts';
import type { NavigationGroup } from './navigation.ts';
import { PAGE_WORDS } from './page-words.ts';
import { type Heading, type ResolveLink, renderDocument } from './render-document.ts';

export interface PageParts {
  language: Language;
  /** Whether the page is there in every language. */
  isTranslated: boolean;
  document: Document;
  groups: readonly NavigationGroup[];
  previous: Document | undefined;
  next: Document | undefined;
  resolveLink: ResolveLink;
}

/** Above so many entries the table of contents has the second level alone. */
const MOST_CONTENTS = 40;

export function renderPage(parts: PageParts): string {
  const { language, isTranslated, document, groups, previous, next, resolveLink } = parts;
  const words = PAGE_WORDS[language];
  const { html, headings } = renderDocument(document.markdown, resolveLink, words);
  return frame({
    language,
    isTranslated,
    title: document.title,
    groups,
    here: document.slug,
    contents: contentsOf(headings, words.onThisPage),
    main: `<article>${html}</article>${neighbours(previous, next, language)}`,
  });
}

/** The page at /docs or /docs/es: every page with a line on what it has. */
export function renderOverview(groups: readonly NavigationGroup[], language: Language): string {
  const { documentation, lead } = PAGE_WORDS[language];
  const lists = groups.map(
    ({ name, pages }) =>
      `<section class="group"><h2>${escapeHtml(name)}</h2><ul>${pages
        .map(({ document, about }) => {
          const line = about === '' ? '' : `<span>${escapeHtml(about)}</span>`;
          return `<li>${linkTo(document, language)}${line}</li>`;
        })
        .join('')}</ul></section>`,
  );
  return frame({
    language,
    isTranslated: true,
    title: documentation,
    groups,
    here: inLanguage('', language),
    contents: '',
    main: `<article><h1>${documentation}</h1><p>${lead}</p><div class="groups">${lists.join('\n')}</div></article>`,
  });
}

export function renderMissingPage(groups: readonly NavigationGroup[], language: Language): string {
  const { missing, missingText } = PAGE_WORDS[language];
  return frame({
    language,
    isTranslated: false,
    title: missing,
    groups,
    here: undefined,
    contents: '',
    main: `<article><h1>${missing}</h1><p>${missingText}</p></article>`,
  });
}

interface Frame {
  language: Language;
  isTranslated: boolean;
  title: string;
  groups: readonly NavigationGroup[];
  /** The page that is shown, by its slug. */
  here: string | undefined;
  contents: string;
  main: string;
}

function frame({ language, isTranslated, title, groups, here, contents, main }: Frame): string {
  const words = PAGE_WORDS[language];
  const other = language === 'en' ? 'es' : 'en';
  const slug = isTranslated && here !== undefined ? here : '';
  const home = addressOf(inLanguage('', language));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Lonja</title>
<link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/docs.css">
${isTranslated ? alternates(slug) : ''}<script src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<a class="home" href="/"><img src="/docs/assets/mark.svg" alt="" width="24" height="24">Lonja</a>
<a class="docs" href="${home}">${words.documentation}</a>
<div class="search" data-index="/docs/assets/search${language === 'en' ? '' : `-${language}`}.json" data-nothing="${words.nothing}" data-failed="${words.failed}" hidden>
<label class="unseen" for="search">${words.searchLong}</label>
<input id="search" type="search" placeholder="${words.search}" autocomplete="off" spellcheck="false">
<div id="found" role="region" aria-label="${words.results}" aria-live="polite" hidden></div>
</div>
<a class="language" href="${addressOf(inLanguage(slug, other))}?lang=${other}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a>
<a class="api" href="/api/v1/docs">${words.explorer}</a>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages">${words.pages}</button>
</header>
<div class="columns">
<nav id="pages" aria-label="${words.documentation}">${navigation(groups, here, language)}</nav>
<main id="content" tabindex="-1">${main}</main>
${contents}
</div>
</body>
</html>
`;
}

/** What search engines and the script read: the same page in every language. */
function alternates(slug: string): string {
  const link = (language: string, name: string) =>
    `<link rel="alternate" hreflang="${language}" href="${addressOf(name)}">\n`;
  const all = LANGUAGES.map((language) => link(language, inLanguage(slug, language)));
  return [...all, link('x-default', inLanguage(slug, 'en'))].join('');
}

function addressOf(slug: string): string {
  return slug === '' ? '/docs' : `/docs/${slug}`;
}

/** A link to a page, which says where the page is in another language. */
function linkTo({ slug, title }: Document, language: Language, attributes = ''): string {
  const own = languageOf(slug);
  const mark = own === language ? '' : ` lang="${own}" hreflang="${own}"`;
  return `<a${attributes} href="${addressOf(slug)}"${mark}>${escapeHtml(title)}</a>`;
}

function navigation(
  groups: readonly NavigationGroup[],
  here: string | undefined,
  language: Language,
): string {
  return groups
    .map(({ name, pages }) => {
      const items = pages.map(({ document }) => {
        const mark = document.slug === here ? ' aria-current="page"' : '';
        return `<li>${linkTo(document, language, mark)}</li>`;
      });
      return `<h2>${escapeHtml(name)}</h2>\n<ul>${items.join('\n')}</ul>`;
    })
    .join('\n');
}

function contentsOf(headings: readonly Heading[], title: string): string {
  const inner = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = inner.length > MOST_CONTENTS ? inner.filter(({ depth }) => depth === 2) : inner;
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="${title}"><details><summary>${title}</summary>
<ul>${items.join('\n')}</ul></details></nav>`;
}

function neighbours(previous: Document | undefined, next: Document | undefined, language: Language): string {
  const words = PAGE_WORDS[language];
  const link = (document: Document | undefined, rel: 'prev' | 'next', word: string) => {
    if (document === undefined) return '<span></span>';
    const own = languageOf(document.slug);
    const title = escapeHtml(document.title);
    const text = own === language ? title : `<bdi lang="${own}">${title}</bdi>`;
    return `<a rel="${rel}" href="${addressOf(document.slug)}"><span>${word}</span> ${text}</a>`;
  };
  return `<nav class="neighbours" aria-label="${words.neighbours}">${link(previous, 'prev', words.previous)}${link(next, 'next', words.next)}</nav>`;
}
