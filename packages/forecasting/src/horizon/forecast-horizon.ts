import { type Forecaster, predictMembers } from '../models/forecaster.ts';
import type { Panel } from '../series/panel.ts';
import { maskFuturePrices } from './mask-future-prices.ts';
import { gapsOfLead, missingInputs, withGapsOfLead } from './missing-inputs.ts';

export interface HorizonForecast {
  /** One row for each day ahead, `slotsPerDay` point forecasts in the panel's price unit; all finite. */
  days: Float64Array[];
  /** The forecasts that each row of `days` is made of, `slotsPerDay` each; the row itself where it has no members. */
  members: Float64Array[][];
  /** Exogenous inputs that the first day had to do without; empty when all were known. */
  missingInputs: string[];
}

/**
 * Forecasts rows `target` .. `target + horizonDays - 1` of a panel, of which only the prices before `target` are read.
 * Later days use the forecasts of earlier ones as price lags, and a model fitted on just what is
 * known for them. Live runs, hindcasts and back-tests all pass through here. Throws what the forecaster
 * throws, and an Error when it breaks its contract of one finite value for each slot.
 */
export function forecastHorizon(input: {
  panel: Panel;
  target: number;
  horizonDays: number;
  forecaster: Forecaster;
}): HorizonForecast {
  const { target, horizonDays, forecaster } = input;
  const visible = maskFuturePrices(input.panel, target, target + horizonDays - 1);
  const filled = { ...visible, price: visible.price.slice() };
  const fittedByGaps = new Map<string, unknown>();
  const days: Float64Array[] = [];
  const membersOfDays: Float64Array[][] = [];
  for (let lead = 0; lead < horizonDays; lead++) {
    const row = target + lead;
    const gaps = gapsOfLead(visible, target, lead).join();
    if (!fittedByGaps.has(gaps))
      fittedByGaps.set(gaps, forecaster.fit(withGapsOfLead(visible, target, lead), target));
    const { combined, members } = predictMembers(forecaster, fittedByGaps.get(gaps), {
      panel: filled,
      target: row,
    });
    for (const values of [combined, ...members]) {
      if (values.length === filled.slotsPerDay && values.every(Number.isFinite)) continue;
      throw new Error(`${forecaster.name} gave no finite forecast for every period of ${filled.days[row]}.`);
    }
    filled.price.set(combined, row * filled.slotsPerDay);
    days.push(combined);
    membersOfDays.push(members);
  }
  return { days, members: membersOfDays, missingInputs: missingInputs(visible, target) };
}
