/**
 * What the PVPC of `packages/server/src/desk/integrations` errs against the published one, and the terms that it has where the caller gives
 * none, which come from one published day.
 *
 * Run: node benchmarks/accuracy/published-pvpc.ts ../shared/data > benchmarks/accuracy/published-pvpc.md
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type DeliveryDay,
  accessPeriodOf,
  addDays,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import { meanOf } from '@lonja/forecasting/metrics';
import {
  billPrice,
  type BillTerms,
  PVPC_TERMS,
} from '../../packages/server/src/desk/integrations/bill-price.ts';

/** Replies of ESIOS for indicator 1001; the peninsula is zone 8741. A whole series was not to be had. */
const FILES = [
  'PRICES_ESIOS_1001_2024_03_09.json',
  'indicator-pvpc-30-09-2025.json',
  'indicator-pvpc-01-10-2025.json',
];
const DAY_OF_ALL = 'aishieo_price_data.json';
const PENINSULA = 8741;
/** The day whose components were to be had: the terms are fitted to it. */
const FITTED_DAY = '2025-09-21';
/** Days of the year of the fitted one, on which the error that the service states was measured. */
const STATED_YEAR = '2025';
/** Tolls, charges and capacity payments of 2024, EUR/kWh; those of 2025 are the service's. */
const ACCESS_2024 = { p1: 0.0779, p2: 0.028117, p3: 0.002752 };

interface Indicator {
  values: { value: number; datetime_utc: string; geo_id: number }[];
}
type Component = 'PCB' | 'PMHPCB' | 'SAHPCB' | 'FOMPCB' | 'FOSPCB' | 'TEUPCB' | 'CCVPCB' | 'TAHPCB';

const [folder = '../shared/data'] = process.argv.slice(2);
const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, 'samples/esios', file), 'utf8'));
const readLines = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(1);

const published = [
  ...FILES.map((file) => (readJson(file) as { indicator: Indicator }).indicator),
  (readJson(DAY_OF_ALL) as Record<string, Indicator>)['1001'],
]
  .flatMap(({ values }) => values)
  .filter(({ geo_id: zone }) => zone === PENINSULA)
  .map(({ value, datetime_utc: time }) => ({ start: Date.parse(time), pvpc: value }));

const prices = new Map<number, number>();
for (const line of readLines(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'))) {
  const [start, , price] = line.split(',');
  if (price !== '') prices.set(Date.parse(start), Number(price));
}
interface Point {
  value: number;
  p10: number;
  p90: number;
}
const forecasts = new Map<number, Point>();
for (const line of readLines(
  path.join(import.meta.dirname, 'forecasts/spain-2025-26-with-price-signals.csv.gz'),
)) {
  const [start, value, p10, p90] = line.split(',');
  forecasts.set(Date.parse(start), { value: Number(value), p10: Number(p10), p90: Number(p90) });
}

const priceOf = (start: number) => prices.get(start) ?? NaN;
const startsOf = (day: DeliveryDay) => deliveryPeriods(day, 'PT1H').map(({ start }) => start);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const cell = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(2));

/** As the service does where no price of futures is sent. */
function priceOfPastYear(day: DeliveryDay): number {
  const to = dayStart(day);
  const from = dayStart(addDays(day, -365));
  return meanOf([...prices].filter(([start]) => start >= from && start < to).map(([, price]) => price));
}

// The terms, from the components of one day.
const components = (readJson('pvpc-21-09-2025.json') as { PVPC: Record<Component, string>[] }).PVPC.map(
  (hour, i) => ({
    price: priceOf(startsOf(FITTED_DAY)[i]),
    of: (name: Component) => Number(hour[name].replace(',', '.')),
  }),
);
const losses = sumOf(components.map(({ of }) => of('PMHPCB'))) / sumOf(components.map(({ price }) => price));
const services = components.map(({ of }) => of('SAHPCB') / losses);
const [meanPrice, meanService] = [meanOf(components.map(({ price }) => price)), meanOf(services)];
const slope =
  sumOf(components.map(({ price }, i) => (price - meanPrice) * (services[i] - meanService))) /
  sumOf(components.map(({ price }) => (price - meanPrice) ** 2));
const futures = components.map(({ of }) => of('TAHPCB') / losses);
const impliedFutures = meanPrice + meanOf(futures) / 0.4;
const fees = meanOf(components.map(({ of }) => of('FOMPCB') + of('FOSPCB') + of('CCVPCB')));

const fitted: [string, string, string][] = [
  ['losses, percent', ((losses - 1) * 100).toFixed(1), `${PVPC_TERMS.lossesPercent}`],
  [
    'adjustment services, EUR/MWh',
    `${(meanService - slope * meanPrice).toFixed(1)} ${slope.toFixed(3)} * price`,
    `${PVPC_TERMS.adjustment.eurPerMwh} ${PVPC_TERMS.adjustment.byPrice} * price`,
  ],
  ['marketing costs, operators, EUR/kWh', (fees / 1000).toFixed(4), `${PVPC_TERMS.surchargeEurPerKwh}`],
  [
    'tolls and charges of P3, EUR/kWh',
    (components[0].of('TEUPCB') / 1000).toFixed(5),
    `${PVPC_TERMS.accessEurPerKwh.p3}`,
  ],
  ['futures less mean price, times 40 %, EUR/MWh', meanOf(futures).toFixed(2), 'by the price of futures'],
];

// The error, on the other days.
function termsOf(day: DeliveryDay, futuresEurPerMwh: number): BillTerms {
  const { lossesPercent: all } = PVPC_TERMS;
  return {
    surchargeEurPerKwh: PVPC_TERMS.surchargeEurPerKwh,
    zone: 'peninsula',
    accessEurPerKwh: day < '2025-01-01' ? ACCESS_2024 : PVPC_TERMS.accessEurPerKwh,
    lossesPercent: { p1: all, p2: all, p3: all },
    adjustment: PVPC_TERMS.adjustment,
    futures: { percent: PVPC_TERMS.futuresPercent, eurPerMwh: futuresEurPerMwh },
    electricityTax: [],
    tax: [],
  };
}

const days = [...Map.groupBy(published, ({ start }) => deliveryDayOf(start)).entries()]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([day, hours]) => {
    const terms = termsOf(day, priceOfPastYear(day));
    const unhedged = { ...terms, futures: undefined };
    const mean = meanOf(hours.map(({ start }) => priceOf(start)));
    const expected = meanOf(hours.map(({ start }) => forecasts.get(start)?.value ?? NaN));
    return hours.map(({ start, pvpc }) => {
      const point = forecasts.get(start);
      const bill = (price: number, dayMean: number, by = terms) =>
        1000 * billPrice(start, { price, dayMean }, by);
      return {
        day,
        period: accessPeriodOf(start, 'peninsula').toUpperCase(),
        pvpc,
        error: bill(priceOf(start), mean) - pvpc,
        unhedged: bill(priceOf(start), mean, unhedged) - pvpc,
        forecast: bill(point?.value ?? NaN, expected) - pvpc,
        market: (point?.value ?? NaN) - priceOf(start),
        within:
          point !== undefined && pvpc >= bill(point.p10, expected) && pvpc <= bill(point.p90, expected)
            ? 1
            : 0,
      };
    });
  });
type Hour = (typeof days)[number][number];
const maeOf = (hours: readonly Hour[], of: (hour: Hour) => number) =>
  meanOf(hours.map((hour) => Math.abs(of(hour))));

function row(name: string, hours: readonly Hour[]): string {
  const hasForecast = hours.every(({ forecast }) => !Number.isNaN(forecast));
  const cells = [
    meanOf(hours.map(({ pvpc }) => pvpc)),
    meanOf(hours.map(({ error }) => error)),
    maeOf(hours, ({ error }) => error),
    maeOf(hours, ({ unhedged }) => unhedged),
    maeOf(hours, ({ forecast }) => forecast),
    maeOf(hours, ({ market }) => market),
  ].map(cell);
  const within = hasForecast ? `${sumOf(hours.map((hour) => hour.within))} of ${hours.length}` : '';
  return `| ${[name, hours.length, ...cells, within].join(' | ')} |`;
}

const stated = days.flat().filter(({ day }) => day.startsWith(STATED_YEAR));
const rows = [...Map.groupBy(days.flat(), ({ day, period }) => `${day} ${period}`).entries()].toSorted(
  ([a], [b]) => (a < b ? -1 : 1),
);
console.log(`# The PVPC against the published one

Of the published PVPC (ESIOS indicator 1001, peninsula, EUR/MWh before taxes) single days were to be had and no series. Of ${FITTED_DAY} the
components are known: the terms that the service has where the caller gives none are fitted to that day, and the other days are compared.
**Few days say what the size of the error is, not what it will be.**

## The terms

| term | fitted to ${FITTED_DAY} | in the service |
|---|---|---|
${fitted.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

The component of futures is the same in all hours of the day but for the losses: a share of what the basket is above the day's mean price. With the
share of 40 % it implies a basket of ${cell(impliedFutures)} EUR/MWh; the mean day-ahead price of the 365 days before, which the service takes where
no price of futures is sent, was ${cell(priceOfPastYear(FITTED_DAY))}. The PVPC's own factor for how much energy was bought ahead is taken as 1.

## The error

Errors are what was computed less what was published. "Without futures" leaves their share out. "Forecast" has the price that was forecast the day before
in place of the cleared one (the forecasts of results.md with price signals, from 2025-09-01), "of the market" is that forecast's own error, and "within"
are hours whose published PVPC lay between the bounds of 10 and 90 %, which are of the price alone.

| day, period | hours | mean PVPC | mean error | mean absolute error | without futures | forecast | of the market | within |
|---|---|---|---|---|---|---|---|---|
${rows.map(([name, hours]) => row(name, hours)).join('\n')}
| | | | | | | | | |
${row(`all of ${STATED_YEAR}`, stated)}

The components of the day of 2024 were not to be had, so which term errs there is not known. Who knows the present adjustment services sends them
(\`adjustment_eur_mwh\`), and the price of futures (\`futures_eur_mwh\`).

Regenerate: \`node benchmarks/accuracy/published-pvpc.ts ../shared/data > benchmarks/accuracy/published-pvpc.md\`.`);
