import type { DegradedReason } from '@lonja/client';
import { joinArticles } from '../i18n/join-articles.ts';
import { type Locale, wordsOf } from '../i18n/texts.ts';

type Code = Exclude<DegradedReason['code'], 'other'>;

/** Why a forecast is degraded, in the reader's language; in English where the service has no code for it. The area `reasons` is loaded. */
export function degradedReasons(reasons: readonly DegradedReason[], locale: Locale): string {
  return reasons.map((reason) => inWords(reason, locale)).join('; ');
}

function inWords(reason: DegradedReason, locale: Locale): string {
  const texts: Record<Code | 'standIn', string> = wordsOf('reasons.degraded', locale);
  const words: Readonly<Record<string, string>> = wordsOf('reasons.words', locale);
  // A service of a later release may have codes that are not known here.
  if (!isIn(reason.code, texts)) return reason.text;
  const word = (name: string | null) => words[name ?? ''] ?? name ?? '';
  const parts: Record<string, string> = {
    input: word(reason.input),
    stand_in: word(reason.stand_in),
    day: (reason.day ?? '').replace(/(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1'),
    known: String(reason.known ?? ''),
    wanted: String(reason.wanted ?? ''),
  };
  const fill = (text: string) =>
    joinArticles(
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? ''),
      locale,
    );
  const text = fill(texts[reason.code]);
  if (reason.stand_in === null) return text;
  parts['reason'] = text;
  return fill(texts.standIn);
}

function isIn<T extends object>(key: PropertyKey, texts: T): key is keyof T {
  return key in texts;
}
