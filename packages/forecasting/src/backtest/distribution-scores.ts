import type { Panel } from '../data/panel.ts';
import { groupBy } from '../data/group-by.ts';
import { type PriceDistribution, probabilityAtMost, quantileAt } from '../distribution/price-distribution.ts';
import { continuousRankedProbabilityScore } from '../metrics/continuous-ranked-probability-score.ts';
import { pinballLoss } from '../metrics/pinball-loss.ts';
import { type Reliability, reliability } from '../metrics/reliability.ts';
import type { ScoredPeriod } from './backtest-scores.ts';
import { type ChoiceScores, scoreChoices } from './day-choices.ts';
import { climatologyOf, type EventPeriod, type EventScores, scoreEvent } from './event-scores.ts';
import { usualByMonth } from './usual-by-month.ts';
import { type PathDay, type PathScores, scorePaths } from './path-scores.ts';

/** How good the distributions of a back-test were. Unit of the price unless the name says percent. */
export interface DistributionScores {
  /** Mean of twice the pinball loss of the 99 percentiles. */
  crps: number;
  /** Of each decile. */
  pinball: { level: number; loss: number }[];
  /** Calibration of the deciles, and between them the histogram of the probability integral transform. */
  deciles: Reliability;
  /** Prices of zero or less. */
  zeroOrLess: EventScores | null;
  /** Prices above the 95th percentile of the year before the first day. */
  spikes: EventScores | null;
  spikesAbove: number;
  paths: PathScores | null;
  choices: ChoiceScores;
}

/** A scored period, its place in the panel, and its distribution. */
export interface DistributedPeriod extends ScoredPeriod {
  row: number;
  slot: number;
  distribution: PriceDistribution;
}

const PERCENTILES = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
const DECILES = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);
const SPIKE_LEVEL = 0.95;
const YEAR_DAYS = 364;

export function scoreDistributions(
  panel: Panel,
  periods: readonly DistributedPeriod[],
  pathDays: readonly PathDay[],
): DistributionScores {
  const actual = periods.map((period) => period.actual);
  const columnOf = (level: number) => ({
    level,
    values: Float64Array.from(periods, ({ distribution }) => quantileAt(distribution, level)),
  });
  const deciles = DECILES.map(columnOf);
  const spikesAbove = usualHigh(panel, periods[0].row);
  const usualPrice = usualByMonth(panel, (price) => price);
  return {
    crps: continuousRankedProbabilityScore(PERCENTILES.map(columnOf), actual),
    pinball: deciles.map(({ level, values }) => ({ level, loss: pinballLoss(values, actual, level) })),
    deciles: reliability(deciles, actual),
    zeroOrLess: scoreEvent(eventPeriods(panel, periods, { atMost: 0 })),
    spikes: scoreEvent(eventPeriods(panel, periods, { above: spikesAbove })),
    spikesAbove,
    paths: scorePaths(pathDays),
    choices: scoreChoices(
      [...groupBy(periods, ({ row }) => row).values()].map((day) => ({
        forecast: day.map(({ value }) => value),
        usual: day.map(({ row, slot }) => usualPrice(row, slot)),
        actual: day.map((period) => period.actual),
        periodHours: day.length > panel.slotsPerDay + 1 ? 0.25 : 24 / panel.slotsPerDay,
      })),
    ),
  };
}

function eventPeriods(
  panel: Panel,
  periods: readonly DistributedPeriod[],
  event: { atMost: number } | { above: number },
): EventPeriod[] {
  const threshold = 'above' in event ? event.above : event.atMost;
  const isAbove = 'above' in event;
  const isEvent = (price: number) => price > threshold === isAbove;
  const climatology = climatologyOf(panel, isEvent);
  return periods.map(({ distribution, actual, row, slot }) => {
    const below = probabilityAtMost(distribution, threshold);
    return {
      probability: isAbove ? 1 - below : below,
      climatology: climatology(row, slot),
      came: isEvent(actual),
    };
  });
}

/** The 95th percentile of the prices of a year before a row. */
function usualHigh({ price, slotsPerDay }: Panel, row: number): number {
  const past = price
    .slice(Math.max(0, row - YEAR_DAYS) * slotsPerDay, row * slotsPerDay)
    .filter(Number.isFinite)
    .sort();
  return past[Math.floor(SPIKE_LEVEL * past.length)] ?? Number.POSITIVE_INFINITY;
}
