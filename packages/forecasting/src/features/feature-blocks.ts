import { type Panel, weekdayOfRow } from '../data/panel.ts';

/** Columns that come and go together: every slot of one input on the day `lagDays` before, the mean of a move of the day, or the seven weekdays. */
export type FeatureBlock =
  | { kind: 'price'; lagDays: number }
  | { kind: 'exogenous'; input: string; lagDays: number }
  | { kind: 'move'; move: string; lagDays: 0 }
  | { kind: 'weekday' };

/** Days of price history that a row of features reaches back. */
export const MAX_LAG_DAYS = 7;

const PRICE_LAGS_DAYS = [1, 2, 3, 7];
/** Days before a row whose exogenous inputs models need; 0 is the row's own. */
export const EXOGENOUS_LAGS_DAYS = [0, 1, 7];
const WEEK_DAYS = 7;

/**
 * The feature set of LEAR: all prices of D-1, D-2, D-3 and D-7, all values of each exogenous input on D, D-1 and D-7, and
 * a dummy for each weekday. Source: Lago, Marcjasz, De Schutter and Weron (2021), Applied Energy 293:116983, eq. 1.
 */
export function learBlocks(inputs: string[]): FeatureBlock[] {
  return [
    ...PRICE_LAGS_DAYS.map((lagDays): FeatureBlock => ({ kind: 'price', lagDays })),
    ...inputs.flatMap((input) =>
      EXOGENOUS_LAGS_DAYS.map((lagDays): FeatureBlock => ({ kind: 'exogenous', input, lagDays })),
    ),
    { kind: 'weekday' },
  ];
}

/** The blocks of LEAR for all inputs of the panel, and its moves, which the paper did not have. */
export function panelBlocks(panel: Panel): FeatureBlock[] {
  return [...learBlocks(panel.exogenous.map(({ name }) => name)), ...moveBlocks(panel)];
}

/** A block for each move that the panel tells of. */
export function moveBlocks({ moves = [] }: Panel): FeatureBlock[] {
  return moves.map(({ name }) => ({ kind: 'move', move: name, lagDays: 0 }));
}

/** `price[d-1]`, `load.forecast[d-0]`, `gas.price move[d-0]`, `weekday`. */
export function blockName(block: FeatureBlock): string {
  if (block.kind === 'weekday') return 'weekday';
  return `${sourceName(block)}[d-${block.lagDays}]`;
}

/** Whether every value of the block is known for row `row` of the panel. False where the lag lies before the panel. */
export function isBlockKnown(panel: Panel, block: FeatureBlock, row: number): boolean {
  if (block.kind === 'weekday') return true;
  const source = sourceOf(panel, block);
  const first = (row - block.lagDays) * panel.slotsPerDay;
  if (source === undefined || first < 0) return false;
  for (let i = first; i < first + panel.slotsPerDay; i++) if (!Number.isFinite(source[i])) return false;
  return true;
}

/** A copy of a block's values for row `row` of the panel, of which it is known. */
export function blockOfDay(panel: Panel, block: LaggedBlock, row: number): Float64Array {
  const first = (row - block.lagDays) * panel.slotsPerDay;
  return sourceIn(panel, block).slice(first, first + panel.slotsPerDay);
}

/** How many columns the blocks have. */
export function columnCount(blocks: FeatureBlock[], slotsPerDay: number): number {
  const ofKind = { price: slotsPerDay, exogenous: slotsPerDay, move: 1, weekday: WEEK_DAYS };
  return blocks.reduce((sum, { kind }) => sum + ofKind[kind], 0);
}

/** The features of the given panel rows, column-major, one matrix row each, into `values`, which are all 0. Every block must be known. */
export function fillDesign(
  panel: Panel,
  blocks: FeatureBlock[],
  rows: ArrayLike<number>,
  values: Float64Array,
): void {
  const { slotsPerDay } = panel;
  const count = rows.length;
  let offset = 0;
  for (const block of blocks) {
    if (block.kind === 'weekday') {
      for (let i = 0; i < count; i++) values[offset + weekdayOfRow(panel, rows[i]) * count + i] = 1;
      offset += WEEK_DAYS * count;
      continue;
    }
    const source = sourceIn(panel, block);
    if (block.kind === 'move') {
      for (let i = 0; i < count; i++) values[offset + i] = meanOfDay(source, rows[i], slotsPerDay);
      offset += count;
      continue;
    }
    for (let slot = 0; slot < slotsPerDay; slot++) {
      for (let i = 0; i < count; i++) {
        values[offset + i] = source[(rows[i] - block.lagDays) * slotsPerDay + slot];
      }
      offset += count;
    }
  }
}

function meanOfDay(values: Float64Array, row: number, slotsPerDay: number): number {
  let sum = 0;
  for (let i = row * slotsPerDay; i < (row + 1) * slotsPerDay; i++) sum += values[i];
  return sum / slotsPerDay;
}

type LaggedBlock = Exclude<FeatureBlock, { kind: 'weekday' }>;

function sourceName(block: LaggedBlock): string {
  if (block.kind === 'price') return 'price';
  return block.kind === 'move' ? `${block.move} move` : block.input;
}

function sourceIn(panel: Panel, block: LaggedBlock): Float64Array {
  const source = sourceOf(panel, block);
  if (source === undefined) throw new Error(`The panel has no "${blockName(block)}".`);
  return source;
}

function sourceOf(panel: Panel, block: LaggedBlock): Float64Array | undefined {
  if (block.kind === 'price') return panel.price;
  if (block.kind === 'move') return panel.moves?.find(({ name }) => name === block.move)?.values;
  return panel.exogenous.find(({ name }) => name === block.input)?.values;
}
