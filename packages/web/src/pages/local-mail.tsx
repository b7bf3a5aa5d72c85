import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';

const messages = defineMessages({
  en: {
    local:
      'Does no mail come? Without SMTP_URL the service sends none: each mail is a file in the folder outbox of its data folder, usually data/outbox.',
  },
  es: {
    local:
      '¿No llega el correo? Sin SMTP_URL el servicio no envía ninguno: cada mensaje es un archivo de la carpeta outbox de su carpeta de datos, normalmente data/outbox.',
  },
});

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Where mail lies that was not sent, for who has the service on this computer; nothing for all others. */
export function LocalMail() {
  const t = useMessages(messages);
  return LOOPBACK.has(location.hostname) ? <p className="text-sm text-faint">{t('local')}</p> : null;
}
