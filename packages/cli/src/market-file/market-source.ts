import { option } from '../command/inputs.ts';

/** Where a market is read from: a file, or the service's store. */
export interface MarketSource {
  data?: string | undefined;
  fromStore?: string | undefined;
  /** Time zone of the market's days. */
  zone?: string | undefined;
}

/** Inputs of the commands that read a market. */
export const MARKET_INPUTS = {
  data: option(
    'file',
    'CSV or CSV.GZ of hours or quarter hours: local start, price, forecasts of other quantities',
  ),
  zone: option(
    'zone',
    "time zone of the market's days (default: as the file has them): times with an offset from UTC are moved to its clock, those without one are on it",
  ),
  fromStore: option(
    'series',
    "in place of a file: prices in the service's database, a product such as es-da or a series such as price.da.pt",
  ),
};
