import type { Document } from './documents.ts';
import { escapeHtml } from './escape-html.ts';
import type { NavigationGroup } from './navigation.ts';
import { type Heading, type ResolveLink, renderDocument } from './render-document.ts';

export interface PageParts {
  document: Document;
  groups: readonly NavigationGroup[];
  previous: Document | undefined;
  next: Document | undefined;
  resolveLink: ResolveLink;
}

/** Above so many entries the table of contents has the second level alone. */
const MOST_CONTENTS = 40;

export function renderPage({ document, groups, previous, next, resolveLink }: PageParts): string {
  const { html, headings } = renderDocument(document.markdown, resolveLink);
  return frame({
    title: document.title,
    groups,
    here: document.slug,
    contents: contentsOf(headings),
    main: `<article>${html}</article>${neighbours(previous, next)}`,
  });
}

/** The page at /docs: every page with a line on what it has. */
export function renderOverview(groups: readonly NavigationGroup[]): string {
  const lists = groups.map(
    ({ name, pages }) =>
      `<section class="group"><h2>${escapeHtml(name)}</h2><ul>${pages
        .map(({ document, about }) => {
          const line = about === '' ? '' : `<span>${escapeHtml(about)}</span>`;
          return `<li><a href="/docs/${document.slug}">${escapeHtml(document.title)}</a>${line}</li>`;
        })
        .join('')}</ul></section>`,
  );
  const lead = `<p>Electricity price forecasts for Spain: how to get, use, check and run them. The
<a href="/docs/api-reference">API reference</a> has every route with an example; the
<a href="/api/v1/docs">API explorer</a> lets you try them.</p>`;
  return frame({
    title: 'Documentation',
    groups,
    here: '',
    contents: '',
    main: `<article><h1>Documentation</h1>${lead}<div class="groups">${lists.join('\n')}</div></article>`,
  });
}

export function renderMissingPage(groups: readonly NavigationGroup[]): string {
  const text = `There is no such page. <a href="/docs">All pages</a> are listed at /docs.`;
  return frame({
    title: 'Page not found',
    groups,
    here: undefined,
    contents: '',
    main: `<article><h1>Page not found</h1><p>${text}</p></article>`,
  });
}

interface Frame {
  title: string;
  groups: readonly NavigationGroup[];
  /** The page that is shown, by its slug. */
  here: string | undefined;
  contents: string;
  main: string;
}

function frame({ title, groups, here, contents, main }: Frame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Lonja</title>
<link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="/"><img src="/docs/assets/mark.svg" alt="" width="24" height="24">Lonja</a>
<a class="docs" href="/docs">Documentation</a>
<div class="search" hidden>
<label class="unseen" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false">
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</div>
<a class="api" href="/api/v1/docs">API explorer</a>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages">Pages</button>
</header>
<div class="columns">
<nav id="pages" aria-label="Documentation">${navigation(groups, here)}</nav>
<main id="content" tabindex="-1">${main}</main>
${contents}
</div>
</body>
</html>
`;
}

function navigation(groups: readonly NavigationGroup[], here: string | undefined): string {
  return groups
    .map(({ name, pages }) => {
      const items = pages.map(({ document: { slug, title } }) => {
        const mark = slug === here ? ' aria-current="page"' : '';
        return `<li><a href="/docs/${slug}"${mark}>${escapeHtml(title)}</a></li>`;
      });
      return `<h2>${escapeHtml(name)}</h2>\n<ul>${items.join('\n')}</ul>`;
    })
    .join('\n');
}

function contentsOf(headings: readonly Heading[]): string {
  const inner = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = inner.length > MOST_CONTENTS ? inner.filter(({ depth }) => depth === 2) : inner;
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>
<ul>${items.join('\n')}</ul></details></nav>`;
}

function neighbours(previous: Document | undefined, next: Document | undefined): string {
  const link = (document: Document | undefined, rel: 'prev' | 'next', word: string) =>
    document === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="/docs/${document.slug}"><span>${word}</span> ${escapeHtml(document.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
}
