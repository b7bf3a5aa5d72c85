import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, type DeliveryDay, dayStart, HOUR_MS, isDeliveryDay } from '@lonja/forecasting/market';
import { UsageError } from '../errors.ts';

const NAME = /^marginalpdbc_(\d{4})(\d{2})(\d{2})\.(\d{1,2})$/i;

/** Hourly day-ahead prices of Spain by day, from a folder of OMIE's `marginalpdbc` files; of several revisions the highest. */
export async function readOmiePrices(
  folder: string,
): Promise<(day: DeliveryDay) => Promise<Map<number, number> | undefined>> {
  const newest = new Map<string, { revision: number; name: string }>();
  for (const name of await readdir(folder)) {
    const match = NAME.exec(name);
    if (match === null) continue;
    const [, year, month, dayOfMonth, revision] = match;
    const day = `${year}-${month}-${dayOfMonth}`;
    if ((newest.get(day)?.revision ?? -1) < Number(revision)) {
      newest.set(day, { revision: Number(revision), name });
    }
  }
  if (newest.size === 0) throw new UsageError(`${folder} has no marginalpdbc file of OMIE.`);
  return async (day) => {
    const file = newest.get(day);
    if (file === undefined || !isDeliveryDay(day)) return undefined;
    return hourlyPrices(await readFile(path.join(folder, file.name), 'latin1'), day, file.name);
  };
}

/** By start of the hour, epoch ms; the mean where prices are of quarters. Undefined for a file without prices. */
function hourlyPrices(text: string, day: DeliveryDay, name: string): Map<number, number> | undefined {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const fields = line.split(';').map((field) => field.trim());
    return /^\d{4}$/.test(fields[0]) ? [fields] : [];
  });
  if (rows.length === 0) return undefined;
  const hours = (dayStart(addDays(day, 1)) - dayStart(day)) / HOUR_MS;
  const perHour = rows.length / hours;
  const prices = rows.map((fields) => Number(fields[5] || Number.NaN));
  const isInOrder = rows.every((fields, i) => Number(fields[3]) === i + 1);
  if ((perHour !== 1 && perHour !== 4) || !isInOrder || prices.some((price) => !Number.isFinite(price))) {
    throw new UsageError(`${name} does not have the ${hours} hours, or their quarters, of its day.`);
  }
  return new Map(
    Array.from({ length: hours }, (_, hour) => {
      const parts = prices.slice(hour * perHour, (hour + 1) * perHour);
      return [dayStart(day) + hour * HOUR_MS, parts.reduce((sum, price) => sum + price, 0) / perHour];
    }),
  );
}
