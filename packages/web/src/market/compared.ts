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
    comparedRun: '{name}, {issued}',
    previousNone: 'No earlier run forecast other prices for this day.',
    morningNone: 'There was no earlier run on the day of the run shown.',
    yesterdayNone: 'There was no run for this day on the day before the run shown.',
    someMissing: 'There is none for {days}.',
  },
  es: {
    compare: 'Comparar con',
    previous: 'Ejecución anterior',
    morning: 'Primera ejecución de ese día',
    yesterday: 'Ejecución del día anterior',
    comparedRun: '{name}, {issued}',
    previousNone: 'Ninguna ejecución anterior preveía otros precios para este día.',
    morningNone: 'El día de la ejecución mostrada no hubo otra anterior.',
    yesterdayNone: 'El día anterior a la ejecución mostrada no hubo ninguna para este día.',
    someMissing: 'No la hay para {days}.',
  },
});

/** A comparison in words: its run by its time, and why there is none. */
export function useCompared(comparison: Comparison) {
  const t = useMessages(messages);
  const format = useFormat();
  return {
    nameOf: (issuedAt: string | undefined) =>
      issuedAt === undefined
        ? t(comparison)
        : t('comparedRun', { name: t(comparison), issued: format.instant(issuedAt) }),
    noneText: t(`${comparison}None`),
  };
}
