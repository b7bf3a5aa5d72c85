import { type FieldFault, LonjaError } from '@lonja/client';
import { defineMessages, type TextsOf } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import type { ErrorTexts } from './error-text.ts';

const messages = defineMessages({
  en: {
    fieldMissing: 'This field is required.',
    fieldShort: 'The value is too short or too small.',
    fieldLong: 'The value is too long or too large.',
  },
  es: {
    fieldMissing: 'Este campo es obligatorio.',
    fieldShort: 'El valor es demasiado corto o pequeño.',
    fieldLong: 'El valor es demasiado largo o grande.',
  },
});

/** The faults of a refused form by field name, in the reader's language where the kind of fault is known; `own` has texts by kind. */
export function useFieldFaults(error: unknown, own: ErrorTexts = {}): Record<string, string> {
  const t = useMessages(messages);
  if (!(error instanceof LonjaError) || typeof error.detail === 'string') return {};
  return Object.fromEntries(
    error.detail.map((fault) => [String(fault.loc.at(-1)), own[fault.type] ?? faultText(fault, t)]),
  );
}

function faultText({ type, msg }: FieldFault, t: TextsOf<typeof messages>): string {
  if (type === 'missing') return t('fieldMissing');
  if (type === 'too_small') return t('fieldShort');
  return type === 'too_big' ? t('fieldLong') : msg;
}
