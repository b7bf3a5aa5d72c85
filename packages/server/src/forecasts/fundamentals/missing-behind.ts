import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { findBlindDays } from './find-blind-days.ts';
import type { FundamentalsHour } from './get-fundamentals.ts';
import { modelSeriesOf, QUANTITIES, WEATHER_DRIVEN } from '../../market/observations/quantities.ts';

/** What the own forecasts of a day lacked: a model, or the weather at the time that the model spoke; in sentences, and as data by quantity. */
export async function missingBehind(
  db: Db,
  request: {
    day: DeliveryDay;
    hours: readonly FundamentalsHour[];
    series: ReadonlyMap<string, Series[]>;
    dataOrigin: DataOrigin;
    now: number;
  },
): Promise<{ degraded: string[]; degradedReasons: DegradedReason[] }> {
  const { day, hours, series, dataOrigin, now } = request;
  const unmodelled = QUANTITIES.filter(
    (quantity) => quantity !== 'thermal' && hours.some((hour) => hour.unmodelled.includes(quantity)),
  );
  const degraded =
    unmodelled.length === 0
      ? []
      : [`no model has forecast ${unmodelled.join(', ')}: means of earlier days stand in`];
  const degradedReasons = unmodelled.map((input): DegradedReason => ({ code: 'not_modelled', input, day }));
  const modelled = WEATHER_DRIVEN.filter((quantity) =>
    hours.some(({ estimated }) => estimated.includes(quantity) && !unmodelled.includes(quantity)),
  );
  if (modelled.length === 0) return { degraded, degradedReasons };
  const issues = modelled.flatMap((quantity) => series.get(modelSeriesOf(quantity)) ?? []);
  const asOf = Math.max(
    ...issues.flatMap(({ availableAt }) => [...availableAt].filter((instant) => instant <= now)),
  );
  const blindDays = await findBlindDays(db, { dataOrigin, from: day, to: day, asOf });
  const blind = modelled.filter((quantity) => blindDays.has(quantity));
  if (blind.length > 0) degraded.push(`${blind.join(', ')} are forecast without weather data`);
  degradedReasons.push(...blind.map((input): DegradedReason => ({ code: 'no_weather', input, day })));
  return { degraded, degradedReasons };
}
