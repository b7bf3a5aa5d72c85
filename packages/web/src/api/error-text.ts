import { type FieldFault, LonjaError } from '@lonja/client';
import { defineMessages, type TextsOf } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';

const messages = defineMessages({
  en: {
    network: 'The service cannot be reached. Check your connection and try again.',
    timeout: 'The service took too long to answer. Try again.',
    wait: 'Too many requests. Try again in {seconds} seconds.',
    busy: 'The service is busy or starting. Try again in a few seconds.',
    failed: 'The service failed to answer. Try again; if it happens again, report {id}.',
    forbidden: 'Your role or subscription does not include this.',
    missing: 'This does not exist, or no longer.',
    credentials: 'E-mail address, password or code is wrong.',
    invalid: 'Check the marked fields.',
    unexpected: 'This page met an unexpected error. Reload it.',
    fieldMissing: 'Fill this in.',
    fieldShort: 'This is too short.',
    fieldLong: 'This is too long.',
    password_length: 'Choose a password of 8 to 128 characters.',
    password_common: 'This password is among the commonest and would be guessed.',
    password_repetition: 'Repetitions and sequences, such as “aaaaaaaa” or “abcd1234”, are guessed at once.',
    password_disguise: 'This is one of the commonest passwords with figures or signs around it.',
    password_address: 'Without what is in your e-mail address, fewer than 8 characters are left.',
    password_organisation: 'Without the name of your organisation, fewer than 8 characters are left.',
  },
  es: {
    network: 'No se puede contactar con el servicio. Compruebe la conexión e inténtelo de nuevo.',
    timeout: 'El servicio ha tardado demasiado en responder. Inténtelo de nuevo.',
    wait: 'Demasiadas peticiones. Inténtelo de nuevo en {seconds} segundos.',
    busy: 'El servicio está ocupado o arrancando. Inténtelo de nuevo en unos segundos.',
    failed: 'El servicio no ha podido responder. Inténtelo de nuevo; si se repite, comunique {id}.',
    forbidden: 'Su rol o su suscripción no incluyen esto.',
    missing: 'Esto no existe o ya no existe.',
    credentials: 'El correo, la contraseña o el código no son correctos.',
    invalid: 'Revise los campos marcados.',
    unexpected: 'Esta página ha encontrado un error inesperado. Vuelva a cargarla.',
    fieldMissing: 'Rellene este campo.',
    fieldShort: 'Es demasiado corto.',
    fieldLong: 'Es demasiado largo.',
    password_length: 'Elija una contraseña de 8 a 128 caracteres.',
    password_common: 'Esta contraseña es de las más comunes y se adivinaría.',
    password_repetition:
      'Las repeticiones y secuencias, como «aaaaaaaa» o «abcd1234», se adivinan enseguida.',
    password_disguise: 'Es una de las contraseñas más comunes con cifras o signos alrededor.',
    password_address: 'Sin lo que figura en su correo quedan menos de 8 caracteres.',
    password_organisation: 'Sin el nombre de su organización quedan menos de 8 caracteres.',
  },
});

const PASSWORD_RULES = [
  'password_length',
  'password_common',
  'password_repetition',
  'password_disguise',
  'password_address',
  'password_organisation',
] as const;

const PATIENCE_MS = 60_000;

/** What refusals mean in one place, by error code; they come before the general texts. */
export type ErrorTexts = Readonly<Record<string, string>>;

/** Says in the reader's language what went wrong and what to do. */
export function useErrorText(own: ErrorTexts = {}): (error: unknown) => string {
  const t = useMessages(messages);
  return (error) => (error instanceof LonjaError ? own[error.error] : undefined) ?? errorText(error, t);
}

/** The faults of a refused form by field name, in the reader's language where the kind of fault is known. */
export function useFieldFaults(error: unknown): Record<string, string> {
  const t = useMessages(messages);
  if (!(error instanceof LonjaError) || typeof error.detail === 'string') return {};
  return Object.fromEntries(error.detail.map((fault) => [String(fault.loc.at(-1)), faultText(fault, t)]));
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

function faultText({ type, msg }: FieldFault, t: TextsOf<typeof messages>): string {
  if (type === 'missing') return t('fieldMissing');
  if (type === 'too_small') return t('fieldShort');
  const rule = PASSWORD_RULES.find((name) => name === type);
  if (rule !== undefined) return t(rule);
  return type === 'too_big' ? t('fieldLong') : msg;
}
