import { type Locale, wordsOf } from '../i18n/texts.ts';
import { joinArticles } from '../i18n/join-articles.ts';

const SOURCES: Record<string, string> = {
  omie: 'OMIE',
  redata: 'REData',
  'open-meteo': 'Open-Meteo',
  esios: 'ESIOS',
  entsoe: 'ENTSO-E',
  'energy-charts': 'Energy-Charts',
};

/** A source by the name that it has in the trade; one that the application does not know keeps its key. */
export function sourceName(source: string): string {
  return SOURCES[source] ?? source;
}

const BEFORE = Object.values(SOURCES).join('|');
/** What may be the key of a publication, with the source before it. */
const KEY = new RegExp(`(?:\\b(${BEFORE}) )?(?<![\\w.-])([a-z-]+\\.[a-z0-9]+)(?![\\w-]|\\.\\w)`, 'g');

/** A text with the publications in it by their names in place of their keys. The area `reasons` is loaded. */
export function withPublicationNames(text: string, locale: Locale): string {
  const names: Readonly<Record<string, string>> = wordsOf('reasons.publications', locale);
  const named = text.replace(KEY, (whole, source: string | undefined, key: string) => {
    const name = names[key];
    if (name === undefined) return whole;
    return source === undefined ? name : `${source}, ${name}`;
  });
  return joinArticles(named, locale);
}
