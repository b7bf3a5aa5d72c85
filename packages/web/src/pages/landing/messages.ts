import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: { title: 'Spanish power prices, with honest bounds' },
  es: { title: 'Precios eléctricos de España, con su incertidumbre' },
});
