import type { Panel } from '../data/panel.ts';
import {
  type DayForecasts,
  type GaussianProcessOptions,
  createGaussianProcess,
} from '../models/gaussian-process.ts';
import { unlessInsufficient } from '../models/insufficient-history-error.ts';
import type { FitCache } from '../runtime/fit-cache.ts';

/** One-step-ahead forecasts of the days before row `target` by a small probe process; none where there are too few days. */
export function probeForecasts(
  panel: Panel,
  target: number,
  probe: GaussianProcessOptions,
  cache: FitCache,
): DayForecasts {
  return unlessInsufficient<DayForecasts>(
    () => createGaussianProcess(probe).fit(panel, target, cache).hindcasts,
    () => new Map(),
  );
}
