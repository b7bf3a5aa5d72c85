/** Text of an OMIE price file with one period for each price of Spain; Portugal's prices are 1000 higher. */
export function omieText(
  day: string,
  spain: number[],
  options: { header?: string; firstPeriod?: number; lineEnd?: string } = {},
): string {
  const { header = 'MARGINALPDBC;', firstPeriod = 1, lineEnd = '\r\n' } = options;
  const date = day.replaceAll('-', ';');
  const rows = spain.map((price, i) => `${date};${firstPeriod + i};${price + 1000};${price};`);
  return [header, ...rows, '*', ''].join(lineEnd);
}

/** 0, 1, 2, ... */
export function count(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
