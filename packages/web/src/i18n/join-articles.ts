import type { Locale } from './texts.ts';

/** Words that a language joins where they meet, which texts that are put together of parts do not know. */
const JOINED: Readonly<Record<Locale, readonly (readonly [apart: RegExp, together: string])[]>> = {
  en: [],
  // "del" and "al".
  es: [[/\b(de|a) el /g, '$1l ']],
  // "do" and "da", "ao" and "à".
  pt: [
    [/\bde ([oa]) /g, 'd$1 '],
    [/(?<!\S)a o /g, 'ao '],
    [/(?<!\S)a a /g, 'à '],
  ],
};

/** A text with its prepositions and articles joined, as the language writes them. */
export function joinArticles(text: string, locale: Locale): string {
  return JOINED[locale].reduce((joined, [apart, together]) => joined.replaceAll(apart, together), text);
}
