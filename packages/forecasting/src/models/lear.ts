import {
  type TrainingOptions,
  type TrainingSelection,
  blocksForTarget,
  selectTraining,
} from '../features/training-rows.ts';
import {
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  panelBlocks,
} from '../features/feature-blocks.ts';
import type { Panel } from '../data/panel.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type FittedModel, type MemberForecasts, type Model, InsufficientHistoryError } from './model.ts';
import { type LearWindowFit, fitLearWindow, predictLearWindow } from './lear-window.ts';

export interface LearOptions {
  /** Calibration windows in days before the target day; the forecast is the mean of one fit for each. */
  windows: number[];
  training: TrainingOptions;
}

export interface FittedLear extends FittedModel {
  windows: LearWindowFit[];
  /**
   * What some window goes without, for want of data: an exogenous input (`load.forecast`) that is not known for the target
   * day, or a single lag of an input or of the price (`price[d-1]`, `load.forecast[d-7]`).
   */
  droppedInputs: string[];
}

/**
 * LEAR: for each slot of the day a LASSO regression on recent prices, exogenous inputs and weekdays, estimated anew for every
 * target day on several windows whose forecasts are averaged. Source: Lago, Marcjasz, De Schutter and Weron (2021),
 * Applied Energy 293:116983, section 4.2.
 *
 * A window of W days gives W - 7 training days and is cut to the history there is; windows that come to the same training
 * days count once. Missing data: see `selectTraining`. Throws InsufficientHistoryError where no window can be fitted.
 */
export function createLear(options: LearOptions): Model<FittedLear> {
  checkWindows(options);
  return {
    name: 'lear',
    minHistoryDays: options.training.fewestDays + MAX_LAG_DAYS,
    memberCount: options.windows.length,
    fit: (panel, target, cache = createFitCache()) => fitLear(panel, target, options, cache),
  };
}

function fitLear(panel: Panel, target: number, options: LearOptions, { kernel }: FitCache): FittedLear {
  const { windows, training } = options;
  const wanted = panelBlocks(panel);
  const usable = blocksForTarget(panel, wanted, target);
  const selections = new Map<string, TrainingSelection & { windowDays: number }>();
  for (const windowDays of windows) {
    const selection = selectTraining(panel, usable, { target, windowDays, ...training });
    if (selection === undefined) continue;
    const key = `${selection.rows.join()};${selection.blocks.map(blockName).join()}`;
    if (!selections.has(key)) selections.set(key, { ...selection, windowDays });
  }
  if (selections.size === 0) throw new InsufficientHistoryError(insufficiencyOf(panel, target, options));
  const used = [...selections.values()];
  const fits = used.map((selection) => fitLearWindow(kernel, panel, selection));
  return {
    windows: fits,
    droppedInputs: droppedInputs(wanted, used),
    predict: (seen, row) => predictWindows(fits, seen, row, windows),
  };
}

/** The combined forecast stands in for a window without a fit, such as one cut to the same training days as another. */
function predictWindows(
  fits: LearWindowFit[],
  panel: Panel,
  target: number,
  windows: number[],
): MemberForecasts {
  const combined = new Float64Array(panel.slotsPerDay);
  const byWindow = new Map<number, Float64Array>();
  for (const fit of fits) {
    const forecast = predictLearWindow(fit, panel, target);
    byWindow.set(fit.windowDays, forecast);
    forecast.forEach((price, slot) => {
      combined[slot] += price / fits.length;
    });
  }
  return { combined, members: windows.map((days) => byWindow.get(days) ?? combined) };
}

function droppedInputs(wanted: FeatureBlock[], selections: TrainingSelection[]): string[] {
  const names = new Set<string>();
  for (const { blocks } of selections) {
    const kept = new Set(blocks.map(blockName));
    for (const block of wanted) {
      if (kept.has(blockName(block))) continue;
      const isWhole = block.kind === 'exogenous' && !kept.has(blockName({ ...block, lagDays: 0 }));
      names.add(isWhole ? block.input : blockName(block));
    }
  }
  return [...names];
}

function insufficiencyOf(panel: Panel, target: number, { windows, training }: LearOptions): string {
  const longest = Math.max(...windows);
  const first = Math.max(0, target - longest);
  let cleared = 0;
  for (let row = first; row < target; row++)
    if (isBlockKnown(panel, { kind: 'price', lagDays: 0 }, row)) cleared++;
  return (
    `LEAR needs ${training.fewestDays} training days with complete prices after ${MAX_LAG_DAYS} days of lags to forecast ` +
    `${panel.days[target]}; the ${target - first} days before it hold ${cleared} days with complete prices.`
  );
}

function checkWindows({ windows, training }: LearOptions): void {
  const shortest = training.fewestDays + MAX_LAG_DAYS;
  if (windows.length === 0 || windows.some((days) => !Number.isInteger(days) || days < shortest)) {
    throw new RangeError(
      `LEAR windows are whole numbers of days, at least ${shortest}; got [${windows.join(', ')}].`,
    );
  }
}
