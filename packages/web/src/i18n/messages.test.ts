import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const SOURCE = path.join(import.meta.dirname, '..');

interface Catalogue {
  file: string;
  en: Record<string, string>;
  es: Record<string, string>;
}

/** Catalogues in files of their own; those beside a component are held by the type of `defineMessages`. */
async function catalogues(): Promise<Catalogue[]> {
  const names = await readdir(SOURCE, { recursive: true });
  const files = names.filter((name) => name.endsWith('messages.ts') && !name.endsWith('define-messages.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(path.join(SOURCE, file)).href);
      return Object.values(exported)
        .filter(isCatalogue)
        .map(({ en, es }) => ({ file, en, es }));
    }),
  );
  return found.flat();
}

/** Such a file may hold something beside its catalogue, such as which of the texts go where. */
function isCatalogue(exported: unknown): exported is Omit<Catalogue, 'file'> {
  return typeof exported === 'object' && exported !== null && 'en' in exported && 'es' in exported;
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

test('every text is there in both languages, with the same values in it', async () => {
  const all = await catalogues();
  assert.ok(all.length >= 10, `${all.length} catalogues`);
  for (const { file, en, es } of all) {
    assert.deepEqual(Object.keys(es).toSorted(), Object.keys(en).toSorted(), file);
    for (const [key, text] of Object.entries(en)) {
      assert.notEqual(text.trim(), '', `${file}: ${key}`);
      assert.notEqual(es[key]?.trim(), '', `${file}: ${key}`);
      assert.deepEqual(placeholders(es[key] ?? ''), placeholders(text), `${file}: ${key}`);
    }
  }
});

test('no text shouts', async () => {
  for (const { file, en, es } of await catalogues()) {
    for (const text of [...Object.values(en), ...Object.values(es)]) assert.doesNotMatch(text, /[!¡]/, file);
  }
});

test('no text is longer than a reader takes in at once', async () => {
  for (const { file, en, es } of await catalogues()) {
    for (const text of [...Object.values(en), ...Object.values(es)]) {
      assert.ok(text.length <= 200, `${file}: ${text.length} characters: ${text}`);
    }
  }
});
