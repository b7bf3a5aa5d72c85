import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  AUCTION_CALENDAR,
  type ExogenousColumn,
  type IntradayPanel,
  type Product,
  buildPanel,
  dayRange,
  dieboldMariano,
  hourlyValues,
  panelWindow,
  referenceOf,
  simulateMarket,
  withResidualLoad,
} from '@lonja/forecasting';
import { type IntradayTask, forecastIntradayInWorkers } from '@lonja/forecasting/workers';

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
const RECENT_HOURS = 6;
const QUANTITIES = ['load', 'wind', 'solar'] as const;

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
trees with one fit a week, or a fit a day as in the service, and the median of like hours; the naive is the price of the auction before. Known to the forecast: all earlier auctions of the day, past spreads,
the system operator's day-ahead forecasts where the panel has them (from 2025-05-29 on), and measurements up to the run. Before
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

async function readSpain(): Promise<IntradayPanel> {
  const packed = await readFile(path.join(folder, 'spain/panel_hourly_2015_2026Q1.csv.gz'));
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, '').split(','));
  const place = (name: string) => header.indexOf(name);
  const wanted = lines.filter((cells) => cells[place('local_start')] >= PANEL_FROM);
  const from = PANEL_FROM;
  const to = wanted[wanted.length - 1][place('local_start')].slice(0, 10);
  const column = (name: string) => {
    const values = new Map<number, number>();
    for (const cells of wanted) {
      const cell = cells[place(name)];
      if (cell !== '') values.set(Date.parse(cells[place('utc_start')]), Number(cell));
    }
    return buildPanel({ from, to, price: values, exogenous: [] }).price;
  };
  const [load, wind, solar] = QUANTITIES.map((name) => ({ name, values: column(`${name}_fc_d1`) }));
  const measured = ['load_act', 'wind_act_551', 'solar_act'].map(column);
  return {
    days: dayRange(from, to),
    slotsPerDay: SLOTS,
    fromSlot: 0,
    toSlot: SLOTS,
    earlier: [column('da_price_es')],
    price: column('ida1_price_es'),
    exogenous: withResidualLoad(load, wind, solar),
    daily: recentErrors([load, wind, solar], measured, 'ida1'),
  };
}

function simulatedPanel(product: Product): IntradayPanel {
  const [from, to] = [SIMULATED_FROM, TO];
  const { series } = simulateMarket({ seed: SEED, from, to });
  const window = { ...panelWindow(from, to), asOf: Number.POSITIVE_INFINITY };
  const column = (key: string) =>
    buildPanel({
      from,
      to,
      price: hourlyValues(
        series.filter((one) => one.key === key),
        window,
      ),
      exogenous: [],
    }).price;
  const order: Product[] = ['da', 'ida1', 'ida2', 'ida3'];
  const [load, wind, solar] = QUANTITIES.map((name) => ({ name, values: column(`${name}.forecast`) }));
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  return {
    days: dayRange(from, to),
    slotsPerDay: SLOTS,
    fromSlot: deliveryFromHour,
    toSlot: deliveryToHour,
    earlier: order.slice(0, order.indexOf(product)).map((name) => column(`price.${name}`)),
    price: column(`price.${product}`),
    exogenous: withResidualLoad(load, wind, solar),
    daily: recentErrors(
      [load, wind, solar],
      QUANTITIES.map((name) => column(`${name}.actual`)),
      product,
    ),
  };
}

/** Mean error of the forecasts over the last hours that are measured and public when the first run of a day is due. */
function recentErrors(
  forecasts: ExogenousColumn[],
  measured: Float64Array[],
  product: Product,
): ExogenousColumn[] {
  const [{ dayOffset, time }] = AUCTION_CALENDAR[product].scheduledRuns;
  // An hour is public an hour after its end.
  const lastSlot = dayOffset * SLOTS + Math.floor(Number(time.slice(0, 2)) + Number(time.slice(3)) / 60) - 2;
  return forecasts.map(({ name, values }, i) => ({
    name: `recent error of ${name}`,
    values: Float64Array.from({ length: values.length / SLOTS }, (_, row) => {
      const end = row * SLOTS + lastSlot + 1;
      const errors = Array.from({ length: RECENT_HOURS }, (_, k) => end - 1 - k)
        .map((at) => measured[i][at] - values[at])
        .filter((error) => !Number.isNaN(error));
      return errors.reduce((sum, error) => sum + error, 0) / errors.length;
    }),
  }));
}
