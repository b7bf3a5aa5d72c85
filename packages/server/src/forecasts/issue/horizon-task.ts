import type { Panel } from '@lonja/forecasting';
import { addDays, daysBetween, type DeliveryDay } from '@lonja/forecasting/market';
import { firstUnknownRow } from '@lonja/forecasting/horizon';
import { historyStart } from '@lonja/forecasting/issue';
import type { HorizonTask } from '@lonja/forecasting/workers';
import { type ForecastInputs, panelAsOf } from './forecast-inputs.ts';
import { withOwnFundamentals } from './own-fundamentals.ts';
import { signalsAsOf } from './price-signals.ts';

/** A forecast to compute, from the first row whose prices are not known. */
export interface LateHorizonTask extends HorizonTask {
  /** Days at the front of the result that lie before the first wanted day, because their prices were late. */
  lateDays: number;
  /** Inputs of the first wanted day that are published. */
  published: string[];
  /** Inputs of the first wanted day that nobody has published yet, and for which the service's own forecast stands in. */
  standIns: string[];
}

/** What forecasting `horizonDays` days from `firstDay` on looks like from `asOf`. */
export function horizonTask(
  inputs: ForecastInputs,
  request: { firstDay: DeliveryDay; horizonDays: number; historyDays: number; asOf: number },
): LateHorizonTask {
  const from = historyStart(request.firstDay, request.historyDays);
  const to = addDays(request.firstDay, request.horizonDays - 1);
  const published = panelAsOf(inputs, { from, to, asOf: request.asOf });
  const panel = withOwnFundamentals(published, inputs, {
    from: request.firstDay,
    asOf: request.asOf,
  });
  const wanted = daysBetween(from, request.firstDay);
  const target = firstUnknownRow(panel, wanted);
  const lateDays = wanted - target;
  const known = knownInputs(published, wanted);
  const standIns = knownInputs(panel, wanted).filter((name) => !known.includes(name));
  const signals = signalsAsOf(inputs, panel, request.asOf);
  return {
    panel: { ...panel, signals },
    target,
    horizonDays: request.horizonDays + lateDays,
    lateDays,
    published: known,
    standIns,
  };
}

/** Names of the inputs that are wholly known of a row. */
export function knownInputs({ exogenous, slotsPerDay }: Panel, row: number): string[] {
  return exogenous
    .filter(({ values }) =>
      values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).every(Number.isFinite),
    )
    .map(({ name }) => name);
}
