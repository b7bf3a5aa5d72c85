import { type FeatureBlock, MAX_LAG_DAYS, isBlockKnown } from '../features/lear-features.ts';
import type { Panel } from '../series/panel.ts';
import type { LocalScaleOptions } from './local-scale.ts';
import { MOST_UNSETTLED_DAYS, SETTLED_FOR_DAYS, multipleUpTo, settledRow } from './settled-days.ts';
import { MIN_TRAINING_ROWS, trainingRows } from './training-days.ts';

export interface DaysToLearn {
  /** First row that anything of the days rests on, their scales included. */
  from: number;
  /** Rows before it are settled: all of them where there are too few of these. */
  settled: number;
  /** Panel rows of the days, ascending; some may turn out to have no scale. */
  rows: number[];
  blocks: FeatureBlock[];
}

/** Settled days in a window below which every fit learns all of it anew. */
const FEWEST_SETTLED_DAYS = 182;

/**
 * The days before row `target` to learn from, at most `windowDays` with their lags. Where enough of them are settled the window begins on
 * the same day for four weeks, whichever day the panel begins on.
 */
export function daysToLearn(
  panel: Panel,
  blocks: FeatureBlock[],
  { target, windowDays, scale }: { target: number; windowDays: number; scale: LocalScaleOptions },
): DaysToLearn {
  const reach = Math.max(MAX_LAG_DAYS, scale.levelDays, scale.spreadDays);
  const settled = settledRow(panel, target);
  const first = Math.max(
    settled + MOST_UNSETTLED_DAYS - windowDays,
    multipleUpTo(panel, reach + SETTLED_FOR_DAYS - 1),
  );
  if (settled - first >= FEWEST_SETTLED_DAYS) {
    const chosen = trainingRows(panel, blocks, { target, windowDays: target - first });
    if (tellsEnough(panel, chosen, settled))
      return { from: first + MAX_LAG_DAYS - reach, settled, ...chosen };
  }
  const from = Math.max(0, target - windowDays + MAX_LAG_DAYS - reach);
  return { from, settled: target, ...trainingRows(panel, blocks, { target, windowDays }) };
}

/** Whether the settled days are enough to train on, and hold half of what is known of each input. */
function tellsEnough(
  panel: Panel,
  { rows, blocks }: { rows: number[]; blocks: FeatureBlock[] },
  settled: number,
): boolean {
  const countOf = (days: number[]) => days.filter((row) => row < settled).length;
  return (
    countOf(rows) >= MIN_TRAINING_ROWS &&
    blocks.every((block) => {
      if (block.kind !== 'exogenous' || block.lagDays !== 0) return true;
      const known = rows.filter((row) => isBlockKnown(panel, block, row));
      return 2 * countOf(known) >= known.length;
    })
  );
}
