import type { LonjaEvent } from '@lonja/client';
import { commonMessages } from '../i18n/common-messages.ts';
import { defineMessages, translator } from '../i18n/define-messages.ts';
import { currentLocale } from '../i18n/locale.ts';
import { storedMarket } from '../market/market.ts';
import { isProduct } from '../market/products.ts';
import { showToast } from '../ui/toast.tsx';

const messages = defineMessages({
  en: { newForecast: 'New forecast: {product}', newPrices: 'Prices published: {product}' },
  es: { newForecast: 'Previsión nueva: {product}', newPrices: 'Precios publicados: {product}' },
});

/** A note of what has come of the market that the reader looks at. */
export function announce({ event, data }: LonjaEvent): void {
  const { market_id: market, product } = data;
  if (market !== storedMarket() || !isProduct(product)) return;
  const locale = currentLocale();
  const t = translator(messages, locale);
  const name = translator(commonMessages, locale)(product);
  if (event === 'forecast.published') showToast(t('newForecast', { product: name }));
  if (event === 'prices.published') showToast(t('newPrices', { product: name }));
}
