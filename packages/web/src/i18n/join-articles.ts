import type { Locale } from './texts.ts';

/** Words that a language joins where they meet, which texts that are put together of parts do not know. */
const JOINED: Readonly<Record<Locale, readonly (readonly [apart: RegExp, together: string])[]>> = {
  en: [],
  es: [[/\b(de|a) el /g, '$1l ']],
};

/** Spanish joins "de el" and "a el" into "del" and "al". */
export function joinArticles(text: string, locale: Locale): string {
  return JOINED[locale].reduce((joined, [apart, together]) => joined.replaceAll(apart, together), text);
}
