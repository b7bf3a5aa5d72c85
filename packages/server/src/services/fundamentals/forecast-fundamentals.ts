import {
  addDays,
  type DeliveryDay,
  type DriverColumn,
  dayRange,
  deliveryDayOf,
  deliveryPeriods,
  HOURS_PER_PANEL_DAY,
  type PowerPanel,
  type PowerQuantity,
} from '@lonja/forecasting';
import type { PowerTask } from '@lonja/forecasting/workers';
import { appendObservations } from '../../store/observations.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import type { PowerContext } from './power-context.ts';
import { measuredPanel, type PowerInputs, readPowerInputs } from './power-inputs.ts';
import { type Quantity, MODELLED, modelSeriesOf, modelSourceOf, WEATHER_DRIVEN } from './quantities.ts';

/** Days after today that are forecast. */
export const MODEL_DAYS_AHEAD = 7;

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

/** The same without keeping anything. */
export async function computeFundamentals(
  context: Pick<PowerContext, 'db' | 'forecastPower'>,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<{ forecasts: Forecasts; degraded: string[] }> {
  const today = deliveryDayOf(now);
  const days = dayRange(today, addDays(today, MODEL_DAYS_AHEAD));
  const inputs = await readPowerInputs(context.db, {
    dataOrigin,
    today,
    last: addDays(today, MODEL_DAYS_AHEAD),
    asOf: now,
  });
  const degraded: string[] = [];
  const forecasts: Forecasts = new Map();
  const forecast = async (
    quantities: readonly PowerQuantity[],
    driversOf: (quantity: PowerQuantity) => DriverColumn[],
  ) => {
    const tasks = quantities.map((quantity) => taskOf(inputs, quantity, driversOf(quantity), days));
    const results = await context.forecastPower(tasks);
    for (const [i, result] of results.entries()) {
      const quantity = quantities[i];
      if ('insufficientHistory' in result) {
        degraded.push(result.insufficientHistory);
        continue;
      }
      forecasts.set(quantity, hoursOf(result.rows, days, now));
      const blind = result.withoutDrivers.map((row) => tasks[i].panel.days[row]);
      if (blind.length > 0)
        degraded.push(`${quantity} of ${blind.join(', ')} is forecast without the weather`);
    }
  };
  await forecast(WEATHER_DRIVEN, (quantity) => inputs.weather(quantity));
  const powers = WEATHER_DRIVEN.map((quantity) =>
    inputs.power(quantity, forecasts.get(quantity) ?? new Map()),
  );
  const plants = MODELLED.filter((quantity) => !WEATHER_DRIVEN.some((driven) => driven === quantity));
  await forecast(plants, () => powers);
  addThermal(forecasts);
  return { forecasts, degraded };
}

function taskOf(
  inputs: PowerInputs,
  quantity: PowerQuantity,
  drivers: DriverColumn[],
  days: readonly DeliveryDay[],
): PowerTask {
  const panel: PowerPanel = { ...measuredPanel(inputs, quantity), drivers };
  return { quantity, panel, rows: days.map((day) => panel.days.indexOf(day)) };
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
    const rest = parts.reduce((sum, part) => sum - (part?.get(start) ?? Number.NaN), load);
    if (Number.isFinite(rest)) thermal.set(start, Math.max(0, rest));
  }
  if (thermal.size > 0) forecasts.set('thermal', thermal);
}

/** All quantities of one issue together or none. */
async function store(
  { db }: PowerContext,
  { dataOrigin, forecasts, now }: { dataOrigin: DataOrigin; forecasts: Forecasts; now: number },
): Promise<void> {
  const source = modelSourceOf(dataOrigin);
  await db.transaction().execute(async (tx) => {
    for (const [quantity, hours] of forecasts) {
      const feed = { series: modelSeriesOf(quantity), source, resolution: 'PT1H' as const, unit: 'MW' };
      const start = Float64Array.from(hours.keys());
      await appendObservations(tx, feed, {
        start,
        value: Float64Array.from(hours.values()),
        availableAt: new Float64Array(start.length).fill(now),
      });
    }
  });
}
