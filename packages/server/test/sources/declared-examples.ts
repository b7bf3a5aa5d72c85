import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addDays, dayRange, dayStart, deliveryPeriods, isDeliveryDay } from '@lonja/forecasting/market';
import { type Declaration, parseDeclarations } from '../../src/market/connectors/declared/declaration.ts';

const FOLDER = path.join(import.meta.dirname, '../../../../deploy/sources');

/** A shipped declaration whose address is a server of the test, with other fields where they are given. */
export function exampleDeclaration(
  file: 'mibgas' | 'day-ahead-germany',
  baseUrl: string,
  change: object = {},
): Declaration {
  const [entry]: [{ url: string }] = JSON.parse(readFileSync(path.join(FOLDER, `${file}.json`), 'utf8'));
  const url = entry.url.replace(/^https:\/\/[^/]+/, baseUrl);
  const read = parseDeclarations([{ ...entry, url, privateNetwork: true, ...change }], {});
  if (!Array.isArray(read)) throw new Error(read.faults.join('; '));
  return read[0];
}

/** Gas as a year's file has it, up to the 1st of April 2026; undefined for other years. */
export function mibgasAnswer(url: URL): string | undefined {
  const year = /^\/mibgas_d1_(\d{4})\.csv$/.exec(url.pathname)?.[1];
  if (year !== '2025' && year !== '2026') return undefined;
  const days = dayRange(`${year}-01-01`, year === '2025' ? '2025-12-31' : '2026-03-31');
  const rows = days.map((day) => `${day},${addDays(day, 1)},${mibgasPrice(day)}`);
  return ['trading_day,delivery_day,price_eur_mwh', ...rows, ''].join('\n');
}

export function mibgasPrice(day: string): number {
  return Math.round(3000 + 500 * Math.sin(dayStart(day) / 5e8)) / 100;
}

/** Prices of a span of days in quarter hours, the newest first, as Energi Data Service orders them. */
export function energinetAnswer(url: URL): string | undefined {
  const [from, to] = ['start', 'end'].map((name) => url.searchParams.get(name) ?? '');
  if (url.pathname !== '/dataset/DayAheadPrices' || !isDeliveryDay(from) || !isDeliveryDay(to))
    return undefined;
  const { PriceArea: area } = JSON.parse(url.searchParams.get('filter') ?? '{}');
  const records = dayRange(from, addDays(to, -1)).flatMap((day) =>
    deliveryPeriods(day, 'PT15M').map(({ start }) => ({
      TimeUTC: new Date(start).toISOString().slice(0, 19),
      PriceArea: area[0],
      DayAheadPriceEUR: Math.round(6000 + 4000 * Math.sin(start / 9e6)) / 100,
    })),
  );
  const body = { total: records.length, dataset: 'DayAheadPrices', records: records.toReversed() };
  return JSON.stringify(body);
}
