import type { IntradayAuction, Auction } from '../market/products.ts';
import { type Grid, hourlyNoise, slowNoise } from './grid.ts';
import { smoothKernel } from './noise.ts';

/**
 * The moments at which an hour's weather and load are known, from the weather forecast of the start of D-1 over the TSO's
 * forecast and the four auctions to the truth. Ahead of each intraday auction the TSO renews its forecast.
 */
export type Vintage = 'weather' | 'tso' | Auction | Renewal | 'actual';
type Renewal = 'beforeIda1' | 'beforeIda2' | 'beforeIda3';

/** One hourly array for each vintage. */
export type ByVintage = Record<Vintage, Float64Array>;

/** Standard deviation of what becomes known between a vintage and the one before it; a renewal is somewhere on the way. */
export type News = Record<Exclude<Vintage, 'weather' | Renewal>, number>;

/** The data that the TSO has when it renews its forecast ahead of an auction. */
export const RENEWALS: Record<IntradayAuction, Renewal> = {
  ida1: 'beforeIda1',
  ida2: 'beforeIda2',
  ida3: 'beforeIda3',
};
/** Share of the time between the gate closures of the auction before and of this one that has passed by then. */
const SHARE_PASSED: Record<IntradayAuction, number> = { ida1: 1 / 3, ida2: 5 / 7, ida3: 10 / 12 };

const NEWS_KERNEL = smoothKernel(2.6);
const REGIME_KERNEL = smoothKernel(1.2);
/** Share of the forecast error of the morning before that the coming day starts with, and the hours it lasts. */
const CARRIED_SHARE = 0.9;
const CARRIED_HOURS = 22;
const MORNING_FROM_HOUR = 6;
const MORNING_TO_HOUR = 13;

/**
 * A quantity as each vintage sees it: `base` plus the news up to then. Every vintage is thus an unbiased forecast of the
 * later ones. Part of an error seen on the morning of D-1 carries over to D and is news to the first intraday auction,
 * which makes the step from the day-ahead price to it forecastable.
 */
export function withNews(
  grid: Grid,
  stream: string,
  base: Float64Array,
  news: News,
  scale: Float64Array,
): ByVintage {
  const steps = {
    tso: newsStep(grid, `${stream}.tso`, news.tso, scale),
    da: newsStep(grid, `${stream}.da`, news.da, scale),
    ida1: newsStep(grid, `${stream}.ida1`, news.ida1, scale),
    ida2: newsStep(grid, `${stream}.ida2`, news.ida2, scale),
    ida3: newsStep(grid, `${stream}.ida3`, news.ida3, scale),
    actual: newsStep(grid, `${stream}.actual`, news.actual, scale),
  };
  const carried = carriedError(grid, [steps.da, steps.ida1, steps.ida2, steps.ida3, steps.actual]);
  const tso = sum(base, steps.tso);
  const da = sum(tso, steps.da);
  const ida1 = sum(da, sum(steps.ida1, carried));
  const ida2 = sum(ida1, steps.ida2);
  const ida3 = sum(ida2, steps.ida3);
  const onTheWay = (auction: IntradayAuction, from: Float64Array, to: Float64Array) => {
    const detour = newsStep(grid, `${stream}.before.${auction}`, news[auction], scale);
    return bridge(from, to, detour, SHARE_PASSED[auction]);
  };
  return {
    weather: base,
    tso,
    da,
    beforeIda1: onTheWay('ida1', da, ida1),
    ida1,
    beforeIda2: onTheWay('ida2', ida1, ida2),
    ida2,
    beforeIda3: onTheWay('ida3', ida2, ida3),
    ida3,
    actual: sum(ida3, steps.actual),
  };
}

export function mapVintages(transform: (vintage: Vintage) => Float64Array): ByVintage {
  return {
    weather: transform('weather'),
    tso: transform('tso'),
    da: transform('da'),
    beforeIda1: transform('beforeIda1'),
    ida1: transform('ida1'),
    beforeIda2: transform('beforeIda2'),
    ida2: transform('ida2'),
    beforeIda3: transform('beforeIda3'),
    ida3: transform('ida3'),
    actual: transform('actual'),
  };
}

/** What is known after a share of the time between two vintages if news comes evenly: a Brownian bridge from one to the other. */
function bridge(
  from: Float64Array,
  to: Float64Array,
  detour: Float64Array,
  sharePassed: number,
): Float64Array {
  const reach = Math.sqrt(sharePassed * (1 - sharePassed));
  return from.map((value, i) => value + sharePassed * (to[i] - value) + reach * detour[i]);
}

function newsStep(grid: Grid, stream: string, deviation: number, scale: Float64Array): Float64Array {
  const fast = hourlyNoise(grid, `${stream}.fast`, NEWS_KERNEL);
  const regime = slowNoise(grid, `${stream}.regime`, REGIME_KERNEL);
  return fast.map((value, i) => deviation * scale[i] * (0.87 * value + 0.5 * regime[i]));
}

/** For each hour, what is left of the mean error that the steps add up to on the morning of the day before. */
function carriedError(grid: Grid, steps: readonly Float64Array[]): Float64Array {
  const errorSum = new Float64Array(grid.dayCount + 1);
  const hoursSeen = new Float64Array(grid.dayCount + 1);
  const lastMorningHour = new Int32Array(grid.dayCount + 1);
  for (let i = 0; i < grid.hourCount; i++) {
    const hour = grid.localHour[i];
    if (hour < MORNING_FROM_HOUR || hour >= MORNING_TO_HOUR) continue;
    const nextDay = grid.localDay[i] - grid.firstDay + 1;
    for (const step of steps) errorSum[nextDay] += step[i];
    hoursSeen[nextDay] += 1;
    lastMorningHour[nextDay] = i;
  }
  return Float64Array.from({ length: grid.hourCount }, (_, i) => {
    const day = grid.localDay[i] - grid.firstDay;
    if (hoursSeen[day] === 0) return 0;
    const fade = Math.exp(-(i - lastMorningHour[day]) / CARRIED_HOURS);
    return (CARRIED_SHARE * fade * errorSum[day]) / hoursSeen[day];
  });
}

function sum(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]);
}
