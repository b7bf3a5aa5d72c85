import type { Panel } from '../data/panel.ts';
import { brierScore, type EventReliability, eventReliability } from '../metrics/brier-score.ts';
import { usualByMonth } from './usual-by-month.ts';

/** How good the probabilities of an event were, such as a price of zero or less. */
export interface EventScores {
  /** How often it came, percent of periods. */
  observedPercent: number;
  brier: number;
  /** Of the event's frequency by hour and month in the past of each day. */
  brierClimatology: number;
  /** Percent by which the Brier score is below that of climatology; null where the event came, or failed to come, too seldom for it. */
  skillPercent: number | null;
  reliability: EventReliability;
}

/** A period with the probability of the event, that of climatology, and whether it came. */
export interface EventPeriod {
  probability: number;
  climatology: number;
  came: boolean;
}

/** With fewer periods in which an event came, or did not, its skill is chance. */
const FEWEST_OF_EITHER = 10;

/** Scores of an event; null where it neither came nor was to be expected. */
export function scoreEvent(periods: readonly EventPeriod[]): EventScores | null {
  const came = periods.map((period) => Number(period.came));
  const probability = periods.map((period) => period.probability);
  const climatology = periods.map((period) => period.climatology);
  const brier = brierScore(probability, came);
  const brierClimatology = brierScore(climatology, came);
  if (!came.includes(1) && climatology.every((frequency) => frequency === 0)) return null;
  return {
    observedPercent: (100 * came.filter((value) => value === 1).length) / came.length,
    brier,
    brierClimatology,
    skillPercent: brierClimatology === 0 || isOneSided(came) ? null : 100 * (1 - brier / brierClimatology),
    reliability: eventReliability(probability, came),
  };
}

function isOneSided(came: readonly number[]): boolean {
  const times = came.filter((value) => value === 1).length;
  return Math.min(times, came.length - times) < FEWEST_OF_EITHER;
}

/** How often an event came in the same month and slot before each day, as `usualByMonth` has it. */
export function climatologyOf(
  panel: Panel,
  isEvent: (price: number) => boolean,
): (row: number, slot: number) => number {
  return usualByMonth(panel, (price) => Number(isEvent(price)));
}
