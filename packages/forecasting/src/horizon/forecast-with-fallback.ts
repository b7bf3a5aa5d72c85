import { InsufficientHistoryError } from '../models/model.ts';
import { createWeeklyNaive } from '../models/naive.ts';
import { type HorizonForecast, type HorizonRequest, forecastHorizon } from './forecast-horizon.ts';

/** A forecast that the weekly naive may have made. */
export interface FallbackForecast extends HorizonForecast {
  /** Why the weekly naive had to stand in for the model; undefined when it did not. */
  fallbackReason: string | undefined;
}

/**
 * `forecastHorizon`, with the weekly naive in place of a model that has too little history. Throws
 * InsufficientHistoryError when not even a week of prices is known.
 */
export function forecastWithFallback(input: HorizonRequest): FallbackForecast {
  try {
    return { ...forecastHorizon(input), fallbackReason: undefined };
  } catch (error) {
    if (!(error instanceof InsufficientHistoryError)) throw error;
    return {
      ...forecastHorizon({ ...input, model: createWeeklyNaive() }),
      fallbackReason: error.message,
    };
  }
}
