import type { Contributions } from '../explain/contributions.ts';
import { explainForecast } from '../explain/explain-forecast.ts';
import type { FittedModel, Model } from '../models/model.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import type { Panel } from '../data/panel.ts';
import { maskFuturePrices, maskInputs } from './mask-future-prices.ts';
import { gapsOfLead, missingInputs, withGapsOfLead } from './missing-inputs.ts';

/** Point forecasts of consecutive days. */
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
  model: Model;
  /** Whether the forecasts are explained as well. */
  explain?: boolean | undefined;
  /** Inputs that are taken as unknown, by name, for each day ahead: past forecasts made from as little as one that is to come. */
  unknownInputs?: readonly string[][] | undefined;
  /** Shared by requests of one thread. */
  cache?: FitCache | undefined;
}

/** A forecast whose fits are kept. */
export interface FittedHorizon {
  /**
   * The forecast with other values of the inputs and signals from `target` on: `supposed` has the same days and knows the same inputs. Left out,
   * those that it was fitted for. Nothing is fitted anew. Throws as `forecastHorizon` does.
   */
  predict(supposed?: Panel): HorizonForecast;
}

/**
 * Forecasts rows `target` .. `target + horizonDays - 1` of a panel, of which only the prices before `target` are read.
 * Later days use the forecasts of earlier ones as price lags, and a model fitted on just what is
 * known for them. Live runs, hindcasts and back-tests all pass through here. Throws what the forecaster
 * throws, and an Error when it breaks its contract of one finite value for each slot.
 */
export function forecastHorizon(input: HorizonRequest): HorizonForecast {
  return fitHorizon(input).predict();
}

/** What `forecastHorizon` forecasts with, to ask it for other inputs too; each fit is made when a day first needs it. */
export function fitHorizon(input: HorizonRequest): FittedHorizon {
  const { target, horizonDays, model, explain = false, cache = createFitCache() } = input;
  const asSeen = (panel: Panel) =>
    maskInputs(maskFuturePrices(panel, target, target + horizonDays - 1), target, input.unknownInputs);
  const visible = asSeen(input.panel);
  const fittedByGaps = new Map<string, FittedModel>();
  const fittedFor = (lead: number): FittedModel => {
    const gaps = gapsOfLead(visible, target, lead).join();
    const fitted = fittedByGaps.get(gaps) ?? model.fit(withGapsOfLead(visible, target, lead), target, cache);
    fittedByGaps.set(gaps, fitted);
    return fitted;
  };
  return {
    predict(supposed) {
      let filled = supposed === undefined ? visible : asSeen(supposed);
      const days: Float64Array[] = [];
      const membersOfDays: Float64Array[][] = [];
      const explanations: Contributions[] = [];
      for (let lead = 0; lead < horizonDays; lead++) {
        const row = target + lead;
        const fitted = fittedFor(lead);
        const { combined, members } = fitted.predict(filled, row);
        for (const values of [combined, ...members]) {
          if (values.length === filled.slotsPerDay && values.every(Number.isFinite)) continue;
          throw new Error(`${model.name} gave no finite forecast for every period of ${filled.days[row]}.`);
        }
        if (explain) {
          explanations.push(explainForecast(fitted, { panel: filled, target: row, forecast: combined }));
        }
        filled = withPrices(filled, row, combined);
        days.push(combined);
        membersOfDays.push(members);
      }
      return { days, members: membersOfDays, explanations, missingInputs: missingInputs(visible, target) };
    },
  };
}

/** A copy of the panel with the prices of a row; columns that a model has seen do not change. */
function withPrices(panel: Panel, row: number, prices: Float64Array): Panel {
  const price = panel.price.slice();
  price.set(prices, row * panel.slotsPerDay);
  return { ...panel, price };
}
