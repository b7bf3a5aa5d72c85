import type { z } from 'zod';
import type { Preparation as FoundPreparation } from './get-preparation.ts';
import type { Preparation } from './schemas.ts';

export function toPreparation(preparation: FoundPreparation | undefined): z.infer<typeof Preparation> | null {
  if (preparation === undefined) return null;
  const { steps, firstForecastInMs } = preparation;
  return {
    first_forecast_in_s: firstForecastInMs === undefined ? null : Math.ceil(firstForecastInMs / 1000),
    steps,
  };
}
