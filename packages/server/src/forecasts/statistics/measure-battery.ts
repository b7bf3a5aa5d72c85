import {
  type BatteryEarnings,
  batteryEarnings,
  earningsOfDay,
  type GapDay,
  type PlannedDay,
  type PublicDay,
  usualWhenPublic,
} from '@lonja/forecasting/backtest';
import { hourlyLookup, HOURS_PER_PANEL_DAY, panelColumn, panelDays } from '@lonja/forecasting/data';
import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  deliveryDayOf,
  type Product,
} from '@lonja/forecasting/market';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan, splitSpan } from '../../ground/timing/served-days.ts';
import {
  firstPublications,
  lastPublications,
  type PriceFeeds,
  pricesOf,
  readPriceFeeds,
} from '../../market/prices/price-feeds.ts';
import { type AccuracyBasis, listPointsOfBasis, type ScoredPoint } from '../accuracy/scored-points.ts';
import type { SettledDays } from '../accuracy/list-scored-hours.ts';

/** Two hours at full power, wear for each MWh that comes out: of such a battery others publish figures. Every day begins and ends empty. */
export const BATTERY = { powerMw: 1, capacityMwh: 2, efficiency: 0.85, wearEurPerMwh: 17 };
/** Nobody can bid with a later run. */
export const BATTERY_CUTOFF = 'gate' as const;

/** What the battery earned on a delivery day by the forecast and by both plans that it is held against, EUR. */
export interface BatteryDay extends GapDay {
  day: DeliveryDay;
  /** Of the periods that are planned. */
  resolution: 'PT15M' | 'PT1H';
  /** Empty: back-tested, and never issued. */
  runId: string;
  issuedAt: number;
}

export interface BatteryValue {
  /** Those that count, in order of time. */
  days: BatteryDay[];
  /** Null where no day counts. */
  earnings: BatteryEarnings | null;
  /** First delivery day of the prices that the floor may know. */
  pricesSince: DeliveryDay | undefined;
  settled: SettledDays;
  simulated: boolean;
}

type BatteryQuery = { product: Product; basis: AccuracyBasis } & DaySpan;
/** What is planned of a day, with the local hour of each period. */
type DayPlan = Omit<PlannedDay, 'usual'> & Omit<BatteryDay, keyof GapDay> & { hours: number[] };

/** Days before the first whose prices the floor may know. */
const HISTORY_DAYS = 3660;
/** A longer past is read part by part, so that nobody holds the process or its memory for long. */
const PART_DAYS = 92;
const HISTORY_PART_DAYS = 366;

/**
 * What a battery earns that is planned day by day by the last forecast of before the gate, and by the usual prices: their means of the month
 * and local hour, of what was public when that forecast was issued. Days count that have price and forecast in every period.
 */
export async function measureBattery(context: ReadContext, query: BatteryQuery): Promise<BatteryValue> {
  const span = clampToServedDays(query);
  const past =
    span && clampToServedDays({ from: addDays(span.from, -HISTORY_DAYS), to: addDays(span.from, -1) });
  const known: PublicDay[] = [];
  for (const part of past === undefined ? [] : splitSpan(past, HISTORY_PART_DAYS)) {
    known.push(...knownDays(await readPriceFeeds(context, { ...query, ...part })));
  }
  const plans: DayPlan[] = [];
  const settled = { settled: 0, withoutForecast: 0 };
  for (const part of span === undefined ? [] : splitSpan(span, PART_DAYS)) {
    const read = await readPriceFeeds(context, { ...query, ...part });
    if (read === undefined) continue;
    known.push(...knownDays(read));
    const ofPart = await listPlans(context, { ...query, ...part }, read);
    plans.push(...ofPart.plans);
    settled.settled += ofPart.settled.settled;
    settled.withoutForecast += ofPart.settled.withoutForecast;
  }
  const usual = usualWhenPublic(
    known,
    plans.map(({ day, issuedAt: at }) => ({ day, at })),
  );
  const days = plans.map(({ day, resolution, runId, issuedAt, hours, ...plan }, i): BatteryDay => {
    const earned = earningsOfDay({ ...plan, usual: hours.map((hour) => usual(i, hour)) }, BATTERY);
    return { day, resolution, runId, issuedAt, ...earned };
  });
  return {
    days,
    earnings: batteryEarnings(days, BATTERY),
    pricesSince: known[0]?.day,
    settled,
    simulated: await isSimulated(context),
  };
}

/** The hourly prices of days, and since when those of each are public as they are now. */
function knownDays(read: PriceFeeds | undefined): PublicDay[] {
  if (read === undefined) return [];
  const { from, to } = read.window;
  const span = panelDays(deliveryDayOf(from), deliveryDayOf(to - 1));
  const prices = panelColumn(span, hourlyLookup(read.feeds, read.window));
  const publications = lastPublications(read);
  return span.days.flatMap((day, row) => {
    const publicAt = publications.get(day);
    if (publicAt === undefined) return [];
    const first = row * HOURS_PER_PANEL_DAY;
    return [{ day, publicAt, prices: prices.subarray(first, first + HOURS_PER_PANEL_DAY) }];
  });
}

/** The plans of the days of a span that is short enough to be read at once. */
async function listPlans(
  context: ReadContext,
  { product, basis, from, to }: BatteryQuery,
  read: PriceFeeds,
): Promise<{ plans: DayPlan[]; settled: SettledDays }> {
  const publishedAt = firstPublications(read);
  const published = dayRange(from, to).filter((day) => publishedAt.has(day));
  const { dataOrigin } = read;
  const wanted = { product, dataOrigin, basis, cutoff: BATTERY_CUTOFF, publishedAt };
  const calendar = AUCTION_CALENDAR[product];
  // Of what is back-tested hours are kept alone.
  const resolutionOf = (day: DeliveryDay) =>
    basis === 'issued' && day >= calendar.quarterHourlyFrom ? 'PT15M' : 'PT1H';
  const plans: DayPlan[] = [];
  let withForecast = 0;
  for (const resolution of ['PT1H', 'PT15M'] as const) {
    const days = published.filter((day) => resolutionOf(day) === resolution);
    const points = new Map<number, ScoredPoint>();
    const ofDays = days.map((day) => ({ day, leadDay: 1 }));
    const found = await listPointsOfBasis(context.db, { ...wanted, resolution, days: ofDays });
    for (const point of found) points.set(point.start, point);
    const prices = pricesOf(read, resolution);
    for (const day of days) {
      const periods = coveredPeriods(calendar, day, resolution);
      const ofDay = periods.flatMap(({ start }) => points.get(start) ?? []);
      const actual = periods.flatMap(({ start }) => prices.get(start) ?? []);
      if (ofDay.length > 0) withForecast++;
      if (ofDay.length < periods.length || actual.length < periods.length) continue;
      plans.push({
        day,
        resolution,
        runId: ofDay[0].runId,
        issuedAt: ofDay[0].issuedAt,
        forecast: ofDay.map(({ value }) => value),
        actual,
        hours: periods.map(({ hour }) => hour),
        periodHours: resolution === 'PT15M' ? 0.25 : 1,
      });
    }
  }
  return { plans, settled: { settled: published.length, withoutForecast: published.length - withForecast } };
}
