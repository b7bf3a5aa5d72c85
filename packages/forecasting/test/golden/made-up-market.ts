import { type DeliveryDay, addDays, dayNumber, dayStart, weekdayOf } from '../../src/market/delivery-day.ts';
import { nationalHolidaysAmong } from '../../src/market/holidays.ts';
import { HOUR_MS } from '../../src/market/madrid-time.ts';
import { buildPanel } from '../../src/data/build-panel.ts';
import type { Panel } from '../../src/data/panel.ts';
import { costSignal, laterAuctionSignal, relativeChange } from '../../src/data/price-signals.ts';
import { createNormal } from '../random-problem.ts';

export const FROM = '2023-01-01';
export const TO = '2025-06-18';

const HOURS_PER_DAY = 24;
const DAYS_PER_YEAR = 365.25;

/** Hourly columns of the made-up market by hour since the start of `FROM`, and its gas price by day. */
export interface MadeUpMarket {
  panel: Panel;
  load: Float64Array;
  wind: Float64Array;
  solar: Float64Array;
  /** Prices of the auctions after the day-ahead auction, on the panel's grid. */
  later: Float64Array[];
  gas: Float64Array;
}

/**
 * 900 days of a market that uses everything a model can use: prices crowd at a floor of 0, holidays lower the load but not its forecast,
 * a later auction and the gas price announce the next prices, inputs are missing on some days, and clocks change. Always the same
 * numbers.
 */
export function madeUpMarket(): MadeUpMarket {
  const normal = createNormal(41);
  const start = dayStart(FROM);
  const hours = (dayStart(addDays(TO, 1)) - start) / HOUR_MS;
  const dayOfHour = Int32Array.from({ length: hours }, (_, i) => dayRowOf(start + i * HOUR_MS));
  const dayCount = dayOfHour[hours - 1] + 1;
  const names: DeliveryDay[] = Array.from({ length: dayCount }, (_, d) => addDays(FROM, d));
  const holidays = nationalHolidaysAmong(names);

  const walk = (share: number, size: number) => {
    let state = 0;
    return Float64Array.from({ length: dayCount }, () => (state = share * state + size * normal()));
  };
  const gas = walk(0.995, 1.2).map((value) => Math.max(12, 34 + value));
  const shift = walk(0.6, 5);
  const heat = walk(0.9, 500);
  const clear = walk(0.5, 0.15);
  let wind = 0;
  let noise = 0;
  const columns = {
    load: new Float64Array(hours),
    wind: new Float64Array(hours),
    solar: new Float64Array(hours),
    price: new Float64Array(hours),
  };
  for (let i = 0; i < hours; i++) {
    const d = dayOfHour[i];
    const hour = new Date(start + i * HOUR_MS).getUTCHours() + 1;
    const season = Math.cos((2 * Math.PI * dayNumber(names[d])) / DAYS_PER_YEAR);
    const daytime = Math.sin((Math.PI * (hour - 5)) / 17);
    const weekend = weekdayOf(names[d]) >= 5 ? 3500 : 0;
    wind = 0.97 * wind + 900 * normal();
    noise = 0.8 * noise + 350 * normal();
    columns.load[i] = 25_000 + 5000 * daytime + 1500 * season - weekend + heat[d];
    columns.wind[i] = Math.max(200, 7500 + wind);
    columns.solar[i] = Math.max(0, daytime) ** 2 * 13_000 * Math.max(0.1, 0.7 - 0.3 * season + clear[d]);
    const holiday = holidays.has(names[d]) && weekend === 0 ? 4500 : 0;
    const residual = columns.load[i] - holiday - columns.wind[i] - columns.solar[i] + noise;
    const shortage = Math.log(1 + Math.exp((residual - 15_500) / 2000));
    columns.price[i] = gas[d] * shortage + Math.min(1, shortage) * (shift[d] + 1.5 * normal());
  }
  const series = (values: Float64Array) => ({ get: (at: number) => values[(at - start) / HOUR_MS] });
  const plain = buildPanel({
    from: FROM,
    to: TO,
    price: series(columns.price),
    exogenous: (['load', 'wind', 'solar'] as const).map((name) => ({
      name: `${name}.forecast`,
      values: series(columns[name].map((mw) => mw * (1 + 0.02 * normal()))),
    })),
  });
  // The step to the next day's shift is known from the later auction, by and large.
  const announced = plain.price.map((price, i) => {
    const d = Math.floor(i / HOURS_PER_DAY);
    return price + 0.8 * ((shift[d + 1] ?? 0) - shift[d]) + 1.5 * normal();
  });
  const changes = Float64Array.from(gas, (now, d) => (d === 0 ? 0 : relativeChange(gas[d - 1], now)));
  const panel: Panel = {
    ...plain,
    holidays,
    signals: [
      { name: 'price.later', values: laterAuctionSignal(plain, announced) },
      { name: 'gas.price', values: costSignal(plain, changes) },
    ],
  };
  const hide = (values: Float64Array, row: number, days = 1) =>
    values.fill(Number.NaN, row * HOURS_PER_DAY, (row + days) * HOURS_PER_DAY);
  const [load, windForecast, solar] = panel.exogenous.map(({ values }) => values);
  hide(solar, 0, 150);
  hide(windForecast, 400, 3);
  hide(windForecast, 880);
  hide(load, 700);
  hide(panel.price, 610);
  hide(panel.price, 893);
  const later = [announced, announced, announced].map((values, k) =>
    values.map((price) => price + (k === 0 ? 0 : k * 1.1 * normal())),
  );
  return { panel, load: columns.load, wind: columns.wind, solar: columns.solar, later, gas };
}

/** Days between the first day of the market and the one that holds an instant. */
function dayRowOf(instant: number): number {
  let row = Math.floor((instant - dayStart(FROM)) / (HOURS_PER_DAY * HOUR_MS));
  while (dayStart(addDays(FROM, row + 1)) <= instant) row++;
  while (dayStart(addDays(FROM, row)) > instant) row--;
  return row;
}
