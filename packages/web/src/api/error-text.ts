import { LonjaError } from '@lonja/client';
import { type Translate } from '../i18n/texts.ts';
import { useMessages } from '../i18n/locale.ts';

const PATIENCE_MS = 60_000;

/** What refusals mean in one place, by error code; they come before the general texts. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** Says in the reader's language what went wrong and what to do. */
export function useErrorText(own: ErrorTexts = {}): (error: unknown) => string {
  const t = useMessages('shell.errorText');
  return (error) => (error instanceof LonjaError ? own[error.error] : undefined) ?? errorText(error, t);
}

function errorText(error: unknown, t: Translate<'shell.errorText'>): string {
  if (!(error instanceof LonjaError)) return t('unexpected');
  const { status } = error;
  if (error.error === 'invalid_credentials') return t('credentials');
  if (status === 0) return error.error === 'timeout' ? t('timeout') : t('network');
  if (status === 403) return t('forbidden');
  if (status === 404) return t('missing');
  if (status === 422 && typeof error.detail !== 'string') return t('invalid');
  if (status === 429) return t('wait', { seconds: Math.ceil((error.retryAfterMs ?? PATIENCE_MS) / 1000) });
  if (status === 503) return t('busy');
  return status >= 500 ? t('failed', { id: error.request_id }) : error.message;
}
