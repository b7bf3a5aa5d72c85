import { addDays, daysBetween, type DeliveryDay, firstUnknownRow } from '@lonja/forecasting';
import type { HorizonTask } from '@lonja/forecasting/workers';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import { withOwnFundamentals } from './own-fundamentals.ts';

/** A forecast to compute, from the first row whose prices are not known. */
export interface LateHorizonTask extends HorizonTask {
  /** Days at the front of the result that lie before the first wanted day, because their prices were late. */
  lateDays: number;
}

/** What forecasting `horizonDays` days from `firstDay` on looks like from `asOf`. */
export function horizonTask(
  inputs: ForecastInputs,
  request: { firstDay: DeliveryDay; horizonDays: number; historyDays: number; asOf: number },
): LateHorizonTask {
  const from = addDays(request.firstDay, -request.historyDays);
  const to = addDays(request.firstDay, request.horizonDays - 1);
  const published = panelAsOf(inputs, { from, to, asOf: request.asOf });
  const panel = withOwnFundamentals(published, inputs, {
    from: addDays(request.firstDay, 1),
    asOf: request.asOf,
  });
  const wanted = daysBetween(from, request.firstDay);
  const target = firstUnknownRow(panel, wanted);
  const lateDays = wanted - target;
  return { panel, target, horizonDays: request.horizonDays + lateDays, lateDays };
}
