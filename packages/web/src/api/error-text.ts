import { LonjaError } from '@lonja/client';
import { defineMessages, type TextsOf } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';

const messages = defineMessages({
  en: {
    network: 'The service cannot be reached. Check your connection and try again.',
    timeout: 'The service took too long to respond. Try again.',
    wait: 'Too many requests. Try again in {seconds} seconds.',
    busy: 'The service is busy or starting. Try again in a few seconds.',
    failed: 'The service failed to respond. Try again. If it happens again, report request {id} to support.',
    forbidden: 'Your role or subscription does not include this.',
    missing: 'This does not exist or has been deleted.',
    credentials: 'The e-mail address, the password or the code is wrong.',
    invalid: 'Check the marked fields.',
    unexpected: 'An unexpected error occurred on this page. Reload it.',
  },
  es: {
    network: 'No se puede contactar con el servicio. Compruebe la conexión e inténtelo de nuevo.',
    timeout: 'El servicio ha tardado demasiado en responder. Inténtelo de nuevo.',
    wait: 'Demasiadas peticiones. Inténtelo de nuevo en {seconds} segundos.',
    busy: 'El servicio está ocupado o arrancando. Inténtelo de nuevo en unos segundos.',
    failed:
      'El servicio no ha podido responder. Inténtelo de nuevo. Si se repite, comunique la petición {id} a soporte.',
    forbidden: 'Su rol o su suscripción no incluyen esto.',
    missing: 'Esto no existe o se ha eliminado.',
    credentials: 'El correo, la contraseña o el código no son correctos.',
    invalid: 'Revise los campos marcados.',
    unexpected: 'Se ha producido un error inesperado en esta página. Vuelva a cargarla.',
  },
});

const PATIENCE_MS = 60_000;

/** What refusals mean in one place, by error code; they come before the general texts. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** Says in the reader's language what went wrong and what to do. */
export function useErrorText(own: ErrorTexts = {}): (error: unknown) => string {
  const t = useMessages(messages);
  return (error) => (error instanceof LonjaError ? own[error.error] : undefined) ?? errorText(error, t);
}

function errorText(error: unknown, t: TextsOf<typeof messages>): string {
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
