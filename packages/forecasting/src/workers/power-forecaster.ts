import { type PowerPart, type PowerQuantity, joinParts, powerParts } from '../power/forecast-power.ts';
import type { PowerFit, PowerOptions } from '../power/power-model.ts';
import type { PowerPanel } from '../power/power-panel.ts';
import { rememberWork } from './remember-work.ts';
import type { InsufficientHistory, PowerResult, PowerTask } from './thread-jobs.ts';
import { type Threads, mapAtOnce } from './threads.ts';

/** Fits that are kept, each of some MB: those of every quantity at three times of day, with and without the weather. */
const FITS_KEPT = 32;

/**
 * `forecastPower` of tasks spread over threads, in their order. A fit is made once for the same data and kept. Where `learnFrom` holds too
 * little to learn from, the panel of the forecast itself is learnt from. Rejects with the first error of any thread.
 */
export function createPowerForecaster(
  threads: Threads,
  options: PowerOptions,
): (tasks: PowerTask[]) => Promise<PowerResult[]> {
  const learn = rememberWork(
    (given: { quantity: PowerQuantity; panel: PowerPanel }) =>
      threads.run('learnPower', { ...given, options }),
    FITS_KEPT,
  );
  const fitOf = async (
    quantity: PowerQuantity,
    { learnFrom, panel }: PowerPart,
  ): Promise<PowerFit | InsufficientHistory> => {
    const fitted = await learn({ quantity, panel: learnFrom });
    return 'insufficientHistory' in fitted ? learn({ quantity, panel }) : fitted;
  };
  const forecast = async (task: PowerTask): Promise<PowerResult> => {
    const { quantity, rows } = task;
    const parts = powerParts(task);
    const forecasts: Float64Array[][] = [];
    for (const part of parts) {
      const fitted = await fitOf(quantity, part);
      if ('insufficientHistory' in fitted) return fitted;
      const asked = { quantity, fitted, panel: part.panel, rows: part.rows };
      forecasts.push(await threads.run('predictPower', asked));
    }
    return joinParts(rows, parts, forecasts);
  };
  return (tasks) => mapAtOnce(tasks, threads.count, forecast);
}
