import type { Panel } from '../data/panel.ts';
import { brierScore, type EventReliability, eventReliability } from '../metrics/brier-score.ts';

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

/**
 * How often an event came in the past: for each row of the panel and slot the frequency in the same month of earlier years and in earlier
 * days of the month, in that slot; in all earlier days where there is no such day.
 */
export function climatologyOf(
  { days, slotsPerDay, price }: Panel,
  isEvent: (price: number) => boolean,
): (row: number, slot: number) => number {
  const hitsBefore = (keyOf: (row: number) => string) => {
    const counts = new Map<string, { hits: number; known: number }>();
    return days.map((_, row) => {
      return Array.from({ length: slotsPerDay }, (_unused, slot) => {
        const key = `${keyOf(row)} ${slot}`;
        const count = counts.get(key) ?? { hits: 0, known: 0 };
        const before = { ...count };
        const value = price[row * slotsPerDay + slot];
        if (!Number.isNaN(value))
          counts.set(key, { hits: count.hits + Number(isEvent(value)), known: count.known + 1 });
        return before;
      });
    });
  };
  const ofMonth = hitsBefore((row) => days[row].slice(5, 7));
  const ofAll = hitsBefore(() => '');
  return (row, slot) => {
    const { hits, known } = ofMonth[row][slot].known > 0 ? ofMonth[row][slot] : ofAll[row][slot];
    return known === 0 ? 0 : hits / known;
  };
}
