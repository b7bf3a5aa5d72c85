import { type FeatureBlock, columnCount, fillDesign } from '../features/feature-blocks.ts';
import { type Block, type Kernel, paddedWidth, takeBlocks } from '../runtime/kernel/kernel.ts';
import { type KernelGram, type LassoWalk, createWalk, walkLengths } from '../learners/lasso/lasso-walk.ts';
import type { Panel } from '../data/panel.ts';
import { type AsinhScale, scaleOfMedians } from '../target/asinh-scale.ts';
import { centerColumns } from '../linalg/center-columns.ts';

/** The prices of one slot on the training days, as a target of the regression. */
export interface SlotTarget {
  scale: AsinhScale;
  lowest: number;
  highest: number;
  /** Mean of the transformed prices. */
  mean: number;
  /** The transformed prices about their mean. */
  y: Float64Array;
  /** X'y and y'y. */
  cross: Float64Array;
  squares: number;
}

/** A window's design, scaled and centred, with its products. It lies in the kernel's memory until the next window does. */
export interface LearMoments {
  rows: number;
  /** Column-major, the targets behind the features. */
  x: Float64Array;
  /** Scale of each column, null for a weekday dummy, and mean after scaling. */
  scales: (AsinhScale | null)[];
  means: Float64Array;
  gram: KernelGram;
  targets: SlotTarget[];
  walk: LassoWalk;
}

/** The targets stand behind the features as further columns of one matrix, so that one Gram matrix holds all products. */
export function prepareMoments(
  kernel: Kernel,
  panel: Panel,
  blocks: FeatureBlock[],
  days: number[],
): LearMoments {
  const rows = days.length;
  const columns = columnCount(blocks, panel.slotsPerDay);
  const total = columns + panel.slotsPerDay;
  const stride = paddedWidth(total);
  const memory = takeBlocks(kernel, {
    x: rows * total,
    packed: rows * stride,
    gram: stride * stride,
    scratch: rows,
    ...walkLengths(columns),
  });
  const x = memory.x.values;
  const all: FeatureBlock[] = [...blocks, { kind: 'price', lagDays: 0 }];
  fillDesign(panel, all, days, x);
  const ranges = Array.from({ length: panel.slotsPerDay }, (_, slot) => rangeOf(x, columns + slot, rows));
  const scale = (j: number) => scaleColumn(kernel, memory, j, rows);
  const scales = isDummy(blocks, panel.slotsPerDay).map((isFlag, j) => (isFlag ? null : scale(j)));
  const targetScales = ranges.map((_, slot) => scale(columns + slot));
  const means = centerColumns(x, rows);
  kernel.gram(memory.x.address, rows, total, memory.packed.address, memory.gram.address, stride, 0);
  const gram = { block: memory.gram, stride, columns };
  const targets = ranges.map((range, slot): SlotTarget => {
    const row = (columns + slot) * stride;
    return {
      ...range,
      scale: targetScales[slot],
      mean: means[columns + slot],
      y: x.subarray((columns + slot) * rows, (columns + slot + 1) * rows),
      cross: memory.gram.values.subarray(row, row + columns),
      squares: memory.gram.values[row + columns + slot],
    };
  });
  const walk = createWalk(kernel, gram, memory);
  return { rows, x, scales, means, gram, targets, walk };
}

/** For each column of the blocks, whether it is a weekday's. */
function isDummy(blocks: FeatureBlock[], slotsPerDay: number): boolean[] {
  return blocks.flatMap((block) =>
    Array.from({ length: columnCount([block], slotsPerDay) }, () => block.kind === 'weekday'),
  );
}

/** Fits the scale of column j and applies it in place. */
function scaleColumn(
  kernel: Kernel,
  { x, scratch }: { x: Block; scratch: Block },
  j: number,
  rows: number,
): AsinhScale {
  const address = x.address + j * rows * Float64Array.BYTES_PER_ELEMENT;
  const center = kernel.median(address, rows, scratch.address);
  const deviation = kernel.deviationMedian(address, rows, center, scratch.address);
  const scale = scaleOfMedians(x.values.subarray(j * rows, (j + 1) * rows), center, deviation);
  kernel.applyAsinh(address, rows, scale.center, scale.spread);
  return scale;
}

function rangeOf(x: Float64Array, column: number, rows: number): { lowest: number; highest: number } {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let at = column * rows; at < (column + 1) * rows; at++) {
    lowest = Math.min(lowest, x[at]);
    highest = Math.max(highest, x[at]);
  }
  return { lowest, highest };
}
