import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Language,
  LANGUAGES,
  inLanguage,
  isLanguage,
  languageOf,
} from '../ground/documents/languages.ts';
import { type DocumentSite, openDocumentSite } from '../ground/documents/site.ts';
import { PAGE_POLICY } from '../ground/http/protection.ts';
import { etagOf, type HeldReply, holdReply, matchingTag, sendHeld } from '../ground/http/held-reply.ts';
import { preferredLanguage } from '../ground/http/accept.ts';

export interface DocumentPagesOptions {
  /** The folder of the Markdown files. */
  folder: string;
  /** The folder of the built web application, which has the font; undefined while it is being built. */
  application: (() => string | undefined) | undefined;
}

const ASSETS = path.resolve(import.meta.dirname, '../ground/documents/assets');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};
const PICTURE = /^images\/[\w-]+\.svg$/;
const takesHtml = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html');
const FONT = /^inter-latin.*\.woff2$/;
const DAY = 'public, max-age=86400';
/** What the reader chose by the switch; the script of the pages reads it too. */
const LANGUAGE_COOKIE = 'lonja_docs_language';
const KEPT_SECONDS = 365 * 86_400;
const SEARCH: Readonly<Record<string, Language>> = {
  'assets/search.json': 'en',
  'assets/search-es.json': 'es',
};

/** The documentation at /docs. Whatever was sent once is held: pages, style sheet, script, pictures and the search index. */
export async function documentPages(app: FastifyInstance, options: DocumentPagesOptions): Promise<void> {
  const { folder, application } = options;
  const held = new Map<string, HeldReply>();
  let site: Promise<DocumentSite> | undefined;
  const openSite = () => (site ??= openDocumentSite(folder));
  const route = { compress: false, schema: { hide: true } } as const;

  app.get('/docs', route, (request, reply) => sendPage(request, reply, ''));
  app.get('/docs/assets/inter.woff2', route, sendFont);
  app.get<{ Params: { '*': string } }>('/docs/*', route, async (request, reply) => {
    const name = request.params['*'];
    const file = await fileOf(name);
    if (file !== undefined) return sendHeld(request, reply, file);
    const slug = name.replace(/(\/README)?\.md$/, '').replace(/\/+$/, '');
    if (slug === name) return sendPage(request, reply, slug);
    if (name.endsWith('.md') && !takesHtml(request)) return sendMarkdown(request, reply, name);
    const { search } = new URL(request.url, 'http://localhost');
    const known = slug === '' || (await openSite()).page(slug) !== undefined;
    return known
      ? reply.header('Vary', 'Accept').redirect(slug === '' ? '/docs' : `/docs/${slug}${search}`, 301)
      : missing(request, reply);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, slug: string) {
    const chosen = new URL(request.url, 'http://localhost').searchParams.get('lang');
    if (isLanguage(chosen)) return keepLanguage(request, reply, slug, chosen);
    const elsewhere = await preferredPage(request, slug);
    if (elsewhere !== undefined) return leadTo(reply, elsewhere);
    const known = held.get(slug);
    if (known !== undefined) return sendHeld(request, reply, known);
    const html = (await openSite()).page(slug);
    if (html === undefined) return missing(request, reply);
    const page = holdReply(html, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': PAGE_POLICY,
    });
    held.set(slug, page);
    return sendHeld(request, reply, page);
  }

  /** The switch of languages: the choice is kept, and the page is shown under its own address. */
  async function keepLanguage(request: FastifyRequest, reply: FastifyReply, slug: string, chosen: Language) {
    const page = (await openSite()).translation(slug, chosen) ?? inLanguage('', chosen);
    if ((await openSite()).page(slug) === undefined) return missing(request, reply);
    void reply.header(
      'Set-Cookie',
      `${LANGUAGE_COOKIE}=${chosen}; Path=/docs; Max-Age=${KEPT_SECONDS}; SameSite=Lax`,
    );
    return leadTo(reply, page);
  }

  /** Where a browser is led from an English address: a reader of Spanish to the Spanish page. A Spanish address is what it says. */
  async function preferredPage(request: FastifyRequest, slug: string): Promise<string | undefined> {
    if (languageOf(slug) !== 'en' || !takesHtml(request)) return undefined;
    const { [LANGUAGE_COOKIE]: kept } = parseCookie(request.headers.cookie ?? '');
    const language = isLanguage(kept) ? kept : preferredLanguage(request.headers, LANGUAGES);
    return language === 'es' ? (await openSite()).translation(slug, 'es') : undefined;
  }

  function leadTo(reply: FastifyReply, slug: string) {
    return reply
      .headers({ 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Language, Cookie' })
      .redirect(slug === '' ? '/docs' : `/docs/${slug}`, 302);
  }

  /** The file itself, for programs. */
  async function sendMarkdown(request: FastifyRequest, reply: FastifyReply, name: string) {
    const key = `markdown ${name}`;
    const known = held.get(key);
    if (known !== undefined) return sendHeld(request, reply, known);
    const markdown = (await openSite()).markdown(name);
    if (markdown === undefined) return reply.callNotFound();
    const file = holdReply(markdown, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
    held.set(key, file);
    return sendHeld(request, reply, file);
  }

  async function missing(request: FastifyRequest, reply: FastifyReply) {
    if (!takesHtml(request)) return reply.callNotFound();
    const language = languageOf(new URL(request.url, 'http://localhost').pathname.replace(/^\/docs\/?/, ''));
    const html = (await openSite()).missingPage(language);
    return reply
      .code(404)
      .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': PAGE_POLICY, Vary: 'Accept' })
      .type('text/html; charset=utf-8')
      .send(html);
  }

  /** What the pages take beside themselves; undefined: no such file. */
  async function fileOf(name: string): Promise<HeldReply | undefined> {
    const known = held.get(name);
    if (known !== undefined && path.extname(name) !== '') return known;
    const text = await readAsset(name);
    if (text === undefined) return undefined;
    const file = holdReply(text, {
      'Content-Type': TYPES[path.extname(name)] ?? 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
    held.set(name, file);
    return file;
  }

  async function readAsset(name: string): Promise<string | undefined> {
    const language = SEARCH[name];
    if (language !== undefined) return (await openSite()).searchIndex(language);
    if (/^assets\/(docs\.css|docs\.js|mark\.svg)$/.test(name)) {
      return readFile(path.join(ASSETS, path.basename(name)), 'utf8');
    }
    if (!PICTURE.test(name)) return undefined;
    return readFile(path.join(folder, name), 'utf8').catch(() => undefined);
  }

  /** The font of the web application, whose file has another name with every build. */
  async function sendFont(request: FastifyRequest, reply: FastifyReply) {
    const assets = path.join(application?.() ?? '', 'assets');
    const names: string[] = application?.() === undefined ? [] : await readdir(assets).catch(() => []);
    const font = names.find((name) => FONT.test(name));
    if (font === undefined) return reply.callNotFound();
    const bytes = await readFile(path.join(assets, font));
    const etag = etagOf(bytes);
    void reply.headers({ 'Cache-Control': DAY, ETag: etag });
    if (matchingTag(request.headers['if-none-match'], etag) !== undefined) return reply.code(304).send();
    return reply.type('font/woff2').send(bytes);
  }
}
