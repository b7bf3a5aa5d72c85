import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import type { Comparison } from './comparison.ts';

/** A comparison in words: its run by its time, and why there is none. */
export function useCompared(comparison: Comparison) {
  const t = useMessages('shell.compared');
  const format = useFormat();
  return {
    nameOf: (issuedAt: string | undefined) =>
      issuedAt === undefined ? t(comparison) : `${t(comparison)}, ${format.instant(issuedAt)}`,
    noneText: t(`${comparison}None`),
  };
}
