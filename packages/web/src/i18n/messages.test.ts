import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { AreaTexts, LanguageModule } from './catalogues.ts';
import { LOCALES } from './texts.ts';

const FOLDER = path.join(import.meta.dirname, '../languages');

/** All texts of a language by `area.catalogue.key`, read by its own loader. */
async function textsOf(locale: string): Promise<Map<string, string>> {
  const { shell, rest }: LanguageModule = await import(path.join(FOLDER, `${locale}.ts`));
  const areas: [string, AreaTexts][] = [['shell', shell]];
  for (const [area, load] of Object.entries(rest)) areas.push([area, (await load()).texts]);
  return new Map(
    areas.flatMap(([area, catalogues]) =>
      Object.entries(catalogues).flatMap(([catalogue, texts]) =>
        Object.entries(texts).map(([key, text]) => [`${area}.${catalogue}.${key}`, text] as const),
      ),
    ),
  );
}

const languages = new Map(
  await Promise.all(LOCALES.map(async (locale) => [locale, await textsOf(locale)] as const)),
);
const english = languages.get('en') ?? new Map<string, string>();

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

test('every folder is a language of the application, and each loads all of its files', async () => {
  const names = await readdir(FOLDER);
  assert.deepEqual(names.toSorted(), LOCALES.flatMap((locale) => [locale, `${locale}.ts`]).toSorted());
  for (const locale of LOCALES) {
    const files = (await readdir(path.join(FOLDER, locale))).map((file) => file.replace('.ts', ''));
    const areas = new Set([...(languages.get(locale)?.keys() ?? [])].map((name) => name.split('.')[0]));
    assert.deepEqual([...areas].toSorted(), files.toSorted());
  }
});

test('every text is there in every language, with the same values in it', () => {
  assert.ok(english.size > 2000, `${english.size} texts`);
  for (const [locale, texts] of languages) {
    assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted(), locale);
    for (const [name, text] of texts) {
      assert.notEqual(text.trim(), '', `${locale}: ${name}`);
      assert.deepEqual(placeholders(text), placeholders(english.get(name) ?? ''), `${locale}: ${name}`);
    }
  }
});

test('no text shouts, and none is longer than a reader takes in at once', () => {
  for (const [locale, texts] of languages) {
    for (const [name, text] of texts) {
      assert.doesNotMatch(text, /[!¡]/, `${locale}: ${name}`);
      assert.ok(text.length <= 200, `${locale}: ${name} has ${text.length} characters: ${text}`);
    }
  }
});
