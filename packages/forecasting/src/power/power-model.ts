import { type BoostedTrees, fitBoostedTrees } from '../boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../boosting/predict-boosted-trees.ts';
import { dayNumber } from '../calendar/delivery-day.ts';
import type { DesignMatrix } from '../features/design-matrix.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import { type Outlook, type PowerPanel, areDriversKnown, originOf } from './power-panel.ts';
import { type SlotProcess, fitSlotProcesses, predictSlotProcess } from './slot-processes.ts';

/** A feature by name: its value in a slot of the outlook's row, from what the outlook may know. NaN where not known. */
export interface PowerFeature {
  name: string;
  at: (outlook: Outlook, slot: number) => number;
}

/** How one quantity is forecast: as a share, learnt from features, of a reference that the past gives. */
export interface PowerModel {
  name: string;
  /** Whether the quantity can be below 0, as a net import can. */
  isSigned: boolean;
  /** MW, above 0; NaN where the past does not give it. */
  reference(panel: PowerPanel): (outlook: Outlook, slot: number) => number;
  features(panel: PowerPanel): PowerFeature[];
}

/** A fitted model as plain JSON: the mean of boosted trees, pooled over the slots, and one Gaussian process a slot. */
export interface PowerFit {
  trees: BoostedTrees;
  processes: SlotProcess[];
}

export interface PowerOptions {
  /** Most days before the origin that a fit learns from. */
  windowDays: number;
  trees: number;
  learningRate: number;
  maxLeaves: number;
  minLeafRows: number;
  shrinkage: number;
  columnShare: number;
  /** Chance of a day to be seen by a tree. */
  dayChance: number;
  seed: number;
}

/** Chosen on the Spanish system in 2017, learnt from the two years before it. */
export const POWER_OPTIONS: PowerOptions = {
  windowDays: 1095,
  trees: 250,
  learningRate: 0.07,
  maxLeaves: 24,
  minLeafRows: 40,
  shrinkage: 10,
  columnShare: 0.3,
  dayChance: 0.5,
  seed: 1,
};

/** Days between the last measurements and the day that training days are forecast at, in turn: half of them one day ahead. */
const LEADS = [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7];
const LONGEST_LEAD = 7;
const FEWEST_DAYS = 56;
const MAX_BINS = 64;

/**
 * Learns the quantity from the days that are measured before the panel's origin and whose drivers are known, each seen from as many
 * days before and as late in the day as forecasts are made, so that a model knows how measurements age. Throws
 * InsufficientHistoryError below eight weeks. About 1 s of one core for two years of days.
 */
export function fitPower(
  model: PowerModel,
  panel: PowerPanel,
  options: PowerOptions = POWER_OPTIONS,
): PowerFit {
  const { outlooks, targets } = trainingDays(model, panel, options.windowDays);
  if (outlooks.length < FEWEST_DAYS) {
    throw new InsufficientHistoryError(
      `The model of ${model.name} needs ${FEWEST_DAYS} measured days; there are ${outlooks.length}.`,
    );
  }
  const design = designOf(model, panel, outlooks);
  const { windowDays: _, dayChance, ...boosting } = options;
  const trees = fitBoostedTrees(design, targets, {
    ...boosting,
    loss: { kind: 'squared' },
    groupRows: panel.slotsPerDay,
    groupChances: outlooks.map(() => dayChance),
    maxBins: MAX_BINS,
  });
  const first = dayNumber(panel.days[0]);
  const days = outlooks.map(({ row }) => first + row);
  return { trees, processes: fitSlotProcesses(design, targets, { slotsPerDay: panel.slotsPerDay, days }) };
}

/** Forecasts of the rows in MW, at least 0 unless the quantity has a sign; NaN in slots whose reference the past does not give. */
export function predictPower(
  model: PowerModel,
  fitted: PowerFit,
  panel: PowerPanel,
  rows: readonly number[],
): Float64Array[] {
  const reference = model.reference(panel);
  const features = model.features(panel);
  const origin = originOf(panel);
  return rows.map((row) =>
    Float64Array.from({ length: panel.slotsPerDay }, (_, slot) => {
      const outlook = { row, origin };
      const inputs = Float64Array.from(features, ({ at }) => at(outlook, slot));
      const byTrees = predictBoostedTrees(fitted.trees, inputs);
      const byProcess = predictSlotProcess(fitted.processes[slot], inputs, dayNumber(panel.days[row]));
      const power = (reference(outlook, slot) * (byTrees + byProcess)) / 2;
      return model.isSigned ? power : Math.max(0, power);
    }),
  );
}

/** The days to learn from as outlooks, and their shares of the reference, slot by slot. */
function trainingDays(
  model: PowerModel,
  panel: PowerPanel,
  windowDays: number,
): { outlooks: Outlook[]; targets: number[] } {
  const { slotsPerDay, measured, days } = panel;
  const end = originOf(panel);
  const last = Math.floor(end / slotsPerDay);
  const reference = model.reference(panel);
  const outlooks: Outlook[] = [];
  const targets: number[] = [];
  for (let row = Math.max(LONGEST_LEAD + 1, last - windowDays); row < last; row++) {
    const lead = LEADS[dayNumber(days[row]) % LEADS.length];
    const outlook = { row, origin: (row - lead) * slotsPerDay + (end % slotsPerDay) };
    const shares = Array.from(
      { length: slotsPerDay },
      (_, slot) => measured[row * slotsPerDay + slot] / reference(outlook, slot),
    );
    if (!shares.every(Number.isFinite) || !areDriversKnown(panel, row)) continue;
    outlooks.push(outlook);
    targets.push(...shares);
  }
  return { outlooks, targets };
}

function designOf(model: PowerModel, panel: PowerPanel, outlooks: readonly Outlook[]): DesignMatrix {
  const { slotsPerDay } = panel;
  const features = model.features(panel);
  const rows = outlooks.length * slotsPerDay;
  const values = new Float64Array(rows * features.length);
  features.forEach(({ at }, column) => {
    outlooks.forEach((outlook, i) => {
      for (let slot = 0; slot < slotsPerDay; slot++)
        values[column * rows + i * slotsPerDay + slot] = at(outlook, slot);
    });
  });
  return { columns: features.map(({ name }) => name), rows, values };
}
