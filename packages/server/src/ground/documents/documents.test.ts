import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findDocuments, readDocuments } from './documents.ts';
import { LANGUAGES, inLanguage, languageOf } from './languages.ts';
import { readNavigation } from './navigation.ts';
import { anchorsOf, linksOf, renderDocument, sectionsOf } from './render-document.ts';
import { openDocumentSite } from './site.ts';

const folder = findDocuments();
assert.ok(folder !== undefined);
const project = path.dirname(folder);
const documents = await readDocuments(folder);

test('every document is in the navigation once, and every file that it names is there', async () => {
  const groups = await readNavigation(folder, documents);
  const shown = groups.flatMap(({ pages }) => pages.map(({ document }) => document.file));
  const own = [...documents.keys()].filter((file) => languageOf(file) === 'en');
  assert.deepEqual(shown.toSorted(), own.toSorted());
  const file: { pages: Record<string, string> }[] = JSON.parse(
    await readFile(path.join(folder, 'navigation.json'), 'utf8'),
  );
  const named = file.flatMap(({ pages }) => Object.keys(pages));
  assert.deepEqual(
    named.filter((name) => !documents.has(name)),
    [],
  );
});

/** What is written for those who work on the project, beside what is served. */
const OWN = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...globSync('packages/{*,server/src/*}/README.md', { cwd: project }).toSorted(),
];

test('what is written for developers leads to files and headings that are there', async () => {
  assert.ok(OWN.length > 14);
  const faults: string[] = [];
  for (const file of OWN) {
    for (const href of linksOf(await readFile(path.join(project, file), 'utf8'))) {
      if (/^[a-z][a-z\d+.-]*:/i.test(href)) continue;
      const [target, anchor] = href.split('#');
      const named = path.join(project, path.dirname(file), target === '' ? path.basename(file) : target);
      if (!existsSync(named)) faults.push(`${file}: ${href}`);
      else if (anchor !== undefined && !anchorsOf(await readFile(named, 'utf8')).has(anchor))
        faults.push(`${file}: ${href}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('every link and anchor within the documents and to files of the project leads somewhere', async () => {
  const faults: string[] = [];
  const anchors = new Map([...documents].map(([file, { markdown }]) => [file, anchorsOf(markdown)]));
  for (const { file, markdown } of documents.values()) {
    for (const href of linksOf(markdown)) {
      if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('/')) continue;
      const [target, anchor] = href.split('#');
      const name = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
      const known = anchors.get(name) ?? (await outsideAnchors(name));
      if (anchor !== undefined && known !== undefined && !known.has(anchor)) faults.push(`${file}: ${href}`);
      if (!documents.has(name) && !existsSync(path.join(folder, name))) faults.push(`${file}: ${href}`);
    }
  }
  assert.deepEqual(faults, []);
});

/** Anchors of a Markdown file beside the documents, such as the README of the project. */
async function outsideAnchors(name: string): Promise<Set<string> | undefined> {
  if (!name.endsWith('.md') || !existsSync(path.join(folder ?? '', name))) return undefined;
  return anchorsOf(await readFile(path.join(folder ?? '', name), 'utf8'));
}

test('every link of the pages leads to a page, a heading or a picture of the site', async () => {
  const site = await openDocumentSite(folder);
  const pages = new Map(
    [
      ...LANGUAGES.map((language) => inLanguage('', language)),
      ...[...documents.values()].map(({ slug }) => slug),
    ].map((slug) => [slug, site.page(slug) ?? '']),
  );
  const faults: string[] = [];
  for (const [slug, html] of pages) {
    assert.ok(html.includes(`<html lang="${languageOf(slug)}">`), slug);
    for (const [, href] of html.matchAll(/ href="([^"]+)"/g)) {
      const { pathname, hash } = new URL(href, `http://localhost/docs/${slug}`);
      if (!href.startsWith('#') && !href.startsWith('/docs')) continue;
      if (pathname.startsWith('/docs/assets/') || pathname.startsWith('/docs/images/')) continue;
      const page = pages.get(pathname.replace(/^\/docs\/?/, ''));
      if (
        page === undefined ||
        (hash !== '' && !page.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
      ) {
        faults.push(`${slug}: ${href}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

/** Their tables are made from the OpenAPI document, a row for each field with its whole description. */
const REFERENCE = /^(es\/)?api-reference\//;

test('no line of a document is longer than 200 characters, but rows of tables of the API reference', async () => {
  const texts = new Map([...documents].map(([file, { markdown }]) => [file, markdown]));
  for (const file of OWN) texts.set(file, await readFile(path.join(project, file), 'utf8'));
  const faults = [...texts].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, i) =>
        line.length > 200 && !(REFERENCE.test(file) && line.startsWith('|')) ? [`${file}:${i + 1}`] : [],
      ),
  );
  assert.deepEqual(faults, []);
});

test('HTML in a document is shown as text, and a link that runs a script is none', () => {
  const { html } = renderDocument(
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](data:z)',
    (href) => (href.startsWith('/') ? href : undefined),
  );
  assert.doesNotMatch(html, /<script|href="javascript|src="data/);
  assert.match(html, /&lt;script&gt;/);
});

test('headings of the same text have addresses of their own, as on GitHub', () => {
  const { headings } = renderDocument('# A `b`\n\n## Once\n\n## Once\n', (href) => href);
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a-b', 'once', 'once-1'],
  );
  assert.deepEqual(
    sectionsOf('# A\n\nFirst *word*.\n\n## B\n\n| c |\n|---|\n| d |\n').map(({ id, body }) => [id, body]),
    [
      ['a', 'First word.'],
      ['b', 'c d'],
    ],
  );
});

test('the colours are those of the web application', async () => {
  const [own, theirs] = await Promise.all(
    ['packages/server/src/ground/documents/assets/docs.css', 'packages/web/src/tokens.css'].map((file) =>
      readFile(path.join(project, file), 'utf8'),
    ),
  );
  const colours = [...own.matchAll(/^ {2}--[a-z-]+: light-dark\(.+\);$/gm)].map(([line]) => line);
  assert.equal(colours.length, 10);
  assert.deepEqual(
    colours.filter((line) => !theirs.includes(line)),
    [],
  );
});

test('the page of errors says of every code of the API what it means, its cause, its remedy and whether to try again', async () => {
  const source = await readFile(path.join(project, 'packages/server/src/ground/errors.ts'), 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);
  assert.ok(codes.length > 15);
  const sections = (documents.get('errors.md')?.markdown ?? '').split('\n### ');
  for (const code of codes) {
    const section = sections.find((text) => text.startsWith(`\`${code}\``)) ?? '';
    const said = [...section.matchAll(/^- \*\*(.+)\.\*\*/gm)].map(([, label]) => label);
    assert.deepEqual(said, ['Meaning', 'Typical cause', 'What to do', 'Try again'], code);
  }
});
