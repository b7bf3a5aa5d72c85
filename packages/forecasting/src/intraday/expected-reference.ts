import type { Panel } from '../data/panel.ts';
import {
  type DayForecasts,
  type FittedProcess,
  type GaussianProcessOptions,
  createGaussianProcess,
} from '../models/gaussian-process.ts';
import { unlessInsufficient } from '../models/model.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import { type IntradayPanel, referenceOf } from './intraday-panel.ts';

/** What prices of the auction before were to be expected, from their own past and the calendar alone. */
export interface ExpectedReference {
  /** One-step-ahead, of the days that the process is trained on. */
  hindcasts: DayForecasts;
  /** Of a later row; undefined where the days before it are not known. */
  expect(panel: IntradayPanel, row: number): Float64Array | undefined;
}

/** From the rows before `target`; undefined where they are too few. */
export function fitExpectedReference(
  panel: IntradayPanel,
  target: number,
  { options, cache }: { options: GaussianProcessOptions; cache: FitCache },
): ExpectedReference | undefined {
  return orUndefined(() => {
    const process = createGaussianProcess(options);
    const fitted: FittedProcess = process.fit(referencePanel(panel), target, cache);
    return {
      hindcasts: fitted.hindcasts,
      expect: (seen, row) => orUndefined(() => fitted.predict(referencePanel(seen), row).combined),
    };
  });
}

function referencePanel(panel: IntradayPanel): Panel {
  const { days, slotsPerDay, holidays } = panel;
  return { days, slotsPerDay, price: referenceOf(panel), exogenous: [], holidays };
}

function orUndefined<T>(work: () => T): T | undefined {
  return unlessInsufficient<T | undefined>(work, () => undefined);
}
