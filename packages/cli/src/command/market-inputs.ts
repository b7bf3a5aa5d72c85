import type { ForecastRun, MarketProduct, PriceRecord } from '@lonja/client';
import { deliveryDay } from '../output/madrid-time.ts';
import { choice, flag, sentAs, withDefault } from './inputs.ts';
import { dayInput } from './time-inputs.ts';

export const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'] as const satisfies MarketProduct['product'][];
const MARKETS = [
  'day-ahead',
  'intraday-1',
  'intraday-2',
  'intraday-3',
] as const satisfies PriceRecord['market'][];

export const MARKET_ID = 'es';

export const productInput = withDefault(choice('product', 'market product', PRODUCTS), 'da');
export const marketInput = withDefault(choice('market', 'market', MARKETS), 'day-ahead');
export const quarterHoursInput = flag('quarter hours instead of hours');

/** The first and the last day of a span; `lastDays` says how long it is when none is named. */
export function spanInputs(lastDays: number) {
  return {
    from: sentAs('date_from', dayInput(`first day (default: ${lastDays} days before the last)`)),
    to: sentAs('date_to', withDefault(dayInput('last day'), 'yesterday')),
  };
}

/** The days as the service takes them. */
export function spanOf(
  { from, to }: { from: string | undefined; to: string },
  lastDays: number,
): { date_from: string; date_to: string } {
  return { date_from: from ?? deliveryDay(Date.parse(`${to}T12:00:00Z`), -lastDays), date_to: to };
}

export function resolutionOf(quarterHours: true | undefined): ForecastRun['resolution'] {
  return quarterHours === true ? 'PT15M' : 'PT1H';
}
