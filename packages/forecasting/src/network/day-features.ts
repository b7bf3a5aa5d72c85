import { dayNumber } from '../calendar/delivery-day.ts';
import { type FeatureBlock, MAX_LAG_DAYS, blockName } from '../features/lear-features.ts';
import type { LocalScale } from '../gaussian-process/local-scale.ts';
import type { Panel } from '../series/panel.ts';
import { weekdayOfRow } from '../series/weekday-of-row.ts';
import { asinh } from '../transforms/asinh.ts';

/** Neighbouring features that come from one input: `price`, the name of an exogenous input, or `calendar`. */
export interface FeatureGroup {
  input: string;
  width: number;
}

const WEEKDAYS = 7;
const DAYS_PER_YEAR = 365.25;

/**
 * The groups of `dayFeatures` in order: locally standardised prices of the lags and their mean over the week, level and spread
 * themselves; of each exogenous input the day's values and how they differ from earlier days'; weekday and season.
 */
export function featureGroups(blocks: FeatureBlock[], slotsPerDay: number): FeatureGroup[] {
  const priceBlocks = blocks.filter(({ kind }) => kind === 'price').length;
  const groups: FeatureGroup[] = [{ input: 'price', width: (priceBlocks + 1) * slotsPerDay + 2 }];
  for (const input of inputsOf(blocks)) {
    groups.push({ input, width: lagsOf(blocks, input).length * slotsPerDay });
  }
  groups.push({ input: 'calendar', width: WEEKDAYS + 2 });
  return groups;
}

/** The features of row `row`. The blocks must be known for it. */
export function dayFeatures(
  panel: Panel,
  row: number,
  scale: LocalScale,
  blocks: FeatureBlock[],
): Float64Array {
  const features: number[] = [];
  const lagged = (lagDays: number): Float64Array =>
    dayOf(panel, panel.price, row - lagDays).map((price) => toLocal(scale, price));
  for (const block of blocks) if (block.kind === 'price') features.push(...lagged(block.lagDays));
  const week = Array.from({ length: MAX_LAG_DAYS }, (_, i) => lagged(i + 1));
  for (let slot = 0; slot < panel.slotsPerDay; slot++) features.push(meanOfKnown(week, slot));
  features.push(Math.log(scale.spread), scale.level);
  for (const input of inputsOf(blocks)) {
    const values = panel.exogenous.find(({ name }) => name === input)?.values;
    if (values === undefined) throw new Error(`The panel has no input "${input}".`);
    const today = dayOf(panel, values, row);
    for (const lagDays of lagsOf(blocks, input)) {
      const before = dayOf(panel, values, row - lagDays);
      features.push(...(lagDays === 0 ? today : today.map((value, slot) => value - before[slot])));
    }
  }
  const number = dayNumber(panel.days[row]);
  const weekday = weekdayOfRow(panel, row);
  for (let i = 0; i < WEEKDAYS; i++) features.push(i === weekday ? 1 : 0);
  const angle = (2 * Math.PI * number) / DAYS_PER_YEAR;
  features.push(Math.cos(angle), Math.sin(angle));
  return Float64Array.from(features);
}

/** The blocks without lags of inputs whose values of the day itself are not among them: every lag is told by its difference. */
export function withoutOrphans(blocks: FeatureBlock[]): FeatureBlock[] {
  const names = new Set(blocks.map(blockName));
  return blocks.filter(
    (block) => block.kind !== 'exogenous' || names.has(blockName({ ...block, lagDays: 0 })),
  );
}

export function toLocal({ level, spread }: LocalScale, price: number): number {
  return asinh((price - level) / spread);
}

export function fromLocal({ level, spread }: LocalScale, value: number): number {
  return level + spread * Math.sinh(value);
}

function inputsOf(blocks: FeatureBlock[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === 'exogenous' ? [block.input] : [])))];
}

function lagsOf(blocks: FeatureBlock[], input: string): number[] {
  return blocks.flatMap((block) =>
    block.kind === 'exogenous' && block.input === input ? [block.lagDays] : [],
  );
}

/** Empty before the panel begins. */
function dayOf({ slotsPerDay }: Panel, values: Float64Array, row: number): Float64Array {
  return row < 0 ? new Float64Array(0) : values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
}

/** 0, the level itself, where no day has the slot. */
function meanOfKnown(days: Float64Array[], slot: number): number {
  let sum = 0;
  let count = 0;
  for (const day of days) {
    if (!Number.isFinite(day[slot])) continue;
    sum += day[slot];
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
