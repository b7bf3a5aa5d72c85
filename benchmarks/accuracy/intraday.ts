/**
 * Forecasts the intraday auctions of past days as the service does, scores them against the last known price of the same period and
 * prints the table of intraday.md.
 * Run: node benchmarks/accuracy/intraday.ts ../shared/data > benchmarks/accuracy/intraday.md
 * The folder holds omie/raw, omie/raw-intraday and spain/. `--from` and `--to` score another span of delivery days instead, of all
 * auctions that the files hold: files of later days are laid beside the others.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { meanAbsoluteError, pinballLoss } from '@lonja/forecasting';
import {
  AUCTION_CALENDAR,
  addDays,
  auctionsBefore,
  dayRange,
  type DeliveryDay,
  instantFor,
  INTRADAY_AUCTIONS,
  type Product,
} from '@lonja/forecasting/market';
import { hourlyValues, panelWindow, quarterValues } from '@lonja/forecasting/data';
import { type PeriodDistribution, pointOf, QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { coveragePercent, dieboldMariano, meanWidth } from '@lonja/forecasting/metrics';
import { coveredSlots, pricesOf, SPREAD_OPTIONS } from '@lonja/forecasting/intraday';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import { forecastIntradayInWorkers } from '@lonja/forecasting/workers';
import {
  auctionOfSpreads,
  completeAuction,
  INTRADAY,
  type IssuedAuction,
  knownOfAuction,
  type PastForecast,
} from '@lonja/forecasting/issue';
import { auctionTask, lastKnownAuction } from '../../packages/server/src/forecasts/issue/compute-intraday.ts';
import type { ForecastInputs } from '../../packages/server/src/forecasts/issue/forecast-inputs.ts';
import { pastOfAuction } from '../../packages/server/src/forecasts/issue/intraday-calibration.ts';
import { auctionDaysReadBy } from '../../packages/server/src/forecasts/issue/intraday-model.ts';
import { provenance } from './provenance.ts';
import { readSpanishMarket } from './spanish-market.ts';

interface Span {
  from: DeliveryDay;
  to: DeliveryDay;
}

/** A delivery period with what was forecast of it, EUR/MWh. */
interface ScoredPeriod {
  day: DeliveryDay;
  /** The auction whose price is the naive forecast. */
  reference: Product;
  price: number;
  naive: number;
  value: number;
  p10: number;
  p90: number;
}

type ScoredPeriods = Record<'PT1H' | 'PT15M', ScoredPeriod[]>;

/** An auction as the first run of a day saw it. */
type SeenAuction = NonNullable<ReturnType<typeof auctionOf>>;

const FIRST_DAY = '2021-01-01';
const PUBLISHED: { product: Product; spans: Span[] }[] = [
  {
    product: 'ida1',
    spans: [
      { from: '2025-01-01', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-03-31' },
    ],
  },
  { product: 'ida2', spans: [{ from: '2026-01-01', to: '2026-03-31' }] },
];
const SIMULATED = {
  product: 'ida3',
  seed: 7,
  from: '2025-01-01',
  to: '2025-12-30',
  since: '2023-07-01',
} as const;
/** Days whose forecasts are asked for at once: each is shown years of prices. */
const CHUNK_DAYS = 28;
const WEEK_DAYS = 7;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder that holds omie/ and spain/.');
const { inputs, auctionDays, fingerprint } = await readSpanishMarket(folder, FIRST_DAY);
const rows: string[] = [];

for (const { product, spans } of spansAsked()) {
  const scored = await forecastSpan(inputs, product, { from: spans[0].from, to: spans[spans.length - 1].to });
  for (const span of spans) report(product.toUpperCase(), scored, span);
}
if (asked.from === undefined) {
  const { product, seed, since, ...span } = SIMULATED;
  const market = { seed, from: since, to: span.to };
  const series = [...simulateMarket(market).series, ...simulateRenewals(market)];
  const simulated = Map.groupBy(series, ({ key }) => key);
  report(`${product.toUpperCase()}, simulated market`, await forecastSpan(simulated, product, span), span);
}

console.log(`# Intraday auctions

Regenerate with \`node benchmarks/accuracy/intraday.ts FOLDER > benchmarks/accuracy/intraday.md\`; \`--from\` and \`--to\` score other days of
the folder.

Each day is forecast as the first run of its auction would have been: by the service's own code, with a fit of that day, from what was
known then. That is OMIE's price files (IDA1 before 2025: the panel's hourly prices), gas at MIBGAS as last settled (before 2025: TTF), national
holidays, and of the panel the operator's day-ahead forecasts (from 2025-05-29 on) and measurements up to the run (wind to 2025-12-30, load and
sun to 2025-12-31, with gaps). Forecasts that are renewed between the auctions, which the service uses, are not in the files. The naive is the
last known price of the same period: that of the auction before or, where it had no result, of the one before that. The interval rests on the
errors of the ${INTRADAY.calibrationDays} days before. DM p: Diebold-Mariano on daily losses, that the forecast is no better than the naive. Unit: EUR/MWh.

**No public history of IDA3 is known to us: its row is of the simulated market (seed ${SIMULATED.seed}) and says nothing of the real one.** Of IDA2 the files begin
with 2026-01-01, so that its model starts without any past: the first ${SPREAD_OPTIONS.minHistoryDays} days are the naive. Until 2025-09-30 the day-ahead auction
cleared in hours: the quarters of IDA1 follow the spread of their hour, and their interval knows nothing of the shape within it.

| auction | span | resolution | days | MAE | naive MAE | below naive % | DM p | coverage % | mean width | pinball mean (0.1, 0.5, 0.9) |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

All spans have been looked at while the model was made: they are regression figures.
${provenance({ recipes: { intraday: { kind: 'intraday-spread', ...SPREAD_OPTIONS } }, data: [`omie/ and spain/ together ${fingerprint}`] })}
Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}.
No randomness: the figures are the same on every run.`);

/** The spans of the published table, or the one asked for, of each auction that the files hold there. */
function spansAsked(): { product: Product; spans: Span[] }[] {
  if (asked.from === undefined && asked.to === undefined) return PUBLISHED;
  return INTRADAY_AUCTIONS.flatMap((product) => {
    const days = (auctionDays.get(product) ?? []).filter(
      (day) => (asked.from === undefined || day >= asked.from) && (asked.to === undefined || day <= asked.to),
    );
    if (days.length === 0) {
      console.error(`The files hold no auction of ${product} in that span.`);
      return [];
    }
    return [{ product, spans: [{ from: days[0], to: days[days.length - 1] }] }];
  });
}

/**
 * The periods of the days `from`..`to`, and of those before them whose errors calibrate, that were auctioned and had a reference, by
 * the first run of each day.
 */
async function forecastSpan(inputs: ForecastInputs, product: Product, span: Span): Promise<ScoredPeriods> {
  const scored: ScoredPeriods = { PT1H: [], PT15M: [] };
  const calibration: PastForecast[] = [];
  const days = dayRange(addDays(span.from, -INTRADAY.calibrationDays), span.to);
  for (let i = 0; i < days.length; i += CHUNK_DAYS) {
    const auctions = days.slice(i, i + CHUNK_DAYS).flatMap((day) => auctionOf(inputs, product, day) ?? []);
    const forecasts = await forecastIntradayInWorkers(auctions.map(({ task }) => task));
    auctions.forEach((auction, k) => {
      const { panel, run, reference } = auction;
      const forecast = forecasts[k];
      const modelPrices = 'prices' in forecast ? coveredSlots(panel, forecast.prices[0], 0) : undefined;
      const isUsual = reference === auctionsBefore(product).at(-1);
      const since = addDays(run.firstDay, -INTRADAY.calibrationDays);
      const past = isUsual ? calibration.filter(({ firstDay }) => firstDay >= since) : [];
      const known = { ...knownOf(auction), panel };
      const issued = completeAuction(INTRADAY, known, modelPrices, past);
      if (isUsual && modelPrices !== undefined)
        calibration.push({ firstDay: run.firstDay, ...pastOfAuction(modelPrices) });
      addScores(scored, auction, issued ?? naivePeriods(auction));
    });
    console.error(`${product}: ${Math.min(i + CHUNK_DAYS, days.length)} of ${days.length} days`);
  }
  return scored;
}

function scheduleOf(product: Product) {
  return AUCTION_CALENDAR[product].scheduledRuns[0];
}

/** What the first run of a day saw; undefined where it knew no auction before. */
function auctionOf(inputs: ForecastInputs, product: Product, day: DeliveryDay) {
  const scheduledFor = instantFor(day, scheduleOf(product));
  const run = { scheduledFor, firstDay: day };
  const span = { from: addDays(day, -auctionDaysReadBy(INTRADAY)), to: day, asOf: scheduledFor };
  const reference = lastKnownAuction(inputs, { product, day, asOf: scheduledFor });
  if (reference === undefined) return undefined;
  const auction = { product, run, inputs, reference, span, withoutResult: { has: () => false } };
  const shown = auctionTask(auction);
  return shown && { ...auction, ...shown };
}

function knownOf({ product, reference, run: { firstDay: day }, inputs, span: { asOf } }: SeenAuction) {
  return knownOfAuction(inputs, INTRADAY, { product, reference, day, asOf });
}

/** Of a day before which nothing is known of its auction: the reference. The service has bounds of the day-ahead forecast for it. */
function naivePeriods(auction: SeenAuction): IssuedAuction {
  const { panel } = auction;
  const spread = QUANTILE_LEVELS.map((level) => (level === 0.5 ? 0 : Number.NaN));
  const spreads = Array.from({ length: panel.toSlot - panel.fromSlot }, () => spread);
  return auctionOfSpreads(INTRADAY, knownOf(auction), spreads);
}

function addScores(
  scored: ScoredPeriods,
  { product, reference, run: { firstDay: day }, inputs }: SeenAuction,
  { hours, quarters }: IssuedAuction,
): void {
  const window = { ...panelWindow(day, day), asOf: Number.POSITIVE_INFINITY };
  const add = (
    resolution: keyof ScoredPeriods,
    periods: PeriodDistribution[],
    valuesOf: typeof hourlyValues,
  ) => {
    const prices = valuesOf(pricesOf(inputs, product), window);
    const naive = valuesOf(pricesOf(inputs, reference), window);
    for (const { start, value, p10, p90 } of periods.map(pointOf)) {
      const [price, before] = [prices.get(start), naive.get(start)];
      if (price === undefined || before === undefined) continue;
      scored[resolution].push({ day, reference, price, naive: before, value, p10, p90 });
    }
  };
  add('PT1H', hours, hourlyValues);
  if (day >= AUCTION_CALENDAR[product].quarterHourlyFrom) add('PT15M', quarters, quarterValues);
}

/** Rows for a span: of both resolutions and, where another auction stood in for the one before on some days, of the other days alone. */
function report(name: string, scored: ScoredPeriods, { from, to }: Span): void {
  for (const resolution of ['PT1H', 'PT15M'] as const) {
    const periods = scored[resolution].filter(({ day }) => day >= from && day <= to);
    if (periods.length === 0) continue;
    const references = [...new Set(periods.map(({ reference }) => reference))].sort();
    const usual = references[references.length - 1];
    addRow([name, `${from} .. ${to}`, resolution], periods);
    if (references.length > 1) {
      addRow(
        [`${name}, days on which ${usual.toUpperCase()} was known`, `${from} .. ${to}`, resolution],
        periods.filter(({ reference }) => reference === usual),
      );
    }
  }
}

function addRow(names: string[], periods: ScoredPeriod[]): void {
  const column = (name: Exclude<keyof ScoredPeriod, 'day' | 'reference'>) =>
    Float64Array.from(periods, (period) => period[name]);
  const [price, naive, value, p10, p90] = (['price', 'naive', 'value', 'p10', 'p90'] as const).map(column);
  const [mae, naiveMae] = [value, naive].map((forecast) => meanAbsoluteError(forecast, price));
  const days = [...Map.groupBy(periods, ({ day }) => day).values()];
  const losses = (name: 'value' | 'naive') =>
    days.map((day) => day.reduce((sum, period) => sum + Math.abs(period.price - period[name]), 0));
  const { pFirstBetter } = dieboldMariano(losses('value'), losses('naive'), { lag: WEEK_DAYS });
  const isBounded = [...p10].map(Number.isFinite);
  const [inPrice, inValue, lower, upper] = [price, value, p10, p90].map((values) =>
    values.filter((_, i) => isBounded[i]),
  );
  const pinball = [
    pinballLoss(lower, inPrice, 0.1),
    pinballLoss(inValue, inPrice, 0.5),
    pinballLoss(upper, inPrice, 0.9),
  ];
  rows.push(
    `| ${[
      ...names,
      days.length,
      mae.toFixed(3),
      naiveMae.toFixed(3),
      (100 * (1 - mae / naiveMae)).toFixed(1),
      pFirstBetter.toExponential(1),
      coveragePercent(lower, upper, inPrice).toFixed(1),
      meanWidth(lower, upper).toFixed(2),
      (pinball.reduce((sum, loss) => sum + loss, 0) / pinball.length).toFixed(3),
    ].join(' | ')} |`,
  );
  console.error(rows.at(-1));
}
