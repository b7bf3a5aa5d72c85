/**
 * How far an indexed price `a + price`, with `a` by access period, lies from the published PVPC, and why the service gives no PVPC.
 *
 * Run: node benchmarks/accuracy/published-pvpc.ts ../shared/data > benchmarks/accuracy/published-pvpc.md
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AccessPeriod, accessPeriodOf, deliveryDayOf } from '@lonja/forecasting/market';

/** Replies of ESIOS for indicator 1001; the peninsula is zone 8741. A whole series was not to be had. */
const FILES = ['indicator-pvpc-30-09-2025.json', 'indicator-pvpc-01-10-2025.json'];
const DAY_OF_ALL = 'aishieo_price_data.json';
const PENINSULA = 8741;
const FIRST_DAY = '2025-09-30';

interface Indicator {
  values: { value: number; datetime_utc: string; geo_id: number }[];
}

const [folder = '../shared/data'] = process.argv.slice(2);
const readJson = (file: string) =>
  JSON.parse(readFileSync(path.join(folder, 'samples/esios', file), 'utf8')) as Record<string, Indicator>;
const published = [...FILES.map((file) => readJson(file)['indicator']), readJson(DAY_OF_ALL)['1001']]
  .flatMap(({ values }) => values)
  .filter(({ geo_id: zone }) => zone === PENINSULA);

const prices = new Map<number, number>();
for (const line of gunzipSync(readFileSync(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz')))
  .toString()
  .split('\n')
  .slice(1)) {
  const [start, , price] = line.split(',');
  if (price !== undefined && price !== '') prices.set(Date.parse(start), Number(price));
}

const hours = published.map(({ value, datetime_utc: time }) => {
  const start = Date.parse(time);
  const price = prices.get(start);
  if (price === undefined) throw new Error(`The panel has no price of ${time}.`);
  return {
    day: deliveryDayOf(start),
    period: accessPeriodOf(start, 'peninsula'),
    pvpc: value,
    above: value - price,
  };
});
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const cell = (value: number) => value.toFixed(2);

/** What the PVPC was above the day-ahead price on the first day, EUR/MWh. */
const above = Object.fromEntries(
  (['p1', 'p2', 'p3'] as const).map((period) => [
    period,
    mean(hours.filter((hour) => hour.day === FIRST_DAY && hour.period === period).map((hour) => hour.above)),
  ]),
) as Record<AccessPeriod, number>;

const rows = [...Map.groupBy(hours, ({ day, period }) => `${day} ${period}`).entries()].toSorted(([a], [b]) =>
  a < b ? -1 : 1,
);
console.log(`# An indexed price against the published PVPC

Of the published PVPC (ESIOS indicator 1001, peninsula, EUR/MWh before taxes) single days were to be had and no series; three of them are compared. The
indexed price is the day-ahead price of the hour plus a constant of its access period: what the PVPC was above the price on ${FIRST_DAY}, by period.
On that day itself the constant fits by construction. Three days say what the size of the error is, not what it will be.

| day, period | hours | above the price, mean | mean PVPC | mean error of the indexed price | mean absolute error |
|---|---|---|---|---|---|
${rows
  .map(([name, ofName]) => {
    const errors = ofName.map((hour) => above[hour.period] - hour.above);
    const [day, period] = name.split(' ');
    const mae = mean(errors.map((error) => Math.abs(error)));
    const means = [
      mean(ofName.map((hour) => hour.above)),
      mean(ofName.map((hour) => hour.pvpc)),
      mean(errors),
      mae,
    ];
    return `| ${day} ${period.toUpperCase()} | ${ofName.length} | ${means.map(cell).join(' | ')} |`;
  })
  .join('\n')}

What the PVPC has beside price, tolls and charges is not in the day-ahead price: since 2024 a share of it follows futures (Real Decreto 446/2023), and the
adjustment services of the hour are part of it. Neither is forecast here.

Regenerate: \`node benchmarks/accuracy/published-pvpc.ts ../shared/data > benchmarks/accuracy/published-pvpc.md\`.`);
