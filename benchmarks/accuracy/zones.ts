/**
 * Forecasts Portugal from Spain on past days, as a first run before the gate would have, and prints the tables of zones.md.
 * Run: node benchmarks/accuracy/zones.ts ../shared/data > benchmarks/accuracy/zones.md
 * `--from` and `--to` score other delivery days, `--every 3` every third of them, `--product` one auction alone.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { pinballLoss } from '@lonja/forecasting';
import { hourlyValues, panelWindow, quarterValues } from '@lonja/forecasting/data';
import { distributionFromBounds, pointOf } from '@lonja/forecasting/distribution';
import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  HOUR_MS,
  type Product,
} from '@lonja/forecasting/market';
import { brierScore, coveragePercent, dieboldMariano } from '@lonja/forecasting/metrics';
import {
  completeZone,
  forecastZoneSpreads,
  spreadAt,
  ZONE_RECIPE,
  type ZoneDay,
  type ZoneSpread,
} from '@lonja/forecasting/zones';
import { createFitCache } from '../../packages/forecasting/src/kernel/fit-cache.ts';
import { fingerprintsOf, provenance } from './provenance.ts';
import { readSpanishMarket, type SpanishMarket } from './spanish-market.ts';

/** A delivery period of Portugal with what was forecast of it, EUR/MWh. */
interface ScoredPeriod {
  day: DeliveryDay;
  spread: number;
  split: number;
  chance: number;
  /** The share of splits at the same quarter of the clock in the year before. */
  rate: number;
  value: number;
  /** What it is compared with: Spain's forecast, or Portugal's price in the auction before. */
  naive: number;
  price: number;
  p10: number;
  p90: number;
  naiveP10: number;
  naiveP90: number;
  /** The median of the spread, and what the naive takes it for. */
  spreadValue: number;
  spreadNaive: number;
}

const FIRST_DAY = '2022-01-01';
const SPAN = { from: '2025-11-01', to: '2026-03-25' };
const YEAR_DAYS = 365;
const WEEK_DAYS = 7;
const BOUNDS = { min: -500, pointMin: -500, max: 4000 };
const FORECASTS = 'spain-2025-26.csv.gz';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: SPAN.from },
    to: { type: 'string', default: SPAN.to },
    every: { type: 'string', default: '1' },
    product: { type: 'string', multiple: true },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder that holds omie/ and spain/.');
const market = await readSpanishMarket(folder, FIRST_DAY);
const issued = await readIssued(path.join(import.meta.dirname, 'forecasts', FORECASTS));
const cache = createFitCache();
const chances: string[] = [];
const prices: string[] = [];

for (const product of ['da', 'ida1', 'ida2'] as const) {
  if (asked.product?.includes(product) === false) continue;
  const scored = scoreSpan(product, zoneDays(market, product));
  if (scored.length > 0) report(product, scored);
}

console.log(`# Portugal from Spain

Regenerate with \`node benchmarks/accuracy/zones.ts FOLDER${(asked.product ?? []).map((product) => ` --product ${product}`).join('')} > benchmarks/accuracy/zones.md\`; \`--from\` and
\`--to\` score other delivery days, \`--product\` one auction.

Each day is forecast by a fit of that day on the two years before, from what was known before its gate. Day-ahead: Spain's forecast is the one in
[forecasts/${FORECASTS}](forecasts/${FORECASTS.replace('.csv.gz', '.txt')}), as issued by the version that its .txt names: hours, which all quarters repeat. Past days
before it have Spain's price in its place. Intraday auctions: Spain's price of the auction before stands for its forecast, and Portugal's of the
auction before is what the forecast is compared with. Split: the two zones differ by ${ZONE_RECIPE.leastSpread} EUR/MWh or more.

## Whether the zones split

Brier skill: how far the Brier score lies below that of the rate by quarter of the clock in the ${YEAR_DAYS} days before.

| auction | span | days | split % | AUC | Brier score | of the rate | skill % |
|---|---|---|---|---|---|---|---|
${chances.join('\n')}

## Portugal's quarter-hourly price

The naive is Spain's forecast (day-ahead), or Portugal's price in the auction before (intraday); its spread is 0, or that of the auction before. SE: standard error of the difference over days.
Below naive when Spain is known: of the spread alone, as if Spain's price had been forecast without an error.

| auction | MAE | naive MAE | below naive % | difference | SE | DM p | MAE of the spread | of the naive | coverage % | naive coverage % | pinball mean (0.1, 0.5, 0.9) | naive |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
${prices.join('\n')}

${provenance({ data: [`omie/ and spain/ together ${market.fingerprint}`, ...(await fingerprintsOf(path.join(import.meta.dirname, 'forecasts'), [FORECASTS]))] })}

Recipe of the zones: ${createHash('sha256').update(JSON.stringify(ZONE_RECIPE)).digest('hex').slice(0, 16)}. Node ${process.version}. No randomness: the figures are the same on every run.`);

/** Spain's issued hours by start: point, 10th and 90th percentile. */
async function readIssued(file: string): Promise<Map<number, { value: number; p10: number; p90: number }>> {
  const [, ...lines] = gunzipSync(await readFile(file))
    .toString('utf8')
    .trim()
    .split('\n');
  return new Map(
    lines.map((line) => {
      const [time, value, p10, p90] = line.split(',');
      return [Date.parse(time), { value: Number(value), p10: Number(p10), p90: Number(p90) }];
    }),
  );
}

/** The days of an auction with prices in both zones. */
function zoneDays({ inputs }: SpanishMarket, product: Product): ZoneDay[] {
  const window = { ...panelWindow(FIRST_DAY, addDays(asked.to, 1)), asOf: Number.POSITIVE_INFINITY };
  const quarters = (key: string) => quarterValues(inputs.get(key) ?? [], window);
  const hours = (key: string) => hourlyValues(inputs.get(key) ?? [], window);
  const pricesOf = (of: Product) => ({
    spain: { PT15M: quarters(`price.${of}`), PT1H: hours(`price.${of}`) },
    portugal: { PT15M: quarters(`price.${of}.pt`), PT1H: hours(`price.${of}.pt`) },
  });
  const own = pricesOf(product);
  const before = product === 'da' ? undefined : pricesOf(product === 'ida2' ? 'ida1' : 'da');
  const forecasts = (['load', 'wind', 'solar'] as const).map(
    (name) => [name, hours(`${name}.forecast`)] as const,
  );
  const { quarterHourlyFrom } = AUCTION_CALENDAR[product];
  return dayRange(FIRST_DAY, asked.to).flatMap((day) => {
    const resolution = day >= quarterHourlyFrom ? 'PT15M' : 'PT1H';
    const periods = coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
    const of = (values: ReadonlyMap<number, number>) =>
      periods.map(({ start }) => values.get(start) ?? Number.NaN);
    const ofHour = <T>(values: ReadonlyMap<number, T>) =>
      periods.map(({ start }) => values.get(start - (start % HOUR_MS)));
    const zone = of(own.portugal[resolution]);
    const reference = of(own.spain[resolution]);
    if (zone.every(Number.isNaN)) return [];
    const ofSpain = before && of(before.spain[resolution]);
    const ofPortugal = before && of(before.portugal[resolution]);
    const known = ofHour(issued);
    return [
      {
        day,
        periods,
        zone,
        reference,
        expected:
          ofSpain ?? (known.includes(undefined) ? undefined : known.map((hour) => hour?.value ?? Number.NaN)),
        earlierSpread: ofPortugal?.map((price, i) => price - (ofSpain?.[i] ?? Number.NaN)),
        inputs: Object.fromEntries(
          forecasts.map(([name, values]) => [name, ofHour(values).map((value) => value ?? Number.NaN)]),
        ),
      },
    ];
  });
}

function scoreSpan(product: Product, days: readonly ZoneDay[]): ScoredPeriod[] {
  const targets = days.filter(({ day }) => day >= asked.from && day <= asked.to);
  return targets
    .filter((_, i) => i % Number(asked.every) === 0)
    .flatMap((target, i) => {
      const history = days.filter(({ day }) => day < target.day);
      if (history.length < ZONE_RECIPE.minHistoryDays) return [];
      if (i % WEEK_DAYS === 0) console.error(`${product} ${target.day}`);
      const [spreads] = forecastZoneSpreads(ZONE_RECIPE, history, [target], cache);
      const rate = ratesOf(history.filter(({ day }) => day >= addDays(target.day, -YEAR_DAYS)));
      return scoresOfDay(target, spreads, rate);
    });
}

function scoresOfDay(
  target: ZoneDay,
  spreads: readonly ZoneSpread[],
  rate: (place: number) => number,
): ScoredPeriod[] {
  const expected = target.expected ?? target.reference;
  const bounds = target.periods.map(({ start }, i) => {
    const hour = target.earlierSpread === undefined ? issued.get(start - (start % HOUR_MS)) : undefined;
    return hour ?? { value: expected[i], p10: expected[i], p90: expected[i] };
  });
  const reference = target.periods.map(({ start }, i) => ({
    start,
    distribution: distributionFromBounds(bounds[i]),
  }));
  const { quarters } = completeZone(ZONE_RECIPE, { hours: [], quarters: reference }, spreads, BOUNDS);
  return target.periods.flatMap((period, i) => {
    const spread = target.zone[i] - target.reference[i];
    if (Number.isNaN(spread) || Number.isNaN(expected[i])) return [];
    const { value, p10, p90 } = pointOf(quarters[i]);
    const earlier = target.earlierSpread?.[i] ?? 0;
    return [
      {
        day: target.day,
        spread,
        split: Math.abs(spread) >= ZONE_RECIPE.leastSpread ? 1 : 0,
        chance: spreads[i].below + spreads[i].above,
        rate: rate(period.hour),
        value,
        naive: expected[i] + (Number.isNaN(earlier) ? 0 : earlier),
        price: target.zone[i],
        p10,
        p90,
        naiveP10: bounds[i].p10,
        naiveP90: bounds[i].p90,
        spreadValue: spreadAt(spreads[i], 0.5),
        spreadNaive: Number.isNaN(earlier) ? 0 : earlier,
      },
    ];
  });
}

/** The share of splits by local hour. */
function ratesOf(days: readonly ZoneDay[]): (hour: number) => number {
  const came = new Float64Array(24);
  const all = new Float64Array(24);
  for (const { periods, zone, reference } of days) {
    periods.forEach(({ hour, start, end }, i) => {
      const spread = zone[i] - reference[i];
      if (Number.isNaN(spread)) return;
      all[hour] += end - start;
      if (Math.abs(spread) >= ZONE_RECIPE.leastSpread) came[hour] += end - start;
    });
  }
  return (hour) => came[hour] / all[hour];
}

function report(product: Product, scored: readonly ScoredPeriod[]): void {
  const column = (name: Exclude<keyof ScoredPeriod, 'day'>) =>
    Float64Array.from(scored, (period) => period[name]);
  const [chance, rate, split, price] = (['chance', 'rate', 'split', 'price'] as const).map(column);
  const days = [...Map.groupBy(scored, ({ day }) => day).values()];
  const [brier, ofRate] = [chance, rate].map((probability) => brierScore(probability, split));
  chances.push(
    `| ${[
      product.toUpperCase(),
      `${scored[0].day} .. ${scored[scored.length - 1].day}`,
      days.length,
      (100 * mean(split)).toFixed(1),
      areaUnderCurve(chance, split).toFixed(3),
      brier.toFixed(4),
      ofRate.toFixed(4),
      (100 * (1 - brier / ofRate)).toFixed(1),
    ].join(' | ')} |`,
  );
  const error = (name: 'value' | 'naive') => (period: ScoredPeriod) => Math.abs(period.price - period[name]);
  const [mae, naive] = (['value', 'naive'] as const).map((name) => mean(scored.map(error(name))));
  const losses = (name: 'value' | 'naive') => days.map((day) => mean(day.map(error(name))));
  const differences = losses('value').map((loss, i) => loss - losses('naive')[i]);
  const middle = mean(differences);
  const se = Math.sqrt(mean(differences.map((value) => (value - middle) ** 2)) / differences.length);
  const { pFirstBetter } = dieboldMariano(losses('value'), losses('naive'), { lag: WEEK_DAYS });
  const pinball = (lower: Float64Array, point: Float64Array, upper: Float64Array) =>
    (pinballLoss(lower, price, 0.1) + pinballLoss(point, price, 0.5) + pinballLoss(upper, price, 0.9)) / 3;
  const ofSpread = mean(scored.map((period) => Math.abs(period.spread - period.spreadValue)));
  const isBounded = product === 'da';
  prices.push(
    `| ${[
      product.toUpperCase(),
      mae.toFixed(3),
      naive.toFixed(3),
      (100 * (1 - mae / naive)).toFixed(1),
      middle.toFixed(3),
      se.toFixed(3),
      pFirstBetter.toExponential(1),
      ofSpread.toFixed(3),
      mean(scored.map(({ spread, spreadNaive }) => Math.abs(spread - spreadNaive))).toFixed(3),
      isBounded ? coveragePercent(column('p10'), column('p90'), price).toFixed(1) : '',
      isBounded ? coveragePercent(column('naiveP10'), column('naiveP90'), price).toFixed(1) : '',
      isBounded ? pinball(column('p10'), column('value'), column('p90')).toFixed(3) : '',
      isBounded ? pinball(column('naiveP10'), column('naive'), column('naiveP90')).toFixed(3) : '',
    ].join(' | ')} |`,
  );
  console.error(chances.at(-1), prices.at(-1));
}

/** The chance that a period with a split was given a higher probability than one without, ties half (Mann and Whitney 1947). */
function areaUnderCurve(chance: Float64Array, split: Float64Array): number {
  const order = [...chance.keys()].sort((a, b) => chance[a] - chance[b]);
  let [rankSum, positives] = [0, 0];
  for (let i = 0; i < order.length;) {
    let end = i;
    while (end < order.length && chance[order[end]] === chance[order[i]]) end++;
    for (let k = i; k < end; k++)
      if (split[order[k]] === 1) [rankSum, positives] = [rankSum + (i + end + 1) / 2, positives + 1];
    i = end;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (order.length - positives));
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}
