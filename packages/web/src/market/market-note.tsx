import { useMessages } from '../i18n/locale.ts';
import { Notice } from '../ui/states.tsx';
import { useMarket } from './market.ts';

/** Where a reader in Lisbon would trip; nothing while Spain is shown. */
export function MarketNote() {
  const t = useMessages('parts.marketNote');
  return useMarket()[0] === 'pt' && <p className="text-sm text-faint">{t('days')}</p>;
}

/** On pages without Portugal, while it is chosen. */
export function SpainAloneNote() {
  const t = useMessages('parts.marketNote');
  return useMarket()[0] === 'pt' && <Notice kind="info">{t('spain')}</Notice>;
}
