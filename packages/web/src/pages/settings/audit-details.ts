import { LANGUAGE_NAMES, type Locale, LOCALES, wordsOf } from '../../i18n/texts.ts';
import type { TextsIn } from '../../i18n/catalogues.ts';

type Words = Readonly<Record<string, string>>;

/** Fields whose values are what somebody wrote. */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'full_name',
  'label',
  'notes',
  'subject',
  'email',
  'account',
  'url',
]);
/** Before and after of one value, rather than a span of time. */
const SPANS = /^(webhook\.replayed|backfill\.started)$/;

/** The name of a detail in the reader's words; one that is not known here as the service writes it. */
export function detailName(name: string, { action, locale }: { action: string; locale: Locale }): string {
  const names = wordsOf('settings.auditNames', locale);
  const key = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!SPANS.test(action) && (key === 'from' || key === 'to')) {
    return names[key === 'from' ? 'before' : 'after'];
  }
  return (names as Words)[key] ?? key.replaceAll('_', ' ');
}

/** A detail's value in the reader's words. */
export function detailValue(name: string, value: unknown, locale: Locale): string {
  if (Array.isArray(value)) return value.map((one) => detailValue(name, one, locale)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const language = LOCALES.find((one) => name === 'locale' && one === text);
  if (language !== undefined) return LANGUAGE_NAMES[language];
  return WRITTEN.has(name) ? text : ((wordsOf('settings.auditValues', locale) as Words)[text] ?? text);
}

/** Whether an action has words. Newer services may know others. */
export function isKnownAction(action: string, locale: Locale): action is keyof TextsIn<'settings.audit'> {
  return action in wordsOf('settings.audit', locale);
}
