import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  readReferenceParts,
  readReferenceTexts,
  renderReference,
} from './api-reference/read-api-reference.ts';
import { REFERENCE_WORDS } from './api-reference/reference-words.ts';
import { findDocuments, readDocuments } from './documents.ts';
import { inLanguage, languageOf } from './languages.ts';
import { linksOf, sectionsOf } from './render-document.ts';
import { openDocumentSite } from './site.ts';

const folder = findDocuments();
assert.ok(folder !== undefined);
const documents = await readDocuments(folder);
/** What is there in both languages. */
const TRANSLATED = /^(quick-start\.md$|(guides|concepts|recipes|api-reference)\/)/;
/** A block with its first line, which says how a test uses it. */
const BLOCK = /^ {0,3}```.*\n[^]*?^ {0,3}```$/gm;

const english = [...documents.keys()].filter((file) => TRANSLATED.test(file));
const spanish = [...documents.keys()].filter((file) => languageOf(file) === 'es');
const textOf = (file: string) => documents.get(file)?.markdown ?? '';

test('both languages have the same pages', () => {
  assert.ok(english.length > 30);
  assert.deepEqual(spanish, english.map((file) => inLanguage(file, 'es')).toSorted());
});

test('a page has the same blocks, headings, tables and numbers of rows in both languages', () => {
  const shape = (file: string) => ({
    blocks: textOf(file).match(BLOCK) ?? [],
    headings: sectionsOf(textOf(file)).map(({ depth }) => depth),
    rows: textOf(file)
      .split('\n')
      .filter((line) => line.startsWith('|')).length,
    links: linksOf(textOf(file)).length,
  });
  for (const file of english) assert.deepEqual(shape(inLanguage(file, 'es')), shape(file), file);
});

test('a block that is not run says so in both languages', () => {
  const untold = (file: string, words: RegExp) =>
    textOf(file)
      .split(/^ {0,3}```.*$/m)
      .map((lead) => words.test(lead));
  for (const file of english) {
    const own = inLanguage(file, 'es');
    assert.deepEqual(untold(own, /no probado\s+aquí/i), untold(file, /not tried\s+here/i), own);
  }
});

test('a Spanish page leads to the Spanish page where there is one', () => {
  const faults = spanish.flatMap((file) =>
    linksOf(textOf(file)).filter((href) => {
      if (/^[a-z][a-z\d+.-]*:/i.test(href) || /^[#/]/.test(href)) return false;
      const target = path.posix.join(path.posix.dirname(file), href.split('#')[0]);
      return languageOf(target) === 'en' && documents.has(inLanguage(target, 'es'));
    }),
  );
  assert.deepEqual(faults, []);
});

test('the navigation has the same files in both languages, and a line on each', async () => {
  const [own, theirs] = await Promise.all(
    ['es/navigation.json', 'navigation.json'].map(async (file) => {
      const groups: { folder?: string; pages: Record<string, string> }[] = JSON.parse(
        await readFile(path.join(folder, file), 'utf8'),
      );
      return groups;
    }),
  );
  const outline = (groups: typeof own) => groups.map((group) => [group.folder, Object.keys(group.pages)]);
  assert.deepEqual(outline(own), outline(theirs));
  assert.ok(own.every(({ pages }) => Object.values(pages).every((line) => line.length > 10)));
});

test('a page names its languages, and the switch leads from each to the other', async () => {
  const site = await openDocumentSite(folder);
  for (const file of [...english, ...spanish]) {
    const slug = documents.get(file)?.slug ?? '';
    const html = site.page(slug) ?? '';
    const [en, es] = [inLanguage(slug, 'en'), inLanguage(slug, 'es')];
    assert.match(html, new RegExp(`<html lang="${languageOf(file)}">`), file);
    assert.ok(html.includes(`<link rel="alternate" hreflang="en" href="/docs/${en}">`), file);
    assert.ok(html.includes(`<link rel="alternate" hreflang="es" href="/docs/${es}">`), file);
    const other = languageOf(file) === 'en' ? `/docs/${es}?lang=es` : `/docs/${en}?lang=en`;
    assert.ok(html.includes(`<a class="language" href="${other}"`), file);
  }
  const untranslated = site.page('errors') ?? '';
  assert.doesNotMatch(untranslated, /rel="alternate"/);
  assert.match(untranslated, /<a class="language" href="\/docs\/es\?lang=es"/);
  assert.match(site.page('es') ?? '', /<a href="\/docs\/errors" lang="en" hreflang="en">Errors<\/a>/);
});

test('every text that the API reference shows has its Spanish one, with the same code words and numbers, and none is left over', async () => {
  const shown = new Set<string>();
  const translate = (text: string) => {
    shown.add(text);
    return text;
  };
  renderReference(await readReferenceParts(folder), { words: REFERENCE_WORDS.en, translate });
  const texts = await readReferenceTexts(folder, 'es');
  assert.deepEqual(
    [...shown].filter((text) => !Object.hasOwn(texts, text)),
    [],
    'add them to docs/es/api-reference/texts.json',
  );
  assert.deepEqual(
    Object.keys(texts).filter((text) => !shown.has(text)),
    [],
    'no page shows them: delete them',
  );
  const names = (text: string) => (text.match(/`[^`]+`|\d+/g) ?? []).toSorted();
  const end = (text: string) => text.endsWith('.');
  for (const [text, own] of Object.entries(texts)) {
    assert.ok(own.trim() !== '', text);
    assert.deepEqual(names(own), names(text), text);
    assert.equal(end(own), end(text), text);
  }
});
