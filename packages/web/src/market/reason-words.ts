import { type Reason, type ReasonTexts, sayReasons } from '@lonja/client/reasons';
import { type Locale, wordsOf } from '../i18n/texts.ts';
import { withPublicationNames } from './source-names.ts';

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
