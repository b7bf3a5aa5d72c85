import { dayNumber } from '../calendar/delivery-day.ts';
import { blocksForTarget } from '../features/blocks-for-target.ts';
import { MAX_LAG_DAYS } from '../features/lear-features.ts';
import { loadKernel } from '../kernel/load-kernel.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import type { Panel } from '../series/panel.ts';
import { sideBySide } from '../transforms/side-by-side.ts';
import type { CovarianceShape, NoiseVariance } from './covariance.ts';
import { type DayEncoding, type DayGroups, dayGroups } from './day-groups.ts';
import { daysToLearn } from './days-to-learn.ts';
import {
  type GrowingRegression,
  addDay,
  posteriorsOf,
  shortenRegression,
  startRegression,
} from './growing-regression.ts';
import { inputRelevance } from './input-relevance.ts';
import { noiseOf, targetsOf } from './lessons.ts';
import type { LocalScale, LocalScaleOptions } from './local-scale.ts';
import type { Posterior } from './regression.ts';
import { type SeenData, agreesUntil, seenData } from './seen-data.ts';
import { MOST_UNSETTLED_DAYS } from './settled-days.ts';
import type { TimeOfDay } from './time-of-day.ts';
import {
  MIN_TRAINING_ROWS,
  type TrainingDay,
  encodingOf,
  wantedBlocks,
  withScales,
} from './training-days.ts';

/** A kind of process: what it looks at and how. One object for all its fits, so that a fit can go on where another stopped. */
export interface ProcessKind {
  /** Days before the target day that training may use. */
  windowDays: number;
  scale: LocalScaleOptions;
  terms: CovarianceShape[];
  noise: NoiseVariance;
  /** The parts of the day that are learnt apart. */
  timesOf(slotsPerDay: number): TimeOfDay[];
  /** What turns a day into its features for each part and term, given one of the days, which tells what groups there are. */
  viewOf(groups: DayGroups, slotsPerDay: number): View;
}

type View = (groups: DayGroups) => Float64Array[][];

/** What a kind of process has learnt for a row of a panel. */
export interface LearntDays {
  training: TrainingDay[];
  encoding: DayEncoding;
  /** For each part and term, row-major training days x features. They stand until the next fit. */
  features: Float64Array[][];
  /** For each slot, the transformed price of each training day. */
  targets: Float64Array[];
  /** For each slot. */
  posteriors: Posterior[];
}

/** Of a Gaussian process: with fewer days in its window it cannot be fitted. */
export const LEAST_WINDOW_DAYS = MIN_TRAINING_ROWS + MAX_LAG_DAYS;

/** Windows of which is kept what was learnt, four years of days taking 17 MB: the champion's on two horizons. */
const KEPT_WINDOWS = 10;

/** What was learnt of a window. */
interface Learning {
  kind: ProcessKind;
  /** All that the settled days' features rest on beside the data. */
  key: string;
  seen: SeenData;
  encoding: DayEncoding;
  view: View;
  days: ScaledDay[];
  /** For each part of the day. */
  regressions: GrowingRegression[];
}

interface ScaledDay {
  /** Day number. */
  day: number;
  scale: LocalScale;
}

const kept: Learning[] = [];

/**
 * Learns the days before row `target`. Inputs and levels are standardised by what they were on the settled days, which are learnt at
 * once and kept; the days since then are added one by one. So the next day's fit only adds a day, for a fraction of the time and with
 * the same bits as a fit from scratch; what rests on data that has changed since is learnt again. Throws InsufficientHistoryError
 * where there is too little to learn from.
 */
export function learnDays(panel: Panel, target: number, kind: ProcessKind): LearntDays {
  const usable = blocksForTarget(panel, wantedBlocks(panel), target);
  const { from, settled, rows, blocks } = daysToLearn(panel, usable, { ...kind, target });
  const first = dayNumber(panel.days[0]);
  const relevance = inputRelevance(panel, target);
  const seen = seenData(panel, from, target);
  const names = panel.exogenous.map(({ name }) => name);
  const key = JSON.stringify([panel.slotsPerDay, names, seen.from, first + settled, blocks, relevance]);
  const known = takeKept(kind, key, seen, first + settled);
  const scales = new Map(known?.days.map(({ day, scale }) => [day - first, scale]));
  const training = withScales(panel, rows, kind.scale, scales);
  if (training.length < MIN_TRAINING_ROWS) {
    throw new InsufficientHistoryError(
      `The Gaussian process needs ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
        `lags to forecast ${panel.days[target]}; there are ${training.length}.`,
    );
  }
  const targets = targetsOf(panel, training);
  const settledDays = training.filter(({ row }) => row < settled);
  const learning =
    known ??
    begin({ kind, key, seen }, encodingOf(panel, blocks, settledDays, relevance), {
      panel,
      training: settledDays,
      targets,
    });
  const posteriors = goOn(learning, { panel, training, targets });
  learning.seen = seen;
  learning.days = training.map(({ row, scale }) => ({ day: first + row, scale }));
  if (settled < target) {
    kept.unshift(learning);
    kept.length = Math.min(kept.length, KEPT_WINDOWS);
  }
  const features = learning.regressions.map(({ known: { features: columns, squares } }) =>
    columns.map((values, t) => values.subarray(0, (values.length / squares[t].length) * training.length)),
  );
  return { training, encoding: learning.encoding, features, targets, posteriors };
}

/** What is kept of this window, without the days that rest on data that has changed; undefined where settled days do. */
function takeKept(kind: ProcessKind, key: string, seen: SeenData, settled: number): Learning | undefined {
  const place = kept.findIndex(
    (learning) =>
      learning.kind === kind && learning.key === key && agreesUntil(learning.seen, seen) >= settled,
  );
  if (place === -1) return undefined;
  // Out of the list until the fit has come to its end: an error on the way leaves nothing half done behind.
  const [learning] = kept.splice(place, 1);
  const until = agreesUntil(learning.seen, seen);
  return { ...learning, days: learning.days.filter(({ day }) => day < until) };
}

interface Days {
  panel: Panel;
  training: TrainingDay[];
  /** For each slot, the transformed price of each training day; there may be more days behind. */
  targets: Float64Array[];
}

/** Learns the first days at once. */
function begin(
  { kind, key, seen }: Pick<Learning, 'kind' | 'key' | 'seen'>,
  encoding: DayEncoding,
  { panel, training, targets }: Days,
): Learning {
  const groups = training.map(({ row, scale }) => dayGroups(panel, row, scale, encoding));
  const view = kind.viewOf(groups[0], panel.slotsPerDay);
  const seenDays = groups.map(view);
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const noise = groups.map((day) => noiseOf(day, kind.noise));
  const regressions = kind.timesOf(panel.slotsPerDay).map((time, part) => {
    const features = kind.terms.map((_, t) => sideBySide(seenDays.map((day) => day[part][t])));
    const own = targets.slice(time.first, time.end).map((values) => values.slice(0, days.length));
    return startRegression(
      loadKernel(),
      kind.terms,
      { days, features },
      {
        targets: own,
        noise,
        room: MOST_UNSETTLED_DAYS,
      },
    );
  });
  return {
    kind,
    key,
    seen,
    encoding,
    view,
    days: training.map(({ scale }, i) => ({ day: days[i], scale })),
    regressions,
  };
}

/** Learns the days from the first on that is not among those learnt, and tells what all of them say of each slot. */
function goOn(
  { kind, encoding, view, days, regressions }: Learning,
  { panel, training, targets }: Days,
): Posterior[] {
  const first = dayNumber(panel.days[0]);
  const times = kind.timesOf(panel.slotsPerDay);
  const differing = training.findIndex(({ row }, i) => days[i]?.day !== first + row);
  const common = differing === -1 ? training.length : differing;
  for (const regression of regressions) shortenRegression(regression, common);
  for (let i = common; i < training.length; i++) {
    const { row, scale } = training[i];
    const groups = dayGroups(panel, row, scale, encoding);
    const noise = noiseOf(groups, kind.noise);
    view(groups).forEach((features, part) => {
      const own = targets.slice(times[part].first, times[part].end);
      const values = own.map((target) => target[i]);
      addDay(regressions[part], { day: first + row, features, noise, values });
    });
  }
  return regressions.flatMap(posteriorsOf);
}
