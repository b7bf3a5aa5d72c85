import type { LonjaEvent } from '@lonja/client';
import { translator } from '../i18n/texts.ts';
import { currentLocale } from '../i18n/locale.ts';
import { storedMarket } from '../market/market.ts';
import { isProduct } from '../market/products.ts';
import { showToast } from '../ui/toast.tsx';

/** A note of what has come of the market that the reader looks at. */
export function announce({ event, data }: LonjaEvent): void {
  const { market_id: market, product } = data;
  if (market !== storedMarket() || !isProduct(product)) return;
  const locale = currentLocale();
  const t = translator('shell.announce', locale);
  const name = translator('shell.common', locale)(product);
  if (event === 'forecast.published') showToast(t('newForecast', { product: name }));
  if (event === 'prices.published') showToast(t('newPrices', { product: name }));
}
