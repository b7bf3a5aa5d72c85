import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Notice } from '../ui/states.tsx';
import { useMarket } from './market.ts';

const messages = defineMessages({
  en: {
    days: 'Delivery days are those of Madrid, for Portugal too: from 23:00 to 23:00 in Lisbon. Its intraday auctions have prices and no forecasts.',
    spain: 'This page is of Spain alone; Portugal, which is chosen, has none of it.',
  },
  es: {
    days: 'Los días de entrega son los de Madrid, también para Portugal: de 23:00 a 23:00 en Lisboa. De sus intradiarios hay precios y no previsiones.',
    spain: 'Esta página es solo de España; de Portugal, el mercado elegido, no hay nada de esto.',
  },
});

/** Where a reader in Lisbon would trip; nothing while Spain is shown. */
export function MarketNote() {
  const t = useMessages(messages);
  return useMarket()[0] === 'pt' && <p className="text-sm text-faint">{t('days')}</p>;
}

/** On pages without Portugal, while it is chosen. */
export function SpainAloneNote() {
  const t = useMessages(messages);
  return useMarket()[0] === 'pt' && <Notice kind="info">{t('spain')}</Notice>;
}
