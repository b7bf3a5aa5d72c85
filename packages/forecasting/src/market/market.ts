import type { DeliveryDay } from './delivery-day.ts';

/** What auctions a market can have, in order of time: the day-ahead auction and up to three after it. */
export type Auction = 'da' | 'ida1' | 'ida2' | 'ida3';
/** One of the auctions after the day-ahead one. */
export type IntradayAuction = Exclude<Auction, 'da'>;

/** A local time on a day counted from the delivery day: `{dayOffset: -1, time: '12:00'}` is noon of D-1. */
export interface RelativeTime {
  dayOffset: number;
  time: string;
}

/** An auction as its market holds it. Times are those of the market's delivery day. */
export interface AuctionTerms {
  auction: Auction;
  name: string;
  gateClosure: RelativeTime;
  /** When the auction's results are normally public: the availability of a price whose true publication is unknown. */
  resultsPublished: RelativeTime;
  /** First and last-plus-one local hour of the delivery day that the auction covers. */
  deliveryFromHour: number;
  deliveryToHour: number;
  /** When forecasts are issued, in order of time; none where the auction is not forecast. */
  scheduledRuns: RelativeTime[];
  /** First delivery day that the auction was held for. */
  auctionedFrom: DeliveryDay;
  /** First delivery day that was cleared in quarter hours, null for none; days before it were cleared in hours. */
  quarterHourlyFrom: DeliveryDay | null;
  /** Delivery days that one run forecasts. */
  horizonDays: number;
  /** Harmonised clearing-price limits, in the currency for a MWh. */
  priceLimits: { min: number; max: number };
  /** When forecasts of the power system are renewed ahead of an intraday auction, in time for its first run. */
  renewedAt?: RelativeTime;
  /** Whether forecasts of it are published; true where left out. */
  isForecast?: boolean;
}

/** Days that are like Sundays: on a date `MM-DD` of every year, so many days from Easter Sunday, or on a single day. */
export type Holiday =
  | { name: string; date: string }
  | { name: string; fromEaster: number }
  | { name: string; day: DeliveryDay };

/** A place whose weather stands for a share of the market's load, wind and solar capacity; each share adds up to 1 over the places. */
export interface WeatherPlace {
  latitude: number;
  longitude: number;
  load: number;
  wind: number;
  solar: number;
}

/** A market as data: everything that distinguishes it from another one. */
export interface Market {
  /** As `market_id` names it: lower-case letters and digits. */
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** EIC code of the bidding zone. */
  biddingZone: string;
  /** Zone of the tz database whose days are delivery days. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** The market from whose forecasts this one's are made; left out for a market with forecasts of its own. */
  reference?: string;
  /** In order of time, the day-ahead auction first. */
  auctions: readonly AuctionTerms[];
  holidays: readonly Holiday[];
  /** Where its solar plants are, on average: degrees north and east. */
  plants: { latitude: number; longitude: number };
  /** Whose weather forecasts of load, wind and sun read; none where they do without. */
  places: readonly WeatherPlace[];
  /** The least and the most that its power system and weather can show, by the beginning of the series' key. */
  plausible: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** EIC codes of the bidding zones whose flows are its net import. */
  neighbours: readonly string[];
  /** Names of the sources that publish of it. */
  sources: readonly string[];
  /** Whether the simulator makes up data of it. */
  isSimulated: boolean;
}
