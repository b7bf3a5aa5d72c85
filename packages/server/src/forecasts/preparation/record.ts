import { z } from 'zod';
import { countField } from '../../ground/http/fields.ts';
import { PREPARATION_STEPS, type Preparation as FoundPreparation } from './get-preparation.ts';

/** How far the first start of an installation is. */
export const Preparation = z
  .object({
    first_forecast_in_s: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          'About how many seconds the first forecast will take, by the pace so far; null once it is there',
        examples: [60],
      }),
    steps: z.array(
      z.object({
        step: z.enum(PREPARATION_STEPS).meta({
          description:
            '`issued_past`, on a simulated market: the runs of the days before; `backtest`, on the real one: past forecasts that are scored',
          examples: ['calibration'],
        }),
        state: z.enum(['done', 'running', 'waiting']),
        done: countField('Parts that are done', 8),
        total: countField('Of how many; 0 where they are not counted', 21),
      }),
    ),
  })
  .meta({
    id: 'Preparation',
    description:
      'How far a first start is; null where everything has been made, or the start was more than a day ago',
  });

export function toPreparation(preparation: FoundPreparation | undefined): z.infer<typeof Preparation> | null {
  if (preparation === undefined) return null;
  const { steps, firstForecastInMs } = preparation;
  return {
    first_forecast_in_s: firstForecastInMs === undefined ? null : Math.ceil(firstForecastInMs / 1000),
    steps,
  };
}
