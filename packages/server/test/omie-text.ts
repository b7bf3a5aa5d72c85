/**
 * Text of an OMIE price file with one period for each price of Spain; Portugal's prices are 1000 higher. With `bareDecimals` Spain's prices
 * below 1 in size have no leading zero (`.84`, `-.07`, `.00`), as in the files of the intraday auctions.
 */
export function omieText(
  day: string,
  spain: readonly number[],
  options: { header?: string; firstPeriod?: number; lineEnd?: string; bareDecimals?: boolean } = {},
): string {
  const { header = 'MARGINALPDBC;', firstPeriod = 1, lineEnd = '\r\n', bareDecimals = false } = options;
  const date = day.replaceAll('-', ';');
  const spanish = (price: number) =>
    bareDecimals && Math.abs(price) < 1 ? price.toFixed(2).replace(/^(-?)0/, '$1') : String(price);
  const rows = spain.map((price, i) => `${date};${firstPeriod + i};${price + 1000};${spanish(price)};`);
  return [header, ...rows, '*', ''].join(lineEnd);
}

/** 0, 1, 2, ... */
export function count(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
