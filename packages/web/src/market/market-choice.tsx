import { useNavigate } from '@tanstack/react-router';
import { useLocale } from '../i18n/locale.ts';
import { Segmented } from '../ui/segmented.tsx';
import { MARKET_IDS, useMarket } from './market.ts';

/** Whose prices pages show. The browser keeps it for all pages, and the address says it. */
export function MarketChoice() {
  const [market, choose] = useMarket();
  const navigate = useNavigate();
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (
    <Segmented
      label="MIBEL"
      value={market}
      choices={MARKET_IDS.map((value) => ({ value, label: names.of(value.toUpperCase()) ?? value }))}
      onChange={(wanted) => {
        choose(wanted);
        void navigate({ to: '.', search: (old) => ({ ...old, market: wanted }), replace: true });
      }}
    />
  );
}
