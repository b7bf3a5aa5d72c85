import { type DeliveryDay, dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import { hourlyValues, panelWindow } from '@lonja/forecasting/data';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { WEATHER_DRIVEN, WEATHER_SERIES, type WeatherDriven } from '../../market/observations/quantities.ts';

/** The days of a span whose weather was not wholly known at `asOf`, by what it drives; quantities without such days are left out. */
export async function findBlindDays(
  db: Db,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<Map<WeatherDriven, DeliveryDay[]>> {
  const { dataOrigin, from, to, asOf } = query;
  const window = { ...panelWindow(from, to), asOf };
  const keys = WEATHER_DRIVEN.flatMap((quantity) => WEATHER_SERIES[quantity].map(({ key }) => key));
  const weather = await readSeries(db, { keys: [...new Set(keys)], dataOrigin, ...window });
  const hours = new Map([...weather].map(([key, series]) => [key, hourlyValues(series, window)]));
  const isKnown = (key: string, day: DeliveryDay) =>
    deliveryPeriods(day, 'PT1H').every(({ start }) => hours.get(key)?.has(start) === true);
  const blind = WEATHER_DRIVEN.map((quantity): [WeatherDriven, DeliveryDay[]] => [
    quantity,
    dayRange(from, to).filter((day) => !WEATHER_SERIES[quantity].every(({ key }) => isKnown(key, day))),
  ]);
  return new Map(blind.filter(([, days]) => days.length > 0));
}
