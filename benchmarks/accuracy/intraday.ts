import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  AUCTION_CALENDAR,
  auctionsBefore,
  buildIntradayPanel,
  type DeliveryDay,
  deliveryDayOf,
  dieboldMariano,
  HOUR_MS,
  instantFor,
  type IntradayPanel,
  intradayFundamentals,
  type Product,
  type RelativeTime,
  referenceOf,
  type Series,
  simulateMarket,
  simulateRenewals,
} from '@lonja/forecasting';
import { type IntradayTask, forecastIntradayInWorkers } from '@lonja/forecasting/workers';
import { readGas } from './spanish-moves.ts';

/** The intraday forecasts of every day of 2025, against taking the price of the auction before. */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder that holds spain/.');

const FROM = '2025-01-01';
const TO = '2025-12-30';
const PANEL_FROM = '2021-01-01';
const SIMULATED_FROM = '2023-07-01';
const SEED = 7;
const SLOTS = 24;
const WEEK_DAYS = 7;

const rows: string[] = [];
const spain = await readSpain();
await report('IDA1, Spanish panel', spain, WEEK_DAYS);
await report('IDA1, Spanish panel, a fit a day', spain, 1);
for (const product of ['ida1', 'ida2', 'ida3'] as const) {
  await report(`${product.toUpperCase()}, simulated market`, simulatedPanel(product), WEEK_DAYS);
}

console.log(`# Intraday auctions

Regenerate with \`node benchmarks/accuracy/intraday.ts FOLDER > benchmarks/accuracy/intraday.md\`.

Every hour of ${FROM} .. ${TO} that was auctioned. The forecast is the price of the auction before plus a spread learnt from the days before, by
trees with one fit a week, or a fit a day as in the service, and the median of like hours, shortened where its direction is in doubt; the naive is the price of the auction before. Known to the forecast: all earlier auctions of the day, past spreads,
the system operator's day-ahead forecasts where the panel has them (from 2025-05-29 on), measurements up to the run, national holidays,
and gas at the TTF as it had last settled (to 2025-08-27, that day's afterwards); on the simulated
market also the operator's forecasts as renewed half an hour before the first run. Each day is seen as the first run of its auction saw it. Before
2024-06-14 the panel's first session had another design; it is learnt from and not scored. There is no public history of IDA2
and IDA3 here: they are shown on the simulated market (seed ${SEED}). DM p: Diebold-Mariano on daily losses, that the forecast is no
better than the naive. Unit: EUR/MWh.

| auction | hours | MAE | naive MAE | below naive % | DM p |
|---|---|---|---|---|---|
${rows.join('\n')}

Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}. The seeds are fixed: the figures are the same on every run.`);

async function report(name: string, panel: IntradayPanel, daysPerFit: number): Promise<void> {
  const first = panel.days.indexOf(FROM);
  const last = panel.days.indexOf(TO);
  const tasks: IntradayTask[] = [];
  for (let start = first; start <= last; start += daysPerFit) {
    const days = Math.min(daysPerFit, last - start + 1);
    tasks.push({
      learnFrom: { panel, row: start },
      rows: Array.from({ length: days }, (_, i) => ({ panel, row: start + i })),
    });
  }
  const forecasts = await forecastIntradayInWorkers(tasks);
  const prices = forecasts.flatMap((forecast) => ('prices' in forecast ? forecast.prices : []));
  const reference = referenceOf(panel);
  const own: number[] = [];
  const naive: number[] = [];
  let hours = 0;
  prices.forEach((forecast, i) => {
    const start = (first + i) * SLOTS;
    const losses = [...forecast.keys()].flatMap((slot) => {
      const price = panel.price[start + slot];
      const loss = [Math.abs(price - forecast[slot]), Math.abs(price - reference[start + slot])];
      return loss.some(Number.isNaN) ? [] : [loss];
    });
    if (losses.length === 0) return;
    hours += losses.length;
    own.push(losses.reduce((sum, [loss]) => sum + loss, 0));
    naive.push(losses.reduce((sum, [, loss]) => sum + loss, 0));
  });
  const [mae, naiveMae] = [own, naive].map((losses) => losses.reduce((sum, loss) => sum + loss, 0) / hours);
  const { pFirstBetter } = dieboldMariano(own, naive, { lag: 7 });
  const cells = [
    name,
    hours,
    mae.toFixed(3),
    naiveMae.toFixed(3),
    (100 * (1 - mae / naiveMae)).toFixed(1),
    pFirstBetter.toExponential(1),
  ];
  rows.push(`| ${cells.join(' | ')} |`);
  console.error(rows.at(-1));
}

/** The panel's columns as series, each value available when such a value is usually published. */
async function readSpain(): Promise<IntradayPanel> {
  const packed = await readFile(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'));
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, '').split(','));
  const place = (name: string) => header.indexOf(name);
  const wanted = lines.filter((cells) => cells[place('local_start')] >= PANEL_FROM);
  const to = wanted[wanted.length - 1][place('local_start')].slice(0, 10);
  const series = (column: string, key: string, availableAt: (start: number) => number): Series => {
    const known = wanted.filter((cells) => cells[place(column)] !== '');
    const start = Float64Array.from(known, (cells) => Date.parse(cells[place('utc_start')]));
    const value = Float64Array.from(known, (cells) => Number(cells[place(column)]));
    return { key, unit: '', resolution: 'PT1H', start, value, availableAt: start.map(availableAt) };
  };
  const onDay = (relative: RelativeTime) => (start: number) => instantFor(deliveryDayOf(start), relative);
  const measured = (start: number) => start + 2 * HOUR_MS;
  return panelOf('ida1', { from: PANEL_FROM, to }, [
    series('da_price_es', 'price.da', onDay(AUCTION_CALENDAR.da.resultsPublished)),
    series('ida1_price_es', 'price.ida1', onDay(AUCTION_CALENDAR.ida1.resultsPublished)),
    ...['load', 'wind', 'solar'].map((name) =>
      series(`${name}_fc_d1`, `${name}.forecast`, onDay({ dayOffset: -1, time: '10:00' })),
    ),
    series('load_act', 'load.actual', measured),
    series('wind_act_551', 'wind.actual', measured),
    series('solar_act', 'solar.actual', measured),
    readGas(await readFile(path.join(folder, 'spain/fuels_daily_normalised.csv'), 'utf8')),
  ]);
}

function simulatedPanel(product: Product): IntradayPanel {
  const span = { from: SIMULATED_FROM, to: TO };
  const market = simulateMarket({ seed: SEED, ...span }).series;
  return panelOf(product, span, [...market, ...simulateRenewals({ seed: SEED, ...span })]);
}

/** What the first run of every day saw. */
function panelOf(
  product: Product,
  span: { from: DeliveryDay; to: DeliveryDay },
  series: Series[],
): IntradayPanel {
  const inputs = Map.groupBy(series, ({ key }) => key);
  const [schedule] = AUCTION_CALENDAR[product].scheduledRuns;
  const asOf = Number.POSITIVE_INFINITY;
  const fundamentals = intradayFundamentals(inputs, { product, schedule, ...span, asOf });
  return buildIntradayPanel(inputs, fundamentals, {
    product,
    earlier: auctionsBefore(product),
    ...span,
    asOf,
  });
}
