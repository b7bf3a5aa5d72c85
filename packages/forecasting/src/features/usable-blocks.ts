import type { Panel } from '../data/panel.ts';
import { type FeatureBlock, isBlockKnown } from './feature-blocks.ts';

/** The blocks known for the target day. An input that is not known for the day itself goes with all its lags. */
export function blocksForTarget(panel: Panel, blocks: FeatureBlock[], target: number): FeatureBlock[] {
  return blocks.filter(
    (block) =>
      isBlockKnown(panel, block, target) &&
      (block.kind !== 'exogenous' || isBlockKnown(panel, { ...block, lagDays: 0 }, target)),
  );
}
