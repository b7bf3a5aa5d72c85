/**
 * Scores what the service says before the day-ahead gate of the spread of intraday auctions, and of waiting for them with a position, on past
 * days, and prints the tables of waiting.md.
 * Run: node benchmarks/accuracy/waiting.ts ../shared/data > benchmarks/accuracy/waiting.md
 * The folder holds omie/raw, omie/raw-intraday and spain/.
 */
import { parseArgs } from 'node:util';
import { hourlyValues, panelWindow, quarterValues, type Series } from '@lonja/forecasting/data';
import { pastSpreads } from '@lonja/forecasting/intraday';
import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  instantFor,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import {
  empiricalQuantile,
  OUTLOOK_SPREADS,
  partWithinLoss,
  waitingOutcomes,
  waitingWorth,
} from '@lonja/forecasting/scenarios';
import { provenance } from './provenance.ts';
import { readSpanishMarket } from './spanish-market.ts';

type Resolution = 'PT15M' | 'PT1H';

/** A day as it was seen before its gate: the spreads of the days before, and those that came. */
interface SeenDay {
  spreads: Float64Array[];
  starts: number[];
  came: Float64Array;
}

const FIRST_DAY = '2024-06-14';
/** The window of each span reaches back into days of the same design and resolution, as far as there are any. */
const SPANS: { product: Product; resolution: Resolution; from: DeliveryDay; to: DeliveryDay }[] = [
  { product: 'ida1', resolution: 'PT1H', from: '2024-09-15', to: '2024-12-31' },
  { product: 'ida1', resolution: 'PT1H', from: '2025-01-01', to: '2025-12-31' },
  { product: 'ida1', resolution: 'PT1H', from: '2026-01-01', to: '2026-03-31' },
  { product: 'ida1', resolution: 'PT15M', from: '2026-01-01', to: '2026-03-31' },
  { product: 'ida2', resolution: 'PT1H', from: '2026-01-30', to: '2026-03-31' },
  { product: 'ida2', resolution: 'PT15M', from: '2026-01-30', to: '2026-03-31' },
];
/** Positions of 1 MW by local hour, sales positive. */
const POSITIONS: { name: string; mw: (hour: number) => number }[] = [
  { name: 'sale of 1 MW all day', mw: () => 1 },
  { name: 'purchase of 1 MW all day', mw: () => -1 },
  { name: 'sale of 1 MW from 10 to 18', mw: (hour) => (hour >= 10 && hour < 18 ? 1 : 0) },
  {
    name: 'battery: purchase 13 to 15, sale 20 to 22',
    mw: (hour) => (hour >= 20 && hour < 22 ? 1 : hour >= 13 && hour < 15 ? -1 : 0),
  },
];
const CONFIDENCE = 0.9;
/** Small enough to bind for each of the positions. EUR. */
const MAX_LOSS = 5;

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Give the folder that holds omie/ and spain/.');
const { inputs, fingerprint } = await readSpanishMarket(folder, FIRST_DAY);
const spreadRows: string[] = [];
const moneyRows: string[] = [];

for (const span of SPANS) {
  const days = dayRange(span.from, span.to).flatMap((day) => seen(span, day) ?? []);
  scoreSpreads(span, days);
  if (span.resolution === 'PT1H') for (const position of POSITIONS) scoreWaiting(span, days, position);
}

console.log(`# Waiting for an intraday auction

Regenerate with \`node benchmarks/accuracy/waiting.ts FOLDER > benchmarks/accuracy/waiting.md\`.

Each day is seen as at the closure of its day-ahead gate: the spreads of an intraday auction to the day-ahead price on up to ${OUTLOOK_SPREADS.days} days
before, of prices that were public by then; a day that has fewer than ${OUTLOOK_SPREADS.fewestDays} of them is left out, as the service does. Nothing of the
day itself enters. All days are development data: what is published of the Spanish market to 2026-03-31. Of IDA2 the files begin with 2026-01-01, and
of IDA3 no public history is known to us, so that nothing is measured of it. Unit: EUR/MWh.

## The spread of a period

Coverage: share of periods whose spread came between the 10th and the 90th percentile of the past spreads; 80 % is right. Pinball of spread 0: that
of whoever expects the day-ahead price with certainty.

| auction | span | resolution | days | coverage % | below p10 % | above p90 % | mean width | pinball mean (0.1, 0.5, 0.9) | of spread 0 | mean spread |
|---|---|---|---|---|---|---|---|---|---|---|
${spreadRows.join('\n')}

## The money of a day

A position is traded at the auction in place of the day-ahead market. Below p10: share of the days on which waiting brought less than the 10th percentile
of the days before; 10 % is right. Beyond the loss: share of the days on which the part of the position that was to lose no more than
${MAX_LOSS} EUR with a probability of ${CONFIDENCE * 100} % lost more; 10 % is right. Mean said: mean of what was said beforehand.

| auction | span | position | days | below p10 % | above p90 % | beyond the loss % | mean part | mean said, EUR a day | mean that came, EUR a day |
|---|---|---|---|---|---|---|---|---|---|
${moneyRows.join('\n')}

${provenance({ data: [`omie/ and spain/ together ${fingerprint}`] })}

Node ${process.version}. No randomness: the figures are the same on every run.`);

/** Undefined where a price of the day, or enough of the days before, is missing. */
function seen(
  { product, resolution }: Pick<(typeof SPANS)[number], 'product' | 'resolution'>,
  day: DeliveryDay,
): SeenDay | undefined {
  const asOf = instantFor(day, AUCTION_CALENDAR.da.gateClosure);
  const { days } = OUTLOOK_SPREADS;
  const past = { ...panelWindow(addDays(day, -days), addDays(day, -1)), asOf };
  const { spreads } = pastSpreads(
    { product, day, resolution, days },
    { later: prices(product, resolution, past), earlier: prices('da', resolution, past) },
  );
  if (spreads.length < OUTLOOK_SPREADS.fewestDays) return undefined;
  const own = { ...panelWindow(day, day), asOf: Infinity };
  const [later, earlier] = [prices(product, resolution, own), prices('da', resolution, own)];
  const starts = coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
  const came = Float64Array.from(
    starts,
    (start) => (later.get(start) ?? Number.NaN) - (earlier.get(start) ?? Number.NaN),
  );
  return came.some(Number.isNaN) ? undefined : { spreads, starts, came };
}

function prices(
  product: Product,
  resolution: Resolution,
  window: { from: number; to: number; asOf: number },
): Map<number, number> {
  const series: Series[] = inputs.get(`price.${product}`) ?? [];
  return resolution === 'PT1H' ? hourlyValues(series, window) : quarterValues(series, window);
}

function scoreSpreads(span: (typeof SPANS)[number], days: readonly SeenDay[]): void {
  const [levels, losses, ofZero] = [
    [0.1, 0.5, 0.9],
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [below, above, width, total, sum] = [0, 0, 0, 0, 0];
  for (const { spreads, came } of days) {
    for (const [t, spread] of came.entries()) {
      const ascending = Float64Array.from(spreads, (row) => row[t]).sort();
      const quantiles = levels.map((level) => empiricalQuantile(ascending, level));
      const [p10, , p90] = quantiles;
      if (spread < p10) below++;
      if (spread > p90) above++;
      width += p90 - p10;
      sum += spread;
      total++;
      for (const [k, level] of levels.entries()) {
        losses[k] += pinball(spread - quantiles[k], level);
        ofZero[k] += pinball(spread, level);
      }
    }
  }
  const mean = (of: number[]) => of.reduce((all, each) => all + each, 0) / (of.length * total);
  const share = (count: number) => ((100 * count) / total).toFixed(1);
  spreadRows.push(
    row([
      span.product.toUpperCase(),
      `${span.from} .. ${span.to}`,
      span.resolution,
      days.length,
      share(total - below - above),
      share(below),
      share(above),
      (width / total).toFixed(2),
      mean(losses).toFixed(3),
      mean(ofZero).toFixed(3),
      (sum / total).toFixed(2),
    ]),
  );
}

function scoreWaiting(
  span: (typeof SPANS)[number],
  days: readonly SeenDay[],
  { name, mw }: (typeof POSITIONS)[number],
): void {
  let [below, above, beyond, parts, said, came] = [0, 0, 0, 0, 0, 0];
  for (const day of days) {
    const energy = Float64Array.from(day.starts, (start) => mw(localHourOf(start)));
    const outcomes = waitingOutcomes(energy, day.spreads);
    const [outcome] = waitingOutcomes(energy, [day.came]);
    const { mean, p10, p90 } = waitingWorth(outcomes);
    const { part } = partWithinLoss(outcomes, { maxLoss: MAX_LOSS, confidence: CONFIDENCE });
    if (outcome < p10) below++;
    if (outcome > p90) above++;
    if (part * outcome < -MAX_LOSS) beyond++;
    parts += part;
    said += mean;
    came += outcome;
  }
  const n = days.length;
  const share = (count: number) => ((100 * count) / n).toFixed(1);
  moneyRows.push(
    row([
      span.product.toUpperCase(),
      `${span.from} .. ${span.to}`,
      name,
      n,
      share(below),
      share(above),
      share(beyond),
      (parts / n).toFixed(2),
      (said / n).toFixed(1),
      (came / n).toFixed(1),
    ]),
  );
}

function pinball(error: number, level: number): number {
  return error >= 0 ? level * error : (level - 1) * error;
}

function row(cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
