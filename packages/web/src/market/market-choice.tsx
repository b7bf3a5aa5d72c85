import { useNavigate } from '@tanstack/react-router';
import { useLocale } from '../i18n/locale.ts';
import { Segmented } from '../ui/segmented.tsx';
import { useMarket } from './market.ts';
import { SHOWN_MARKETS } from './shown-markets.ts';

/** Whose prices pages show. The browser keeps it for all pages, and the address says it. */
export function MarketChoice() {
  const [market, choose] = useMarket();
  const navigate = useNavigate();
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (
    <Segmented
      label="MIBEL"
      value={market}
      choices={SHOWN_MARKETS.map(({ id: value, name }) => ({
        value,
        label: name ?? names.of(value.toUpperCase()) ?? value,
      }))}
      onChange={(wanted) => {
        choose(wanted);
        void navigate({ to: '.', search: (old) => ({ ...old, market: wanted }), replace: true });
      }}
    />
  );
}
