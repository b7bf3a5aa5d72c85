import { blocksForTarget } from '../../features/usable-blocks.ts';
import { type FeatureBlock, MAX_LAG_DAYS, blockName, isBlockKnown } from '../../features/feature-blocks.ts';
import { rememberSearch, settledUntil } from '../../select/settled-search.ts';
import { InsufficientHistoryError } from '../../models/insufficient-history-error.ts';
import type { Panel } from '../../data/panel.ts';
import { type DayEncoding, type DayGroups, dayGroups } from '../../features/day-groups.ts';
import { inputRelevance } from '../../select/input-relevance.ts';
import { type LocalScale, type LocalScaleOptions, localScale } from '../../target/local-scale.ts';
import {
  MIN_TRAINING_ROWS,
  type TrainingDay,
  encodingOf,
  trainingRows,
  wantedBlocks,
  withScales,
} from './training-days.ts';

/** What a process learns from, and what it makes of the days. */
export interface Curriculum<Seen> {
  windowDays: number;
  scale: LocalScaleOptions;
  /** Whether inputs count as `inputRelevance` finds, or as usual. */
  searchesRelevance: boolean;
  /** Turns days, at least one, into what the process reads of them. All days have the same groups. */
  see: (days: DayGroups[], slotsPerDay: number) => Seen;
}

export interface DaysToLearn<Seen> {
  training: TrainingDay[];
  encoding: DayEncoding;
  /** Of the settled days and of those after them, or of all of them at once. */
  seen: Seen[];
  /** The first training days, which stay the same for four weeks; absent where all are learnt anew every day. */
  settled?: SettledDays<Seen>;
}

/** Training days that are the same for all fits of four weeks: as long as they are, the same object. */
export interface SettledDays<Seen> {
  count: number;
  encoding: DayEncoding;
  seen: Seen;
}

/** With the days themselves, whose rows count from the first that anything of them rests on: other panels may begin elsewhere. */
interface KeptDays<Seen> {
  days: SettledDays<Seen>;
  training: TrainingDay[];
}

/** Of a Gaussian process: with fewer days in its window it cannot be fitted. */
export const LEAST_WINDOW_DAYS = MIN_TRAINING_ROWS + MAX_LAG_DAYS;

/** Settled days in a window below which all of it is learnt anew. */
const FEWEST_SETTLED_DAYS = 182;

/** Windows whose settled days are kept of each process: with what is factored of it, one of four years takes 26 MB. */
const KEPT_WINDOWS = 1;

/** What settled days rest on beside the panel's values. */
interface Details {
  windowDays: number;
  blocks: FeatureBlock[];
  relevance: Record<string, number>;
}

/**
 * What a Gaussian process learns from for row `target`; throws InsufficientHistoryError where that is too little. Days more than a week
 * back up to a multiple of 28 are settled: inputs and levels are standardised by these alone, and the window begins on the same day for
 * four weeks, so that it has up to 27 days more than asked for. Settled days are therefore read once in four weeks, and whatever rests on
 * them alone can be kept (`settled`).
 */
export function createDaysToLearn<Seen>({
  windowDays,
  scale,
  searchesRelevance,
  see,
}: Curriculum<Seen>): (panel: Panel, target: number) => DaysToLearn<Seen> {
  const readDays = (panel: Panel, training: TrainingDay[], encoding: DayEncoding): Seen =>
    see(
      training.map((day) => dayGroups(panel, day.row, day.scale, encoding)),
      panel.slotsPerDay,
    );
  const readSettled = rememberSearch(
    (panel, { from, until }, { windowDays: days, blocks, relevance }: Details): KeptDays<Seen> => {
      const { rows } = trainingRows(panel, blocks, { target: until, windowDays: days });
      const training = withScales(panel, rows, scale);
      const encoding = encodingOf(panel, blocks, training, relevance);
      return {
        days: { count: training.length, encoding, seen: readDays(panel, training, encoding) },
        training: training.map((day) => ({ ...day, row: day.row - from })),
      };
    },
    KEPT_WINDOWS,
  );
  const reachDays = Math.max(MAX_LAG_DAYS, scale.levelDays, scale.spreadDays);

  /** Undefined where too little is settled. */
  const daysOnSettled = (panel: Panel, target: number, usable: FeatureBlock[]) => {
    const until = settledUntil(panel, target);
    const first = until + MAX_LAG_DAYS - windowDays;
    if (until - Math.max(0, first) < FEWEST_SETTLED_DAYS) return undefined;
    const { rows, blocks } = trainingRows(panel, usable, { target, windowDays: target - first });
    if (!isTold(panel, { rows, blocks }, until)) return undefined;
    const from = Math.max(0, first + MAX_LAG_DAYS - reachDays);
    const relevance = searchesRelevance ? inputRelevance(panel, target) : {};
    const details = { windowDays: until - first, blocks, relevance };
    const { days: settled, training } = readSettled(panel, { from, until }, details);
    const later = withScales(
      panel,
      rows.filter((row) => row >= until),
      scale,
    );
    return {
      training: [...training.map((day) => ({ ...day, row: from + day.row })), ...later],
      encoding: settled.encoding,
      seen: [settled.seen, ...(later.length === 0 ? [] : [readDays(panel, later, settled.encoding)])],
      settled,
    };
  };

  return (panel, target) => {
    const usable = blocksForTarget(panel, wantedBlocks(panel), target);
    const onSettled = daysOnSettled(panel, target, usable);
    if (onSettled !== undefined) return onSettled;
    const { rows, blocks } = trainingRows(panel, usable, { target, windowDays });
    const training = withScales(panel, rows, scale);
    if (training.length < MIN_TRAINING_ROWS) {
      throw new InsufficientHistoryError(
        `The Gaussian process needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
          `lags to forecast ${panel.days[target]}; there are ${training.length}.`,
      );
    }
    const relevance = searchesRelevance ? inputRelevance(panel, target) : {};
    const encoding = encodingOf(panel, blocks, training, relevance);
    return { training, encoding, seen: [readDays(panel, training, encoding)] };
  };
}

/** Whether the days before row `until` are enough to train on, and hold half of what is known of each input. */
function isTold(
  panel: Panel,
  { rows, blocks }: { rows: number[]; blocks: FeatureBlock[] },
  until: number,
): boolean {
  return (
    rows.filter((row) => row < until).length >= FEWEST_SETTLED_DAYS / 2 &&
    blocks.every((block) => {
      if (block.kind !== 'exogenous' || block.lagDays !== 0) return true;
      const known = rows.filter((row) => isBlockKnown(panel, block, row));
      return 2 * known.filter((row) => row < until).length >= known.length;
    })
  );
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
