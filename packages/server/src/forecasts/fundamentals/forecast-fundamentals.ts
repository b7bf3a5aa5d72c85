import {
  addDays,
  type DeliveryDay,
  dayNumber,
  dayRange,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  formatMadrid,
  HOUR_MS,
  instantOf,
} from '@lonja/forecasting/market';
import { HOURS_PER_PANEL_DAY } from '@lonja/forecasting/data';
import {
  type DriverColumn,
  POWER_HISTORY_DAYS,
  type PowerPanel,
  type PowerQuantity,
  restOfLoad,
} from '@lonja/forecasting/power';
import type { PowerTask } from '@lonja/forecasting/workers';
import { appendToFeeds } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { type PowerContext, readPowerInputs } from './power-inputs.ts';
import {
  type Quantity,
  MODELLED,
  modelSeriesOf,
  modelSourceOf,
  WEATHER_DRIVEN,
} from '../../market/observations/quantities.ts';

/** Days after today that are forecast. */
export const MODEL_DAYS_AHEAD = 7;

/** Days that one fit serves. */
const FIT_SERVES_DAYS = 7;

/** Forecasts of a quantity by start of the hour, MW. */
type Forecasts = Map<Quantity, Map<number, number>>;

/**
 * Forecasts load, wind, sun, plants and exchange of today and the seven days after it from what is known at the clock's now, and
 * keeps what is new as further revisions. Gives a sentence for everything that it had to do without. What has too little history
 * is left out.
 */
export async function forecastFundamentals(
  context: PowerContext,
  dataOrigin: DataOrigin,
): Promise<{ degraded: string[] }> {
  const now = context.clock.now();
  const { forecasts, degraded } = await computeFundamentals(context, { dataOrigin, now });
  await store(context, { dataOrigin, forecasts, now });
  context.logger.info({ quantities: [...forecasts.keys()], degraded }, 'fundamentals forecast');
  return { degraded };
}

/** Forecasts of the power system, and a sentence for everything that they had to do without. */
export interface PowerForecasts {
  forecasts: Forecasts;
  degraded: string[];
}

/** The same without keeping anything. */
export async function computeFundamentals(
  context: Pick<PowerContext, 'db' | 'forecastPower'>,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<PowerForecasts> {
  const today = deliveryDayOf(now);
  const days = dayRange(today, addDays(today, MODEL_DAYS_AHEAD));
  const inputs = await readPowerInputs(context.db, {
    dataOrigin,
    from: addDays(firstOfWeek(today), -POWER_HISTORY_DAYS),
    to: addDays(today, MODEL_DAYS_AHEAD),
    asOf: now,
  });
  const degraded: string[] = [];
  const forecasts: Forecasts = new Map();
  const forecast = async (
    quantities: readonly PowerQuantity[],
    drivers: {
      learnt: (quantity: PowerQuantity, asOf: number) => DriverColumn[];
      known: (quantity: PowerQuantity) => DriverColumn[];
    },
  ) => {
    const tasks = quantities.map((quantity): PowerTask => {
      const publishedUntil = inputs.publishedUntil(quantity);
      const learning = learningOf(now, { isPublished: publishedUntil !== undefined });
      const learnt = {
        ...inputs.measured(quantity, learning),
        drivers: drivers.learnt(quantity, learning.asOf),
      };
      const end = publishedUntil ?? endOfHour(now);
      const panel = { ...inputs.measured(quantity, { asOf: now, end }), drivers: drivers.known(quantity) };
      const rows = days.map((day) => panel.days.indexOf(day));
      return { quantity, learnFrom: upTo(firstOfWeek(today), learnt), panel, rows };
    });
    const results = await context.forecastPower(tasks, 'forecast');
    for (const [i, result] of results.entries()) {
      const quantity = quantities[i];
      if ('insufficientHistory' in result) {
        degraded.push(result.insufficientHistory);
        continue;
      }
      forecasts.set(quantity, hoursOf(result.rows, days, now));
      const blind = result.withoutDrivers.map((row) => tasks[i].panel.days[row]);
      if (blind.length > 0)
        degraded.push(`${quantity} of ${blind.join(', ')} is forecast without weather data`);
    }
  };
  await forecast(WEATHER_DRIVEN, {
    learnt: (quantity, asOf) => inputs.weather(quantity, asOf),
    known: (quantity) => inputs.weather(quantity, now),
  });
  const { asOf: learntAt } = learningOf(now, { isPublished: false });
  const learntBeside = WEATHER_DRIVEN.map((quantity) => inputs.power(quantity, learntAt));
  const knownBeside = WEATHER_DRIVEN.map((quantity) => inputs.power(quantity, now, forecasts.get(quantity)));
  const plants = MODELLED.filter((quantity) => !WEATHER_DRIVEN.some((driven) => driven === quantity));
  await forecast(plants, { learnt: () => learntBeside, known: () => knownBeside });
  addThermal(forecasts);
  return { forecasts, degraded };
}

/**
 * What the models of an instant learn from: what was known on the first day of its week, at the same time of day. A fit that serves a week is
 * as good as one of every day, at a seventh of its cost. Where the rest of today is published the past ends at a midnight, and so does what
 * is learnt from: one fit serves all issues of the day.
 */
function learningOf(now: number, { isPublished }: { isPublished: boolean }): { asOf: number; end: number } {
  const day = firstOfWeek(deliveryDayOf(now));
  const asOf = isPublished ? dayStart(day) : Math.min(now, instantOf(day, formatMadrid(now).slice(11, 16)));
  return { asOf, end: endOfHour(asOf) };
}

function endOfHour(instant: number): number {
  return Math.ceil(instant / HOUR_MS) * HOUR_MS;
}

function firstOfWeek(day: DeliveryDay): DeliveryDay {
  return addDays(day, -(dayNumber(day) % FIT_SERVES_DAYS));
}

/** The days of a panel up to one of them: the same whatever day comes last. */
function upTo(day: DeliveryDay, panel: PowerPanel): PowerPanel {
  const days = panel.days.slice(0, panel.days.indexOf(day) + 1);
  const cut = (values: Float64Array) => values.slice(0, days.length * panel.slotsPerDay);
  return {
    ...panel,
    days,
    measured: cut(panel.measured),
    drivers: panel.drivers.map((driver) => ({ ...driver, values: cut(driver.values) })),
  };
}

/** The hours to come of a forecast by slots. */
function hoursOf(rows: Float64Array[], days: readonly DeliveryDay[], now: number): Map<number, number> {
  const hours = days.flatMap((day, i) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }): [number, number] => [
      start,
      rows[i][hour % HOURS_PER_PANEL_DAY],
    ]),
  );
  return new Map(hours.filter(([start, value]) => start >= now && Number.isFinite(value)));
}

/** Plants that burn something follow what is left of the load. */
function addThermal(forecasts: Forecasts): void {
  const parts = MODELLED.filter((quantity) => quantity !== 'load').map((quantity) => forecasts.get(quantity));
  const thermal = new Map<number, number>();
  for (const [start, load] of forecasts.get('load') ?? []) {
    const rest = restOfLoad(
      load,
      parts.map((part) => part?.get(start)),
    );
    if (rest !== undefined) thermal.set(start, rest);
  }
  if (thermal.size > 0) forecasts.set('thermal', thermal);
}

/** All quantities of one issue together or none. */
async function store(
  { db }: PowerContext,
  { dataOrigin, forecasts, now }: { dataOrigin: DataOrigin; forecasts: Forecasts; now: number },
): Promise<void> {
  const source = modelSourceOf(dataOrigin);
  const parts = [...forecasts].map(([quantity, hours]) => ({
    feed: { series: modelSeriesOf(quantity), source, resolution: 'PT1H' as const, unit: 'MW' },
    rows: {
      start: Float64Array.from(hours.keys()),
      value: Float64Array.from(hours.values()),
      availableAt: new Float64Array(hours.size).fill(now),
    },
  }));
  await appendToFeeds(db, parts);
}
