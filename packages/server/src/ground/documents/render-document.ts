import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { PAGE_WORDS } from './page-words.ts';

export interface Heading {
  depth: number;
  text: string;
  id: string;
}

/** A part of a page, from one heading to the next. */
export interface Section extends Heading {
  /** The words below the heading. */
  body: string;
}

export interface RenderedDocument {
  html: string;
  headings: Heading[];
}

/** Where a link or picture of a document leads on the site; undefined: nowhere on it. */
export type ResolveLink = (href: string) => string | undefined;

/** Comments are left out, empty anchors kept; all other HTML of a document is shown as it is written. */
const COMMENT = /^\s*<!--[^<>]*-->\s*$/;
const ANCHOR = /^(<a id="[a-z\d-]+">|<\/a>)$/;

/** Renders Markdown to HTML in which every heading has the id that GitHub gives it. */
export function renderDocument(
  markdown: string,
  resolveLink: ResolveLink,
  { linkTo, inSource }: { linkTo: string; inSource: string } = PAGE_WORDS.en,
): RenderedDocument {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }) => (ANCHOR.test(text.trim()) ? text : COMMENT.test(text) ? '' : escapeHtml(text)),
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = slugger.slug(text);
        headings.push({ depth, text, id });
        const mark = `<a class="anchor" href="#${id}" aria-label="${linkTo} ${escapeHtml(text)}">#</a>`;
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}${depth > 1 ? mark : ''}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = resolveLink(href);
        if (target !== undefined) return `<a href="${escapeHtml(target)}">${text}</a>`;
        return `<span class="source" title="${inSource} ${escapeHtml(href)}">${text}</span>`;
      },
      image({ href, text }) {
        const target = resolveLink(href);
        return target === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(target)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code({ text, lang }) {
        // What follows the language says how a test uses the block.
        const [language = ''] = (lang ?? '').split(' ');
        const kind = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
        return `<pre tabindex="0"${kind}><code>${escapeHtml(text)}\n</code></pre>\n`;
      },
      table({ header, rows, align }) {
        const rowOf = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells
            .map((cell, index) => {
              const side = align[index] === null ? '' : ` class="${align[index]}"`;
              return `<${tag}${side}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
            })
            .join('')}</tr>`;
        const body = rows.map((row) => rowOf(row, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${rowOf(header, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

/** The sections of a document, for search. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  for (const token of new Marked({ gfm: true }).lexer(markdown)) {
    if (token.type === 'heading') {
      const text = plainText(token.tokens ?? []);
      sections.push({ depth: Number(token['depth']), text, id: slugger.slug(text), body: '' });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.body += ` ${plainText([token])}`;
    }
  }
  return sections.map((section) => ({ ...section, body: section.body.replaceAll(/\s+/g, ' ').trim() }));
}

/** Targets of all links and pictures of a document. */
export function linksOf(markdown: string): string[] {
  const links: string[] = [];
  const marked = new Marked({ gfm: true });
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if ((token.type === 'link' || token.type === 'image') && typeof token['href'] === 'string') {
      links.push(token['href']);
    }
  });
  return links;
}

/** What can be linked to in a document: headings and anchors. */
export function anchorsOf(markdown: string): Set<string> {
  const { html } = renderDocument(markdown, (href) => href);
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('');
}

function textOf(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ');
  }
  if (token.type === 'list') {
    const { items } = token as Tokens.List;
    return items.map((item) => plainText(item.tokens)).join(' ');
  }
  if ('tokens' in token && token.tokens !== undefined && token.tokens.length > 0) {
    return plainText(token.tokens);
  }
  return 'text' in token && typeof token.text === 'string' ? token.text : ' ';
}
