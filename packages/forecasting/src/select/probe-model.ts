import type { Panel } from '../data/panel.ts';
import { type DayForecasts, createGaussianProcess, forecastsByRow } from '../models/gaussian-process.ts';
import { unlessInsufficient } from '../models/insufficient-history-error.ts';

/** What would have been forecast for days before row `target`, each from the days before it alone; nothing where there are too few. */
export type Witness = (panel: Panel, target: number) => DayForecasts;

/** A small process that tells a search what a change of the panel would have been worth; what inputs count in the market is of no concern to it. */
export function createWitness(windowDays: number): Witness {
  const process = createGaussianProcess({
    levelDays: 28,
    spreadDays: 28,
    windowDays,
    searchesRelevance: false,
  });
  return (panel, target) =>
    unlessInsufficient<DayForecasts>(
      () => forecastsByRow(process.fitWithHindcasts(panel, target).hindcasts),
      () => new Map(),
    );
}
