import { defineMessages } from '../i18n/define-messages.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import type { Comparison } from './comparison.ts';

export const messages = defineMessages({
  en: {
    compare: 'Compare with',
    previous: 'Previous run',
    morning: 'First run of that day',
    yesterday: 'Run of the day before',
    previousNone: 'No earlier run differs.',
    morningNone: 'The run shown is the first of its day.',
    yesterdayNone: 'The day before had no run.',
  },
  es: {
    compare: 'Comparar con',
    previous: 'Ejecución anterior',
    morning: 'Primera ejecución de ese día',
    yesterday: 'Ejecución del día anterior',
    previousNone: 'Ninguna ejecución anterior difiere.',
    morningNone: 'La ejecución mostrada es la primera de su día.',
    yesterdayNone: 'El día anterior no hubo ejecución.',
  },
});

/** A comparison in words: its run by its time, and why there is none. */
export function useCompared(comparison: Comparison) {
  const t = useMessages(messages);
  const format = useFormat();
  return {
    nameOf: (issuedAt: string | undefined) =>
      issuedAt === undefined ? t(comparison) : `${t(comparison)}, ${format.instant(issuedAt)}`,
    noneText: t(`${comparison}None`),
  };
}
