import type { ReasonTexts } from '@lonja/client/reasons';
import { en } from '@lonja/client/reasons/en';
import { es } from '@lonja/client/reasons/es';
import { pt } from '@lonja/client/reasons/pt';
import type { Locale } from '../config/locale.ts';
import { type Reasons, sayReasons } from './reasons.ts';

const TEXTS: Readonly<Record<Locale, ReasonTexts>> = { en, es, pt };

/** Reasons in the language of a reader, as in mail. */
export function reasonWords(reasons: Reasons, locale: Locale): string {
  return sayReasons(reasons, TEXTS[locale]);
}
