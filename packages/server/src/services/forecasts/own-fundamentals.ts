import {
  addDays,
  buildPanel,
  type DeliveryDay,
  hourlyLookup,
  type Panel,
  panelWindow,
} from '@lonja/forecasting';
import type { Db } from '../../store/database.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { findBlindDays } from '../fundamentals/find-blind-days.ts';
import { modelSeriesOf, WEATHER_DRIVEN } from '../fundamentals/quantities.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

/** The service's own forecasts of load, wind and sun. */
export const OWN_KEYS = WEATHER_DRIVEN.map(modelSeriesOf);

/**
 * The panel with the service's own forecasts of load, wind and sun from `from` on, as known at `asOf`, where the system operator has
 * published none: what days beyond its horizon are forecast with.
 */
export function withOwnFundamentals(
  panel: Panel,
  inputs: ForecastInputs,
  { from, asOf }: { from: DeliveryDay; asOf: number },
): Panel {
  const to = panel.days[panel.days.length - 1];
  if (from > to) return panel;
  const window = { ...panelWindow(from, to), asOf };
  const first = panel.days.indexOf(from) * panel.slotsPerDay;
  return {
    ...panel,
    exogenous: panel.exogenous.map(({ name, values }, i) => {
      const own = hourlyLookup(inputs.get(OWN_KEYS[i]) ?? [], window);
      const slots = buildPanel({ from, to, price: own, exogenous: [] }).price;
      return {
        name,
        values: values.map((value, at) => (Number.isNaN(value) && at >= first ? slots[at - first] : value)),
      };
    }),
  };
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
): Promise<string[]> {
  const { dataOrigin, task, firstDay, lastDay, asOf } = request;
  const { panel, standIns } = task;
  const isMade = OWN_KEYS.some((key) => (inputs.get(key) ?? []).length > 0);
  if (!isMade || firstDay >= lastDay) return [];
  const lacking = panel.days.filter((day, row) => day > firstDay && hasGap(panel, row));
  const reasons =
    lacking.length === 0 ? [] : [`load, wind and solar of ${lacking.join(', ')} are not forecast yet`];
  const firstOwn = standIns.length > 0 ? firstDay : addDays(firstDay, 1);
  const blind = await findBlindDays(db, { dataOrigin, from: firstOwn, to: lastDay, asOf });
  return [
    ...reasons,
    ...[...blind].map(
      ([quantity, days]) => `${quantity} of ${days.join(', ')} is forecast without the weather`,
    ),
  ];
}

function hasGap({ exogenous, slotsPerDay }: Panel, row: number): boolean {
  return exogenous.some(({ values }) =>
    values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some(Number.isNaN),
  );
}
