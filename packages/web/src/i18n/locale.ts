import { use, useMemo, useSyncExternalStore } from 'react';
import type { Area, Catalogue } from './catalogues.ts';
import { createStoredValue } from '../stored-value.ts';
import {
  areaOf,
  isLoaded,
  LOCALES,
  loadLanguage,
  type Locale,
  loadTexts,
  type Translate,
  translator,
} from './texts.ts';

const stored = createStoredValue('lonja.locale');
const listeners = new Set<() => void>();
let shown = chosenLocale();

/** The stored choice, otherwise the browser's language. */
function chosenLocale(): Locale {
  const wanted = stored.get() ?? navigator.language.slice(0, 2);
  return LOCALES.find((locale) => locale === wanted) ?? 'en';
}

/** The language in use. */
export function currentLocale(): Locale {
  return shown;
}

/** Keeps the choice and shows the language as soon as its texts are here. */
export async function setLocale(locale: Locale): Promise<void> {
  stored.set(locale);
  await showChosen();
}

/** Loads what every page says, and follows choices made in other tabs. */
export async function startLanguage(): Promise<void> {
  document.documentElement.lang = shown;
  await loadTexts(shown, 'shell');
  stored.subscribe(() => void showChosen().catch(() => undefined));
}

async function showChosen(): Promise<void> {
  const locale = chosenLocale();
  if (locale === shown) return;
  await loadLanguage(locale);
  // Somebody may have chosen otherwise meanwhile.
  if (locale !== chosenLocale()) return;
  shown = locale;
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language in use. With an area: once its texts are here. */
export function useLocale(area?: Area): Locale {
  const locale = useSyncExternalStore(subscribe, currentLocale);
  if (area !== undefined && !isLoaded(locale, area)) use(loadTexts(locale, area));
  return locale;
}

/** The texts of a catalogue in the reader's language. What is not loaded yet is waited for. */
export function useMessages<N extends Catalogue>(name: N): Translate<N> {
  const locale = useLocale(areaOf(name));
  return useMemo(() => translator(name, locale), [name, locale]);
}
