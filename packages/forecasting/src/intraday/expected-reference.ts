import {
  type DayForecasts,
  type GaussianProcessFit,
  createGaussianProcess,
  forecastsByRow,
} from '../models/gaussian-process.ts';
import { unlessInsufficient } from '../models/insufficient-history-error.ts';
import type { Panel } from '../data/panel.ts';
import { type IntradayPanel, referenceOf } from './intraday-panel.ts';

/**
 * Expects the prices of the auction before from their own past and the calendar alone, so that it serves any market. Its window is longer
 * than that of spreads (`SPREAD_OPTIONS`): the first days of these have an expectation, too.
 */
const PROCESS = createGaussianProcess({
  levelDays: 28,
  spreadDays: 28,
  windowDays: 812,
  searchesRelevance: false,
});

/** Learns from the rows before `target` what to expect of reference prices, and tells it of those rows; undefined where they are too few. */
export function learnReference(
  panel: IntradayPanel,
  target: number,
): { fitted: GaussianProcessFit; expected: DayForecasts } | undefined {
  return orUndefined(() => {
    const { fitted, hindcasts } = PROCESS.fitWithHindcasts(referencePanel(panel), target);
    return { fitted, expected: forecastsByRow(hindcasts) };
  });
}

/** The reference prices to expect of a row that was not learnt from, price unit; undefined where the days before it are not known. */
export function expectReference(
  fitted: GaussianProcessFit,
  panel: IntradayPanel,
  row: number,
): Float64Array | undefined {
  return orUndefined(() => PROCESS.predict(fitted, referencePanel(panel), row));
}

function referencePanel(panel: IntradayPanel): Panel {
  const { days, slotsPerDay, holidays } = panel;
  return { days, slotsPerDay, price: referenceOf(panel), exogenous: [], holidays };
}

function orUndefined<T>(work: () => T): T | undefined {
  return unlessInsufficient<T | undefined>(work, () => undefined);
}
