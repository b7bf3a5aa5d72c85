import {
  type BoostedTrees,
  fitBoostedTrees,
  predictBoostedTrees,
} from '../learners/boosting/fit-boosted-trees.ts';
import { dayNumber } from '../market/delivery-day.ts';
import type { DesignMatrix } from '../features/design-matrix.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { type DayRecord, type ErrorCorrection, correctionOf, fitCorrection } from './error-correction.ts';
import { type Outlook, type PowerPanel, areDriversKnown, originOf, outlookOf } from './power-panel.ts';
import { type SlotProcess, fitSlotProcesses, slotPredictor } from './slot-processes.ts';
import {
  type TrainingOutlooks,
  leadOf,
  sharesOfReference,
  trainingOutlook,
  trainingOutlooks,
} from './training-days.ts';
import { type PredictedSlot, fitModelWeights, modelWeightAt } from './model-weights.ts';

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
  /** How much of a forecast is the processes' alone; the rest is the trees'. Chosen as POWER_OPTIONS are. */
  processShare: number;
  /**
   * Trees learn by themselves and aim at the mean, or see the predictions of the processes beside the features and aim at the median, by which
   * absolute errors are least. Chosen as POWER_OPTIONS are, over a week ahead.
   */
  trees: 'apart' | 'after the processes';
  /** MW, above 0; NaN where the past does not give it. */
  reference(panel: PowerPanel): (outlook: Outlook, slot: number) => number;
  /**
   * Whether forecasts with drivers, too, go back to the plain past as far as the processes were no better. With the weather the trees add more than
   * the processes alone can show.
   */
  isJudgedWithDrivers: boolean;
  /** The baseline: a mean of the past without a model, MW; NaN where there is none. */
  plain(panel: PowerPanel): (outlook: Outlook, slot: number) => number;
  features(panel: PowerPanel): PowerFeature[];
}

/**
 * A fitted model as plain JSON: one Gaussian process a slot with a correction by its newest errors, and boosted trees, pooled over the
 * slots.
 */
export interface PowerFit {
  trees: BoostedTrees;
  processes: SlotProcess[];
  correction: ErrorCorrection;
  /** By days ahead: how far a forecast goes from the plain past (0) to the model (1). */
  modelWeights: number[];
}

/** Settings of a model of power. */
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

const FEWEST_DAYS = 56;
const MAX_BINS = 64;

/**
 * Learns the quantity from the days that are measured before the panel's origin and whose drivers are known. Throws
 * InsufficientHistoryError below eight weeks. About 2 s of one core for two years of days.
 */
export function fitPower(
  model: PowerModel,
  panel: PowerPanel,
  options: PowerOptions,
  { kernel }: FitCache = createFitCache(),
): PowerFit {
  const { outlooks, targets } = trainingOutlooks(model, panel, options.windowDays);
  if (outlooks.length < FEWEST_DAYS) {
    throw new InsufficientHistoryError(
      `The model of ${model.name} needs ${FEWEST_DAYS} measured days; there are ${outlooks.length}.`,
    );
  }
  const design = designOf(model, panel, outlooks);
  const { slotsPerDay } = panel;
  const days = outlooks.map(({ row }) => dayNumber(panel.days[row]));
  const processes = fitSlotProcesses(kernel, design, targets, { slotsPerDay, days });
  const records = new Map(
    outlooks.map(({ row }, i): [number, DayRecord] => [
      row,
      {
        shares: targets.slice(i * slotsPerDay, (i + 1) * slotsPerDay),
        predicted: processes.map(({ ahead }) => ahead[i]),
      },
    ]),
  );
  const correction = fitCorrection(records, {
    spreads: processes.map(({ spread }) => spread),
    originSlot: originOf(panel) % slotsPerDay,
  });
  // One step ahead, as forecasts are; the first days have too few before them.
  const oneStepAhead = () =>
    outlooks.flatMap((outlook, i) =>
      processes.map(({ ahead }, slot) =>
        i < FEWEST_DAYS ? Number.NaN : ahead[i] + correctionOf(correction, records, outlook, slot, ahead[i]),
      ),
    );
  const isJudged = model.isJudgedWithDrivers || panel.drivers.length === 0;
  const modelWeights = fitModelWeights(
    isJudged ? predictedSlots(model, panel, { outlooks, targets, oneStepAhead: oneStepAhead() }) : [],
  );
  const isApart = model.trees === 'apart';
  const { windowDays: _, dayChance, ...boosting } = options;
  const trees = fitBoostedTrees(kernel, isApart ? design : withColumn(design, oneStepAhead()), targets, {
    ...boosting,
    loss: { kind: isApart ? 'squared' : 'absolute' },
    groupRows: slotsPerDay,
    groupChances: outlooks.map(() => dayChance),
    maxBins: MAX_BINS,
  });
  return { trees, processes, correction, modelWeights };
}

/** Forecasts of the rows in MW, at least 0 unless the quantity has a sign; NaN in slots whose reference the past does not give. */
export function predictPower(
  model: PowerModel,
  fitted: PowerFit,
  panel: PowerPanel,
  rows: readonly number[],
  { kernel }: FitCache = createFitCache(),
): Float64Array[] {
  const reference = model.reference(panel);
  const plain = model.plain(panel);
  const features = model.features(panel);
  const seen = rows.map((row) => outlookOf(panel, row));
  const inputsOf = (outlook: Outlook, slot: number) =>
    Float64Array.from(features, ({ at }) => at(outlook, slot));
  const predictors = fitted.processes.map((process) => slotPredictor(kernel, process));
  const byProcess = (inputs: Float64Array, { row }: Outlook, slot: number) =>
    predictors[slot](inputs, dayNumber(panel.days[row]));
  const records = newestRecords(model, fitted, panel, {
    seen,
    predict: (outlook, slot) => byProcess(inputsOf(outlook, slot), outlook, slot),
  });
  return seen.map((outlook) =>
    Float64Array.from({ length: panel.slotsPerDay }, (_, slot) => {
      const inputs = inputsOf(outlook, slot);
      const predicted = byProcess(inputs, outlook, slot);
      const corrected = predicted + correctionOf(fitted.correction, records, outlook, slot, predicted);
      const byTrees = predictBoostedTrees(
        fitted.trees,
        model.trees === 'apart' ? inputs : [...inputs, corrected],
      );
      const share = model.processShare * corrected + (1 - model.processShare) * byTrees;
      const byModel = reference(outlook, slot) * share;
      const past = plain(outlook, slot);
      const weight = modelWeightAt(fitted.modelWeights, leadOf(outlook, panel.slotsPerDay));
      const power = weight === 1 || Number.isNaN(past) ? byModel : past + weight * (byModel - past);
      return model.isSigned ? power : Math.max(0, power);
    }),
  );
}

/** The one-step-ahead predictions of the training days, beside the baseline and what was measured, as shares of the reference. */
function predictedSlots(
  model: PowerModel,
  panel: PowerPanel,
  { outlooks, targets, oneStepAhead }: TrainingOutlooks & { oneStepAhead: number[] },
): PredictedSlot[] {
  const { slotsPerDay } = panel;
  const plain = model.plain(panel);
  const reference = model.reference(panel);
  return oneStepAhead.map((predicted, i) => {
    const outlook = outlooks[Math.floor(i / slotsPerDay)];
    const slot = i % slotsPerDay;
    return {
      daysAhead: leadOf(outlook, slotsPerDay),
      model: predicted,
      baseline: plain(outlook, slot) / reference(outlook, slot),
      actual: targets[i],
    };
  });
}

/**
 * Predictions and measurements of the two days that hold the newest measurements of each outlook; those of training days are one step
 * ahead.
 */
function newestRecords(
  model: PowerModel,
  { processes }: PowerFit,
  panel: PowerPanel,
  { seen, predict }: { seen: readonly Outlook[]; predict: (outlook: Outlook, slot: number) => number },
): Map<number, DayRecord> {
  const sharesOf = sharesOfReference(model, panel);
  const newest = seen.flatMap((outlook) => {
    const row = outlook.row - leadOf(outlook, panel.slotsPerDay);
    return [row - 1, row];
  });
  const rows = [...new Set(newest)].filter((row) => row >= 0 && areDriversKnown(panel, row));
  return new Map(
    rows.map((row) => {
      const outlook = trainingOutlook(panel, row);
      const learnt = processes[0].days.indexOf(dayNumber(panel.days[row]));
      const predicted = processes.map(({ ahead }, slot) =>
        learnt < 0 ? predict(outlook, slot) : ahead[learnt],
      );
      return [row, { shares: sharesOf(outlook), predicted }];
    }),
  );
}

function withColumn({ columns, rows, values }: DesignMatrix, column: number[]): DesignMatrix {
  const wider = new Float64Array(values.length + rows);
  wider.set(values);
  wider.set(column, values.length);
  return { columns: [...columns, 'predicted by the processes'], rows, values: wider };
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
