/**
 * Whether weights by recent errors, or a correction of the recent bias, would help the champion where the price level has moved. Prints
 * market-move-weights.md.
 * Run: node benchmarks/accuracy/market-move-weights.ts ../shared/data FOLDER > benchmarks/accuracy/market-move-weights.md
 * FOLDER is that of market-moves.ts, with the forecasts of each day.
 */
import { CHAMPION, LEAR } from '@lonja/forecasting';
import { multivariateDieboldMariano } from '@lonja/forecasting/metrics';
import { forecastSpan, MOVING_SPANS } from './market-move-spans.ts';
import type { MovedPeriod } from './market-move-tables.ts';
import { fingerprintsOf, provenance } from './provenance.ts';
import { markdownTable } from './variant-losses.ts';

const SLOTS = 24;
/** Hours of a part of the day that has weights of its own. */
const PART_HOURS = 6;
const FEWEST_DAYS = 7;
const MEMBERS = [
  'process, level of a week',
  'process, level of a year',
  'LEAR within the champion',
  'boosted trees',
] as const;

/** Forecasts of a day by slot, from the days before it alone; `past` ends with the day before. */
type Variant = (day: MovedPeriod[], past: readonly MovedPeriod[][]) => number[];

const errorOf = (period: MovedPeriod, name: (typeof MEMBERS)[number] | 'champion') =>
  period.forecasts[name] - period.actual;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The members by the inverse square of their mean absolute errors in a part of the day; `share` of it, the rest is the champion's. */
const byErrors =
  (days: number, share: number): Variant =>
  (day, past) =>
    day.map((period, slot) => {
      const part = Math.floor(slot / PART_HOURS);
      const seen = past
        .slice(-days)
        .flatMap((earlier) => earlier.slice(part * PART_HOURS, (part + 1) * PART_HOURS));
      const weights = MEMBERS.map((name) => 1 / mean(seen.map((one) => Math.abs(errorOf(one, name)))) ** 2);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const weighted = MEMBERS.reduce(
        (sum, name, i) => sum + (weights[i] / total) * period.forecasts[name],
        0,
      );
      return share * weighted + (1 - share) * period.forecasts.champion;
    });

/** The champion less a share of its mean error of the last days. */
const lessBias =
  (days: number, share: number): Variant =>
  (day, past) => {
    const bias = mean(past.slice(-days).flatMap((earlier) => earlier.map((one) => errorOf(one, 'champion'))));
    return day.map((period) => period.forecasts.champion - share * bias);
  };

const VARIANTS: Record<string, Variant> = {
  'members by errors of 7 days': byErrors(7, 1),
  'members by errors of 28 days': byErrors(28, 1),
  'members by errors of 91 days': byErrors(91, 1),
  'half champion, half members by errors of 28 days': byErrors(28, 0.5),
  'a quarter of members by errors of 28 days': byErrors(28, 0.25),
  'champion less half the bias of 7 days': lessBias(7, 0.5),
  'champion less half the bias of 28 days': lessBias(28, 0.5),
  'champion less a quarter of the bias of 14 days': lessBias(14, 0.25),
};

const [folder, dayFolder] = process.argv.slice(2);
if (dayFolder === undefined)
  throw new Error('Give the folder of the data and that of the forecasts of each day.');

/** Forecasts of a variant and of the champion by slot, of days in order. */
interface Compared {
  span: string;
  days: string[];
  isMoved: boolean[];
  actual: number[];
  champion: number[];
  variant: number[];
}
const compared = new Map<string, Compared[]>(Object.keys(VARIANTS).map((name) => [name, []]));
for (const span of MOVING_SPANS) {
  const periods = await forecastSpan(span, { folder, dayFolder });
  const days = [...Map.groupBy(periods, ({ day }) => day).values()].filter((day) => day.length === SLOTS);
  for (const [name, variant] of Object.entries(VARIANTS)) {
    const forecasts = days.flatMap((day, i) =>
      i < FEWEST_DAYS ? day.map((period) => period.forecasts.champion) : variant(day, days.slice(0, i)),
    );
    const all = days.flat();
    compared.get(name)?.push({
      span: span.name,
      days: all.map(({ day }) => day),
      isMoved: all.map(({ week }) => week !== undefined),
      actual: all.map(({ actual }) => actual),
      champion: all.map((period) => period.forecasts.champion),
      variant: forecasts,
    });
  }
}

const rows = [...compared].map(([name, spans]) => [
  name,
  ...[true, false].flatMap((movedAlone) => [
    changeOf(spans, movedAlone),
    changeOf(
      spans.filter(({ span }) => /spain|^es/i.test(span)),
      movedAlone,
    ),
  ]),
]);
console.log(`# Weights by recent errors where the market moves

Regenerate with \`node benchmarks/accuracy/market-move-weights.ts FOLDER DAYS > benchmarks/accuracy/market-move-weights.md\`.

What the forecasts behind [market-moves.md](market-moves.md) would have erred more (+) or less (-) than the champion with other weights, in percent of
its MAE, with the standard error (Newey-West, days of different spans apart). Weights are by part of the day of ${PART_HOURS} hours, from the inverse
square of the mean absolute errors of days before; the bounds are not made anew.

${markdownTable([['variant', 'moved days', 'moved days of Spain', 'all days', 'all days of Spain'], ...rows])}

A variant would have to gain two standard errors with Spain and Portugal counting half.

${provenance({ recipes: { champion: CHAMPION, LEAR }, data: await fingerprintsOf(folder, [...new Set(MOVING_SPANS.flatMap(({ files }) => files))]) })}`);

/** The change of the mean absolute error of all spans together, each day alike, with its standard error. */
function changeOf(spans: readonly Compared[], movedAlone: boolean): string {
  let difference = 0;
  let variance = 0;
  let loss = 0;
  let dayCount = 0;
  for (const { days, isMoved, actual, champion, variant } of spans) {
    const kept = days.map((_, i) => i).filter((i) => !movedAlone || isMoved[i]);
    if (kept.length === 0) continue;
    const of = (values: readonly number[]) => kept.map((i) => values[i]);
    const test = multivariateDieboldMariano(of(champion), of(variant), of(actual), {
      days: kept.map((i) => days[i]),
    });
    const count = kept.length / SLOTS;
    difference -= count * (test.meanDifference / SLOTS);
    variance += (count * (test.meanDifference / test.statistic / SLOTS)) ** 2;
    loss += count * mean(kept.map((i) => Math.abs(champion[i] - actual[i])));
    dayCount += count;
  }
  if (dayCount === 0) return '';
  const change = (100 * difference) / loss;
  return `${change > 0 ? '+' : ''}${change.toFixed(2)} (${((100 * Math.sqrt(variance)) / loss).toFixed(2)})`;
}
