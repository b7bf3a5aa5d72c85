import type { DesignMatrix } from '../../src/features/design-matrix.ts';
import { type FeatureBlock, blockName, fillDesign } from '../../src/features/feature-blocks.ts';
import type { Panel } from '../../src/data/panel.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Names in the order of the design's columns: `price[d-1][h07]` (slot 7 of the day before), `weekday[monday]`. */
export function columnNames(blocks: FeatureBlock[], slotsPerDay: number): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'weekday') return WEEKDAYS.map((weekday) => `weekday[${weekday}]`);
    const name = blockName(block);
    if (block.kind === 'move') return [name];
    return Array.from({ length: slotsPerDay }, (_, slot) => `${name}[h${String(slot).padStart(2, '0')}]`);
  });
}

/** The features of the given panel rows, one matrix row each. Every block must be known for every row. */
export function learDesign(panel: Panel, blocks: FeatureBlock[], rows: ArrayLike<number>): DesignMatrix {
  const columns = columnNames(blocks, panel.slotsPerDay);
  const values = new Float64Array(columns.length * rows.length);
  fillDesign(panel, blocks, rows, values);
  return { columns, rows: rows.length, values };
}
