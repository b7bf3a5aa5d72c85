import { useMessages } from '../i18n/locale.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Where mail lies that was not sent, for who has the service on this computer; nothing for all others. */
export function LocalMail() {
  const t = useMessages('parts.localMail');
  return LOOPBACK.has(location.hostname) ? <p className="text-sm text-faint">{t('local')}</p> : null;
}
