import type { Panel } from '../data/panel.ts';
import { type FeatureBlock, MAX_LAG_DAYS, isBlockKnown } from './feature-blocks.ts';

/** The days that a window trains on and the blocks that are known on all of them. */
export interface TrainingSelection {
  blocks: FeatureBlock[];
  /** Panel rows, ascending. */
  rows: number[];
}

/** How many days a model trains on. */
export interface TrainingOptions {
  /** Days below which nothing is fitted. */
  fewestDays: number;
  /** An input known on so many days of a window, or on half of its days, is worth leaving the other days out. */
  enoughDays: number;
}

/**
 * Chooses days and blocks of the `windowDays` days before `target`, so that no value is missing. The first seven days only
 * serve as lags. A day with a missing value is left out; where too few days remain, the exogenous block that is missing most
 * often is left out instead, one after the other, then the price block that is missing most often, down to `fewestDays` days.
 * Returns undefined where no price block or exogenous block gives that many.
 */
export function selectTraining(
  panel: Panel,
  blocks: FeatureBlock[],
  window: { target: number; windowDays: number } & TrainingOptions,
): TrainingSelection | undefined {
  const first = Math.max(0, window.target - window.windowDays) + MAX_LAG_DAYS;
  const cleared: number[] = [];
  for (let row = first; row < window.target; row++) if (hasCleared(panel, row)) cleared.push(row);
  let kept = blocks;
  let known = knownRows(panel, kept, cleared);
  while (kept.some(({ kind }) => kind === 'price' || kind === 'exogenous')) {
    const hasExogenous = kept.some((block) => block.kind === 'exogenous');
    const needed = hasExogenous
      ? Math.max(window.fewestDays, Math.min(window.enoughDays, cleared.length / 2))
      : window.fewestDays;
    const rows = cleared.filter((_, i) => known.every((isKnown) => isKnown[i]));
    if (rows.length >= needed) return { blocks: kept, rows };
    const weakest = weakestBlock(kept, known, hasExogenous ? 'exogenous' : 'price');
    kept = kept.filter((_, i) => i !== weakest);
    known = known.filter((_, i) => i !== weakest);
  }
  return undefined;
}

function hasCleared(panel: Panel, row: number): boolean {
  return isBlockKnown(panel, { kind: 'price', lagDays: 0 }, row);
}

function knownRows(panel: Panel, blocks: FeatureBlock[], rows: number[]): boolean[][] {
  return blocks.map((block) => rows.map((row) => isBlockKnown(panel, block, row)));
}

function weakestBlock(blocks: FeatureBlock[], known: boolean[][], kind: FeatureBlock['kind']): number {
  let weakest = -1;
  let fewest = Infinity;
  blocks.forEach((block, i) => {
    const count = known[i].filter(Boolean).length;
    if (block.kind === kind && count < fewest) {
      fewest = count;
      weakest = i;
    }
  });
  return weakest;
}

/** The blocks known for the target day. An input that is not known for the day itself goes with all its lags. */
export function blocksForTarget(panel: Panel, blocks: FeatureBlock[], target: number): FeatureBlock[] {
  return blocks.filter(
    (block) =>
      isBlockKnown(panel, block, target) &&
      (block.kind !== 'exogenous' || isBlockKnown(panel, { ...block, lagDays: 0 }, target)),
  );
}
