import {
  addDays,
  AUCTION_CALENDAR,
  type DeliveryDay,
  dayNumber,
  dayRange,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  instantFor,
} from '@lonja/forecasting/market';
import { hourlyLookup, HOURS_PER_PANEL_DAY, panelWindow, type Series } from '@lonja/forecasting/data';
import {
  areDriversKnown,
  DAY_AHEAD_FIT_DAYS,
  type DayAheadTask,
  dayAheadTask,
  hasDriverHistory,
  POWER_HISTORY_DAYS,
  type PowerPanel,
} from '@lonja/forecasting/power';
import { BACKGROUND_LOG_EVERY_MS, loggedProgress } from '../../ground/telemetry/progress.ts';
import { appendObservations, readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { knownBeforeGate, type PowerContext, type PowerInputs, readPowerInputs } from './power-inputs.ts';
import {
  dayAheadSeriesOf,
  modelSourceOf,
  publishedSeriesOf,
  WEATHER_DRIVEN,
  type WeatherDriven,
} from '../../market/observations/quantities.ts';

/** Where nobody has published anything ahead of the gate for so long, prices are forecast from own forecasts, of days past as well. */
const SILENT_DAYS = 28;
const STEP = 'Forecasting load, wind and solar power of past days';

/**
 * Forecasts load, wind and sun of each day from `from` to tomorrow that has no such forecast yet, as it would have been forecast at noon
 * of the day before from what was measured up to the midnight before that noon, from what had been published of the day of that noon and from
 * the weather as it was forecast: what price models learn from where nobody publishes ahead of the gate. Quantities that somebody has published so recently, and days whose weather is not known,
 * are left out. Gives how many days were forecast, all quantities counted; aborted, it throws the signal's reason and keeps what is stored.
 * More days than a week, as a new installation lacks, are forecast in the background, and the log says how far that is.
 */
export async function forecastPastDays(
  context: PowerContext,
  { dataOrigin, from }: { dataOrigin: DataOrigin; from: DeliveryDay },
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const now = clock.now();
  const to = addDays(deliveryDayOf(now), 1);
  const lacking = await findLackingDays(context, { dataOrigin, from, to, asOf: now });
  if (lacking.size === 0) return 0;
  const first = [...lacking.values()].flat().reduce((a, b) => (a < b ? a : b));
  const span = { from: addDays(first, -POWER_HISTORY_DAYS - DAY_AHEAD_FIT_DAYS), to: addDays(to, 1) };
  const inputs = await readPowerInputs(db, { dataOrigin, ...span, asOf: now });
  const blocks = [...lacking].flatMap(([quantity, days]) =>
    blocksOf(panelOf(inputs, quantity, now), quantity, days),
  );
  const total = blocks.reduce((sum, { days }) => sum + days.length, 0);
  const isLong = total > WEATHER_DRIVEN.length * DAY_AHEAD_FIT_DAYS;
  const progress = loggedProgress(logger, { everyMs: BACKGROUND_LOG_EVERY_MS });
  const report = (done: number) => isLong && progress(STEP, done, total);
  report(0);
  let made = 0;
  let done = 0;
  for (const { quantity, panel, days } of blocks) {
    const forecasts = new Map<DeliveryDay, Float64Array>();
    for (const day of days) {
      signal?.throwIfAborted();
      // One at a time: a run that is waited for finds no more than that in its way.
      const [result] = await context.forecastPower(
        [{ quantity, ...taskOf(inputs, { quantity, panel, day, now }) }],
        isLong ? 'background' : 'forecast',
      );
      report(++done);
      if ('rows' in result) forecasts.set(day, result.rows[0]);
    }
    await store(context, { dataOrigin, quantity, forecasts, now });
    made += forecasts.size;
  }
  if (made > 0) logger.info({ made }, 'past days of load, wind and solar power forecast');
  return made;
}

/** With what had been published by that noon of the day that was running, as forecasts of wind and sun are that come after the gate. */
function taskOf(
  inputs: PowerInputs,
  {
    quantity,
    panel,
    day,
    now,
  }: { quantity: WeatherDriven; panel: PowerPanel; day: DeliveryDay; now: number },
): DayAheadTask {
  const noon = instantFor(day, AUCTION_CALENDAR.da.gateClosure);
  const dayBefore = inputs.published(quantity, addDays(day, -1), Math.min(now, noon));
  return dayAheadTask(panel, panel.days.indexOf(day), { dayBefore });
}

/** The days that can be forecast, by the week whose fit they share. */
function blocksOf(
  panel: PowerPanel,
  quantity: WeatherDriven,
  days: DeliveryDay[],
): { quantity: WeatherDriven; panel: PowerPanel; days: DeliveryDay[] }[] {
  const isKnown = (day: DeliveryDay) => areDriversKnown(panel, panel.days.indexOf(day));
  const blocks = Map.groupBy(days.filter(isKnown), (day) => Math.floor(dayNumber(day) / DAY_AHEAD_FIT_DAYS));
  return [...blocks.values()].flatMap((block) => {
    const { learnFrom } = dayAheadTask(panel, panel.days.indexOf(block[0]));
    const canLearn = learnFrom.drivers.length > 0 && hasDriverHistory(learnFrom);
    return canLearn ? [{ quantity, panel, days: block }] : [];
  });
}

/** The days that lack a forecast, by quantity that nobody has published ahead of the gate recently, in order. */
async function findLackingDays(
  { db }: PowerContext,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<Map<WeatherDriven, DeliveryDay[]>> {
  const { dataOrigin, from, to, asOf } = query;
  const window = { ...panelWindow(from, to), asOf };
  const keys = WEATHER_DRIVEN.flatMap((quantity) => [
    publishedSeriesOf(quantity),
    dayAheadSeriesOf(quantity),
  ]);
  const series = await readSeries(db, { keys, dataOrigin, ...window });
  const knownDays = (feeds: readonly Series[]) => {
    const known = hourlyLookup(feeds, window);
    return dayRange(from, to).filter((day) =>
      deliveryPeriods(day, 'PT1H').every(({ start }) => known.get(start) !== undefined),
    );
  };
  const lacking = new Map<WeatherDriven, DeliveryDay[]>();
  for (const quantity of WEATHER_DRIVEN) {
    const lastPublished = knownDays(knownBeforeGate(series.get(publishedSeriesOf(quantity)) ?? [])).at(-1);
    if (lastPublished !== undefined && lastPublished > addDays(to, -SILENT_DAYS)) continue;
    const made = new Set(knownDays(series.get(dayAheadSeriesOf(quantity)) ?? []));
    const days = dayRange(from, to).filter((day) => !made.has(day));
    if (days.length > 0) lacking.set(quantity, days);
  }
  return lacking;
}

/** A quantity with its weather, as known now. */
function panelOf(inputs: PowerInputs, quantity: WeatherDriven, now: number): PowerPanel {
  const known = { asOf: now, end: dayStart(deliveryDayOf(now)) };
  return { ...inputs.measured(quantity, known), drivers: inputs.weather(quantity, now) };
}

async function store(
  { db }: PowerContext,
  request: {
    dataOrigin: DataOrigin;
    quantity: WeatherDriven;
    forecasts: Map<DeliveryDay, Float64Array>;
    now: number;
  },
): Promise<void> {
  const { dataOrigin, quantity, forecasts, now } = request;
  const hours = [...forecasts].flatMap(([day, values]) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }): [number, number] => [
      start,
      values[hour % HOURS_PER_PANEL_DAY],
    ]),
  );
  const known = hours.filter(([, value]) => Number.isFinite(value));
  const feed = {
    series: dayAheadSeriesOf(quantity),
    source: modelSourceOf(dataOrigin),
    resolution: 'PT1H' as const,
    unit: 'MW',
  };
  await appendObservations(db, feed, {
    start: Float64Array.from(known, ([start]) => start),
    value: Float64Array.from(known, ([, value]) => value),
    availableAt: new Float64Array(known.length).fill(now),
  });
}
