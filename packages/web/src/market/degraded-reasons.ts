import type { DegradedReason } from '@lonja/client';
import { type DegradedTexts, isDegradedCode, sayDegraded } from '@lonja/client/reasons/degraded';
import { joinArticles } from '../i18n/join-articles.ts';
import { type Locale, wordsOf } from '../i18n/texts.ts';

/** Why a forecast is degraded, in the reader's language; in English where the service has no code for it. The area `degraded` is loaded. */
export function degradedReasons(reasons: readonly DegradedReason[], locale: Locale): string {
  return reasons.map((reason) => inWords(reason, locale)).join('; ');
}

function inWords({ code, text, ...parts }: DegradedReason, locale: Locale): string {
  const names: DegradedTexts['names'] = wordsOf('degraded.names', locale);
  const texts: DegradedTexts = { ...wordsOf('degraded.reasons', locale), names };
  // A service of a later release may have codes that are not known here.
  if (!isDegradedCode(code, texts)) return text;
  const day = parts.day?.replace(/(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1');
  const nameOf = (key: string) => (Object.hasOwn(names, key) ? names[key as keyof typeof names] : key);
  return joinArticles(sayDegraded({ ...parts, code, day }, texts, nameOf), locale);
}
