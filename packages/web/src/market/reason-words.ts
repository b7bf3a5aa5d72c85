import { type Reason, type ReasonTexts, sayReasons } from '@lonja/client/reasons';
import { type Locale, wordsOf } from '../i18n/texts.ts';
import { joinArticles } from '../i18n/join-articles.ts';
import { SOURCES } from './source-names.ts';

const BEFORE = Object.values(SOURCES).join('|');
/** What may be the key of a publication, with the source before it. */
const KEY = new RegExp(`(?:\\b(${BEFORE}) )?(?<![\\w.-])([a-z-]+\\.[a-z0-9]+)(?![\\w-]|\\.\\w)`, 'g');

/** What the service says of a failure: its codes, whatever their release. */
interface CodeRecord {
  code: string;
  parts: Reason['parts'];
}

/**
 * Why something failed or is missing, in the reader's language by its codes; the sentence as the service has it where a code is not known
 * here, as from a service of a later release. The area `reasons` is loaded.
 */
export function reasonWords(sentence: string, codes: readonly CodeRecord[], locale: Locale): string {
  const texts: ReasonTexts = wordsOf('reasons.failures', locale);
  const known = codes.filter((one): one is Reason => Object.hasOwn(texts, one.code));
  const isSaid = codes.length > 0 && known.length === codes.length;
  return withPublicationNames(isSaid ? sayReasons(known, texts) : sentence, locale);
}

/** A text with the publications in it by their names in place of their keys. */
function withPublicationNames(text: string, locale: Locale): string {
  const names: Readonly<Record<string, string>> = wordsOf('reasons.publications', locale);
  const named = text.replace(KEY, (whole, source: string | undefined, key: string) => {
    const name = names[key];
    if (name === undefined) return whole;
    return source === undefined ? name : `${source}, ${name}`;
  });
  return joinArticles(named, locale);
}
