import type { ForecastRun, MarketProduct, PriceRecord } from '@lonja/client';
import { type Zone, ZONES } from '@lonja/forecasting/market';
import { deliveryDay } from '../output/madrid-time.ts';
import { InvalidArgumentError } from 'commander';
import { type Input, choice, flag, otherNameOf, sentAs, withDefault } from './inputs.ts';
import { dayInput } from './time-inputs.ts';

export const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'] as const satisfies MarketProduct['product'][];
const MARKETS = [
  'day-ahead',
  'intraday-1',
  'intraday-2',
  'intraday-3',
] as const satisfies PriceRecord['market'][];

type Product = (typeof PRODUCTS)[number];

const MARKET_OF = {
  da: 'day-ahead',
  ida1: 'intraday-1',
  ida2: 'intraday-2',
  ida3: 'intraday-3',
} as const satisfies Record<Product, (typeof MARKETS)[number]>;

/** Of every command that asks for what belongs to a market. */
export const marketIdInput = sentAs('market_id', withDefault(anyMarket(choice('id', 'market', ZONES)), 'es'));

/** Of commands whose answers there are of Spain alone. */
export const spainInput = sentAs('market_id', withDefault(choice('id', 'market, Spain alone', ['es']), 'es'));

/** The market of events, which are listed together too. */
export const eventMarketInput = sentAs(
  'market_id',
  withDefault(anyMarket(choice('id', 'market of the events', [...ZONES, 'all'])), 'es'),
);

const productInput = withDefault(choice('product', 'market product', PRODUCTS), 'da');

/** `--market`: the products by the names of their auctions, for `--product`. */
export function marketInput<const T extends Product>(products: readonly T[]) {
  const names = products.map((product) => MARKET_OF[product]);
  const input: Input<string | undefined> = choice('market', 'the product by the name of its auction', names);
  return otherNameOf<T | undefined>(['product'], {
    ...input,
    initial: undefined,
    parse(text) {
      const name = input.parse(text);
      return products.find((product) => MARKET_OF[product] === name);
    },
  });
}

/** The auction that a command is about: `--market-id es --product da`, or `--market day-ahead`. */
export const auctionInputs = {
  marketId: marketIdInput,
  product: productInput,
  market: marketInput(PRODUCTS),
};

/** Beside the markets that are named, those of other services. */
function anyMarket(input: Input<string | undefined>): Input<string | undefined> {
  return { ...input, parse: parseMarketId };
}

/** The service says which there are. */
export function parseMarketId(text: string): string {
  if (/^[a-z][a-z0-9]{1,11}$/.test(text)) return text;
  throw new InvalidArgumentError('It is not the id of a market, such as es; "lonja markets" lists them.');
}

/** The name of a product on routes that take `market`. */
export function marketOf(product: Product): (typeof MARKETS)[number] {
  return MARKET_OF[product];
}

/** The product for a heading: `day-ahead`, and with its market where that is not Spain. */
export function headingOf(marketId: Zone, product: Product): string {
  return marketId === 'es' ? MARKET_OF[product] : `${marketId} ${MARKET_OF[product]}`;
}

export const quarterHoursInput = flag('quarter hours instead of hours');

/** The names that the service has for the ends of a span, for `--from` and `--to`, and one day for both. */
export function otherSpanNames(dayOf: typeof dayInput = dayInput) {
  return {
    date: otherNameOf(['from', 'to'], dayOf('one day instead of --from and --to')),
    dateFrom: otherNameOf(['from'], dayOf('the same as --from')),
    dateTo: otherNameOf(['to'], dayOf('the same as --to')),
  };
}

/** The first and the last day of a span; `lastDays` says how long it is when none is named. */
export function spanInputs(lastDays: number) {
  return {
    from: sentAs('date_from', dayInput(`first day (default: ${lastDays} days before the last)`)),
    to: sentAs('date_to', withDefault(dayInput('last day'), 'yesterday')),
    ...otherSpanNames(),
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
