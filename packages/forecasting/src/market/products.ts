import {
  type DeliveryDay,
  addDays,
  deliveryPeriods,
  instantOf,
  type DeliveryPeriod,
} from './delivery-day.ts';

/** The intraday auctions, in order of time. */
export const INTRADAY_AUCTIONS = ['ida1', 'ida2', 'ida3'] as const;
/** One of the intraday auctions. */
export type IntradayAuction = (typeof INTRADAY_AUCTIONS)[number];
/** The auctions of the Iberian market, in order of time: the day-ahead auction and those after it. */
export const AUCTIONS = ['da', ...INTRADAY_AUCTIONS] as const;
/** One of the auctions. */
export type Auction = (typeof AUCTIONS)[number];

/** The bidding zones that the auctions clear in: Spain, and Portugal, whose price is that of Spain unless the border is congested. */
export const ZONES = ['es', 'pt'] as const;
/** One of the bidding zones. */
export type Zone = (typeof ZONES)[number];

/** What prices are forecast of: an auction in a zone. Those of Spain have the name of the auction. */
export type Product = Auction | `pt-${Auction}`;
/** All products: those of Spain in the order of their auctions, then those of Portugal. */
export const PRODUCTS: readonly Product[] = [
  ...AUCTIONS,
  ...AUCTIONS.map((auction) => `pt-${auction}` as const),
];

/** The product of an auction in a zone. */
export function productOf(zone: Zone, auction: Auction): Product {
  return zone === 'es' ? auction : `${zone}-${auction}`;
}

/** The zone that a product clears in. */
export function zoneOf(product: Product): Zone {
  return product.startsWith('pt-') ? 'pt' : 'es';
}

/** The auction of a product. */
export function auctionOf(product: Product): Auction {
  const auction = AUCTIONS.find((name) => product.endsWith(name));
  if (auction === undefined) throw new RangeError(`There is no product ${product}.`);
  return auction;
}

/** Delivery day from which the three intraday auctions exist; before it there were six sessions of another design. */
export const FIRST_INTRADAY_AUCTION_DAY: DeliveryDay = '2024-06-14';

/** A local time on a day counted from the delivery day: `{dayOffset: -1, time: '12:00'}` is noon of D-1. */
export interface RelativeTime {
  dayOffset: number;
  time: string;
}

/** The auction calendar of one product. Local times are Europe/Madrid. */
export interface ProductCalendar {
  product: Product;
  name: string;
  /** 1-3 for the intraday auctions, null for the day-ahead auction. */
  session: 1 | 2 | 3 | null;
  gateClosure: RelativeTime;
  /** When the auction's results are normally public: the availability of a price whose true publication is unknown. */
  resultsPublished: RelativeTime;
  /** First and last-plus-one local hour of the delivery day that the auction covers. */
  deliveryFromHour: number;
  deliveryToHour: number;
  /** In order of time. */
  scheduledRuns: RelativeTime[];
  /** First delivery day that was cleared in quarter hours; days before it were cleared in hours. */
  quarterHourlyFrom: DeliveryDay;
  /** Delivery days that one run forecasts. */
  horizonDays: number;
  /** Harmonised clearing-price limits, EUR/MWh. */
  priceLimits: { min: number; max: number };
}

const INTRADAY_LIMITS = { min: -9999, max: 9999 };

const CALENDAR_OF_SPAIN: Record<Auction, ProductCalendar> = {
  da: {
    product: 'da',
    name: 'Day-ahead',
    session: null,
    gateClosure: { dayOffset: -1, time: '12:00' },
    resultsPublished: { dayOffset: -1, time: '13:00' },
    deliveryFromHour: 0,
    deliveryToHour: 24,
    scheduledRuns: [
      { dayOffset: -1, time: '06:05' },
      // With the operator's forecasts, which come at about 10:00.
      { dayOffset: -1, time: '10:30' },
      // The last that can be bid with.
      { dayOffset: -1, time: '11:40' },
      // The last before the results.
      { dayOffset: -1, time: '12:05' },
      // With the results, for the days after.
      { dayOffset: -1, time: '13:30' },
    ],
    quarterHourlyFrom: '2025-10-01',
    horizonDays: 7,
    priceLimits: { min: -500, max: 4000 },
  },
  ida1: {
    product: 'ida1',
    name: 'Intraday auction 1',
    session: 1,
    gateClosure: { dayOffset: -1, time: '15:00' },
    resultsPublished: { dayOffset: -1, time: '15:30' },
    deliveryFromHour: 0,
    deliveryToHour: 24,
    scheduledRuns: [
      { dayOffset: -1, time: '13:30' },
      { dayOffset: -1, time: '14:30' },
    ],
    quarterHourlyFrom: '2025-03-19',
    horizonDays: 1,
    priceLimits: INTRADAY_LIMITS,
  },
  ida2: {
    product: 'ida2',
    name: 'Intraday auction 2',
    session: 2,
    gateClosure: { dayOffset: -1, time: '22:00' },
    resultsPublished: { dayOffset: -1, time: '22:30' },
    deliveryFromHour: 0,
    deliveryToHour: 24,
    scheduledRuns: [
      { dayOffset: -1, time: '20:30' },
      { dayOffset: -1, time: '21:30' },
    ],
    quarterHourlyFrom: '2025-03-19',
    horizonDays: 1,
    priceLimits: INTRADAY_LIMITS,
  },
  ida3: {
    product: 'ida3',
    name: 'Intraday auction 3',
    session: 3,
    gateClosure: { dayOffset: 0, time: '10:00' },
    resultsPublished: { dayOffset: 0, time: '10:30' },
    deliveryFromHour: 12,
    deliveryToHour: 24,
    scheduledRuns: [
      { dayOffset: 0, time: '08:30' },
      { dayOffset: 0, time: '09:30' },
    ],
    quarterHourlyFrom: '2025-03-19',
    horizonDays: 1,
    priceLimits: INTRADAY_LIMITS,
  },
};

/** The auction calendar. Both zones clear in the same auctions, so that Portugal's days are those of Madrid too. */
export const AUCTION_CALENDAR = Object.fromEntries(
  PRODUCTS.map((product) => [product, { ...CALENDAR_OF_SPAIN[auctionOf(product)], product }]),
) as Record<Product, ProductCalendar>;

/**
 * When forecasts of the power system are renewed ahead of each intraday auction: in time for its first run, and after the weather models'
 * runs of the morning, of noon and of midnight have come out.
 */
export const INTRADAY_RENEWALS: Record<IntradayAuction, RelativeTime> = {
  ida1: { dayOffset: -1, time: '13:00' },
  ida2: { dayOffset: -1, time: '20:00' },
  ida3: { dayOffset: 0, time: '08:00' },
};

/** The products of the auctions held before that of a product for the same delivery day and zone, in their order. */
export function auctionsBefore(product: Product): Product[] {
  const before = AUCTIONS.slice(0, AUCTIONS.indexOf(auctionOf(product)));
  return before.map((auction) => productOf(zoneOf(product), auction));
}

/** The instant of a relative time for one delivery day. */
export function instantFor(deliveryDay: DeliveryDay, relative: RelativeTime): number {
  return instantOf(addDays(deliveryDay, relative.dayOffset), relative.time);
}

/** The delivery periods of a day that a product covers: IDA3 has only those from local noon on. */
export function coveredPeriods(
  calendar: ProductCalendar,
  day: DeliveryDay,
  resolution: 'PT15M' | 'PT1H',
): DeliveryPeriod[] {
  return deliveryPeriods(day, resolution).filter(
    (period) => period.hour >= calendar.deliveryFromHour && period.hour < calendar.deliveryToHour,
  );
}
