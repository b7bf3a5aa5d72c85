import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const stored = createStoredValue('lonja.theme');

export function currentTheme(): Theme {
  const wanted = stored.get();
  return THEMES.find((theme) => theme === wanted) ?? 'system';
}

export function setTheme(theme: Theme): void {
  stored.set(theme === 'system' ? null : theme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(stored.subscribe, currentTheme);
}

/** Calls back after every change of the colours, whether chosen here, in another tab or by the system. */
export function onThemeChange(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const unsubscribe = stored.subscribe(listener);
  dark.addEventListener('change', listener);
  return () => {
    unsubscribe();
    dark.removeEventListener('change', listener);
  };
}

/** Keeps the page's colours those of the choice. Called once, before anything else listens. */
export function applyTheme(): void {
  onThemeChange(() => {
    const theme = currentTheme();
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  });
}
