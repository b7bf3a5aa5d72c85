import { blocksForTarget } from '../features/blocks-for-target.ts';
import { MAX_LAG_DAYS, blockName, isBlockKnown } from '../features/lear-features.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import type { Panel } from '../series/panel.ts';
import { type DayEncoding, type DayGroups, dayGroups } from './day-groups.ts';
import { inputRelevance } from './input-relevance.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from './local-scale.ts';
import {
  MIN_TRAINING_ROWS,
  type TrainingDay,
  encodingOf,
  trainingDays,
  wantedBlocks,
} from './training-days.ts';

/** What a process is to learn from. */
export interface Curriculum {
  windowDays: number;
  scale: LocalScaleOptions;
  /** Whether inputs count as `inputRelevance` finds (the default) or as usual. */
  searchesRelevance?: boolean;
}

export interface DaysToLearn {
  training: TrainingDay[];
  encoding: DayEncoding;
  /** Of each training day. */
  groups: DayGroups[];
}

/** Of a Gaussian process: with fewer days in its window it cannot be fitted. */
export const LEAST_WINDOW_DAYS = MIN_TRAINING_ROWS + MAX_LAG_DAYS;

/** What a Gaussian process learns from for row `target`; throws InsufficientHistoryError where that is too little. */
export function daysToLearn(
  panel: Panel,
  target: number,
  { windowDays, scale, searchesRelevance = true }: Curriculum,
): DaysToLearn {
  const usable = blocksForTarget(panel, wantedBlocks(panel), target);
  const { days: training, blocks } = trainingDays(panel, usable, { target, windowDays, scale });
  if (training.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(
      `The Gaussian process needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
        `lags to forecast ${panel.days[target]}; there are ${training.length}.`,
    );
  }
  const encoding = encodingOf(
    panel,
    blocks,
    training,
    searchesRelevance ? inputRelevance(panel, target) : {},
  );
  return {
    training,
    encoding,
    groups: training.map((day) => dayGroups(panel, day.row, day.scale, encoding)),
  };
}

/** Row `target` as a fitted process sees it; throws InsufficientHistoryError where it needs what is not known. */
export function dayToForecast(
  panel: Panel,
  target: number,
  fitted: { encoding: DayEncoding; scale: LocalScaleOptions },
): { scale: LocalScale; groups: DayGroups } {
  const unknown = fitted.encoding.blocks.find((block) => !isBlockKnown(panel, block, target));
  const scale = localScale(panel, target, fitted.scale);
  if (unknown !== undefined || scale === undefined) {
    const missing = unknown === undefined ? 'recent prices' : blockName(unknown);
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${missing}, which is not known; fit a model for that day.`,
    );
  }
  return { scale, groups: dayGroups(panel, target, scale, fitted.encoding) };
}
