import type { Contributions } from '../explain/contributions.ts';
import { explainForecast } from '../explain/explain-forecast.ts';
import { type Forecaster, predictMembers } from '../models/forecaster.ts';
import type { Panel } from '../data/panel.ts';
import { maskFuturePrices } from './mask-future-prices.ts';
import { gapsOfLead, missingInputs, withGapsOfLead } from './missing-inputs.ts';

export interface HorizonForecast {
  /** One row for each day ahead, `slotsPerDay` point forecasts in the panel's price unit; all finite. */
  days: Float64Array[];
  /** The forecasts that each row of `days` is made of, `slotsPerDay` each; the row itself where it has no members. */
  members: Float64Array[][];
  /** What each row of `days` rests on (see `explainForecast`); empty unless asked for. */
  explanations: Contributions[];
  /** Exogenous inputs that the first day had to do without; empty when all were known. */
  missingInputs: string[];
}

export interface HorizonRequest {
  panel: Panel;
  target: number;
  horizonDays: number;
  forecaster: Forecaster;
  /** Whether the forecasts are explained as well. */
  explain?: boolean | undefined;
}

/**
 * Forecasts rows `target` .. `target + horizonDays - 1` of a panel, of which only the prices before `target` are read.
 * Later days use the forecasts of earlier ones as price lags, and a model fitted on just what is
 * known for them. Live runs, hindcasts and back-tests all pass through here. Throws what the forecaster
 * throws, and an Error when it breaks its contract of one finite value for each slot.
 */
export function forecastHorizon(input: HorizonRequest): HorizonForecast {
  const { target, horizonDays, forecaster, explain = false } = input;
  const visible = maskFuturePrices(input.panel, target, target + horizonDays - 1);
  const filled = { ...visible, price: visible.price.slice() };
  const fittedByGaps = new Map<string, unknown>();
  const days: Float64Array[] = [];
  const membersOfDays: Float64Array[][] = [];
  const explanations: Contributions[] = [];
  for (let lead = 0; lead < horizonDays; lead++) {
    const row = target + lead;
    const gaps = gapsOfLead(visible, target, lead).join();
    if (!fittedByGaps.has(gaps))
      fittedByGaps.set(gaps, forecaster.fit(withGapsOfLead(visible, target, lead), target));
    const fitted = fittedByGaps.get(gaps);
    const { combined, members } = predictMembers(forecaster, fitted, { panel: filled, target: row });
    for (const values of [combined, ...members]) {
      if (values.length === filled.slotsPerDay && values.every(Number.isFinite)) continue;
      throw new Error(`${forecaster.name} gave no finite forecast for every period of ${filled.days[row]}.`);
    }
    if (explain) {
      explanations.push(
        explainForecast(forecaster, fitted, { panel: filled, target: row, forecast: combined }),
      );
    }
    filled.price.set(combined, row * filled.slotsPerDay);
    days.push(combined);
    membersOfDays.push(members);
  }
  return { days, members: membersOfDays, explanations, missingInputs: missingInputs(visible, target) };
}
