import { type FieldFault, LonjaError } from '@lonja/client';
import { type Translate } from '../i18n/texts.ts';
import { useMessages } from '../i18n/locale.ts';
import type { ErrorTexts } from './error-text.ts';

/** The faults of a refused form by field name, in the reader's language where the kind of fault is known; `own` has texts by kind. */
export function useFieldFaults(error: unknown, own: ErrorTexts = {}): Record<string, string> {
  const t = useMessages('parts.fieldFaults');
  if (!(error instanceof LonjaError) || typeof error.detail === 'string') return {};
  return Object.fromEntries(
    error.detail.map((fault) => [String(fault.loc.at(-1)), own[fault.type] ?? faultText(fault, t)]),
  );
}

function faultText({ type, msg }: FieldFault, t: Translate<'parts.fieldFaults'>): string {
  if (type === 'missing') return t('fieldMissing');
  if (type === 'too_small') return t('fieldShort');
  return type === 'too_big' ? t('fieldLong') : msg;
}
