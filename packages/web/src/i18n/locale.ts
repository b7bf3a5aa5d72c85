import { useMemo, useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';
import { LOCALES, type Locale, type Messages, type Translate, translator } from './define-messages.ts';

const stored = createStoredValue('lonja.locale');

/** The language in use: the stored choice, otherwise the browser's. */
export function currentLocale(): Locale {
  const wanted = stored.get() ?? navigator.language.slice(0, 2);
  return LOCALES.find((locale) => locale === wanted) ?? 'en';
}

export function setLocale(locale: Locale): void {
  stored.set(locale);
  document.documentElement.lang = locale;
}

export function useLocale(): Locale {
  return useSyncExternalStore(stored.subscribe, currentLocale);
}

/** The texts of `messages` in the reader's language. */
export function useMessages<E extends Record<string, string>>(messages: Messages<E>): Translate<E> {
  const locale = useLocale();
  return useMemo(() => translator(messages, locale), [messages, locale]);
}
