import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Notice } from '../ui/states.tsx';

const messages = defineMessages({
  en: { simulated: 'Simulated data: these are not market prices.' },
  es: { simulated: 'Datos simulados: no son precios del mercado.' },
});

/** Says plainly that what stands below is not the market. */
export function SimulatedLine({ simulated }: { simulated: boolean }) {
  const t = useMessages(messages);
  return simulated ? <Notice kind="warn">{t('simulated')}</Notice> : null;
}
