import type { Panel } from '@lonja/forecasting';
import { addDays, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import { hourlyLookup, panelColumn, panelDays, panelWindow } from '@lonja/forecasting/data';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { findBlindDays, knownBeforeGate } from '../fundamentals/power-inputs.ts';
import { dayAheadSeriesOf, modelSeriesOf, WEATHER_DRIVEN } from '../../market/observations/quantities.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

/** The service's own forecasts of load, wind and sun. */
export const OWN_KEYS = WEATHER_DRIVEN.map(modelSeriesOf);
/** Of them, what was or would have been forecast of each day on the day before. */
export const OWN_DAY_AHEAD_KEYS = WEATHER_DRIVEN.map(dayAheadSeriesOf);

/**
 * The panel with the service's own forecasts of load, wind and sun where nobody has published any: from `from` on as known at `asOf`, which is
 * what days beyond the operator's horizon are forecast with. Of the days up to `from` those that were made of each on the day before it, or made
 * up since (see `forecastPastDays`), where nothing was published ahead of the gate: models learn from what they are served with.
 */
export function withOwnFundamentals(
  panel: Panel,
  inputs: ForecastInputs,
  { from, asOf }: { from: DeliveryDay; asOf: number },
): Panel {
  const to = panel.days[panel.days.length - 1];
  if (from > to) return panel;
  const [earliest] = panel.days;
  const columnOf = (key: string, span: { from: DeliveryDay; to: DeliveryDay }, knownAt: number) => {
    const own = hourlyLookup(inputs.get(key) ?? [], { ...panelWindow(span.from, span.to), asOf: knownAt });
    return panelColumn(panelDays(span.from, span.to), own);
  };
  const earlyColumn = (key: string) => {
    const early = hourlyLookup(knownBeforeGate(inputs.get(key) ?? []), {
      ...panelWindow(earliest, to),
      asOf,
    });
    return panelColumn(panelDays(earliest, to), early);
  };
  const first = panel.days.indexOf(from) * panel.slotsPerDay;
  const tomorrow = addDays(deliveryDayOf(asOf), 1);
  const lastMade = from < tomorrow ? from : tomorrow;
  return {
    ...panel,
    exogenous: panel.exogenous.map(({ name, values }, i) => {
      const ahead = columnOf(OWN_KEYS[i], { from, to }, asOf);
      // Each was made from what was known the day before its own, whenever that was done.
      const dayAhead = columnOf(OWN_DAY_AHEAD_KEYS[i], { from: earliest, to: lastMade }, Infinity);
      const early = earlyColumn(name);
      return {
        name,
        values: values.map((value, at) => {
          const own = dayAhead[at] ?? Number.NaN;
          return at < first ? firstKnown(early[at], own, value) : firstKnown(value, ahead[at - first], own);
        }),
      };
    }),
  };
}

function firstKnown(...values: number[]): number {
  return values.find((value) => !Number.isNaN(value)) ?? Number.NaN;
}

/**
 * What a run lacks of the service's own forecasts on the days after its first one, and of the weather on the days that rest on them. A service that has never made any, because
 * nobody measures what they are learnt from, lacks nothing that it usually has.
 */
export async function ownFundamentalsReasons(
  db: Db,
  inputs: ForecastInputs,
  request: {
    dataOrigin: DataOrigin;
    task: { panel: Panel; standIns: string[] };
    firstDay: DeliveryDay;
    lastDay: DeliveryDay;
    asOf: number;
  },
): Promise<DegradedReason[]> {
  const { dataOrigin, task, firstDay, lastDay, asOf } = request;
  const { panel, standIns } = task;
  const isMade = OWN_KEYS.some((key) => (inputs.get(key) ?? []).length > 0);
  if (!isMade || firstDay >= lastDay) return [];
  const lacking = panel.days.filter((day, row) => day > firstDay && hasGap(panel, row));
  const firstOwn = standIns.length > 0 ? firstDay : addDays(firstDay, 1);
  const blind = await findBlindDays(db, { dataOrigin, from: firstOwn, to: lastDay, asOf });
  return [
    ...lacking.map((day) => ({ code: 'fundamentals_not_forecast' as const, day })),
    ...[...blind].flatMap(([input, days]) =>
      days.map((day) => ({ code: 'no_weather' as const, input, day })),
    ),
  ];
}

function hasGap({ exogenous, slotsPerDay }: Panel, row: number): boolean {
  return exogenous.some(({ values }) =>
    values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some(Number.isNaN),
  );
}
