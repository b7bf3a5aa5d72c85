import type { ImportedSeries } from '@lonja/client';

const SHOWN_SERIES = 4;

/**
 * How far imported series reach, a line for each feed of files and newest day: `csv to 2026-03-31: gas.price, load.forecast`. A series counts
 * once, at the resolution that reaches furthest.
 */
export function importLines(imports: readonly ImportedSeries[]): string[] {
  const reach = new Map<string, ImportedSeries>();
  for (const one of imports) {
    const key = `${one.source} ${one.series}`;
    const known = reach.get(key);
    if (known === undefined || known.newest_day < one.newest_day) reach.set(key, one);
  }
  const groups = Map.groupBy(reach.values(), ({ source, newest_day: day }) => `${source} to ${day}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([feed, series]) => {
      const names = series.map((one) => one.series);
      const rest = names.length - SHOWN_SERIES;
      return `${feed}: ${names.slice(0, SHOWN_SERIES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    });
}
