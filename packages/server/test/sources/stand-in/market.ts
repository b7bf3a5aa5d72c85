import { AUCTION_CALENDAR, type DeliveryDay, type Product, coveredPeriods } from '@lonja/forecasting/market';
import type { DayResolution } from '../payloads.ts';

/** What became of a market: its auctions and its power system, whoever publishes them when. */
export interface Market {
  /** OMIE's file of an auction as it came out first; undefined where there was no auction. */
  fileOf(product: Product, day: DeliveryDay): OmieFile | undefined;
  /** A series of the power system or the weather, as the connectors name it, over the hour that starts at an instant. */
  hourOf(series: string, start: number): number | undefined;
}

export interface OmieFile {
  /** As the source numbers it: a first publication can be a second revision. */
  revision: number;
  text: string;
}

export interface AuctionPrices {
  resolution: DayResolution;
  /** Prices of Spain by start of the period, EUR/MWh; none where the auction has no result. */
  prices: ReadonlyMap<number, number>;
}

/** Reads the prices of a file by their place alone; a reading of its own, so that the service's can be held against it. */
export function pricesOfFile(text: string, product: Product, day: DeliveryDay): AuctionPrices {
  const rows = text.split('\n').filter((line) => /^\d{4};/.test(line));
  const hours = coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H');
  const resolution = rows.length === hours.length ? 'PT1H' : 'PT15M';
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
  if (rows.length > 0 && rows.length !== starts.length) {
    throw new Error(`The file of ${product} of ${day} has ${rows.length} of ${starts.length} periods.`);
  }
  return {
    resolution,
    prices: new Map(rows.map((row, i) => [starts[i].start, Number(row.split(';')[5])])),
  };
}

/** A number that looks like chance and follows from two instants alone, from -1 to 1. */
export function wobble(start: number, salt = 0): number {
  return Math.sin(start / 1.7e7 + salt * 2.3) * Math.cos(start / 3.1e6 - salt);
}

export function toCents(value: number): number {
  return Math.round(100 * value) / 100;
}
