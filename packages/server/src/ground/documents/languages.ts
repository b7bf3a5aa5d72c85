/** Languages of the documentation. English pages are there for all; those of another language lie in a folder of its name. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

const SPANISH = 'es/';

export function isLanguage(word: string | null | undefined): word is Language {
  return LANGUAGES.some((language) => language === word);
}

/** The language of a file or a slug: `es`, `es/guides/webhooks` and all files below `es` are Spanish. */
export function languageOf(name: string): Language {
  return name === 'es' || name.startsWith(SPANISH) ? 'es' : 'en';
}

/** The name that the same page has in a language, whether it is there or not. */
export function inLanguage(name: string, language: Language): string {
  const english = languageOf(name) === 'es' ? name.slice(SPANISH.length) : name;
  if (language === 'en') return english;
  return english === '' ? 'es' : `${SPANISH}${english}`;
}
