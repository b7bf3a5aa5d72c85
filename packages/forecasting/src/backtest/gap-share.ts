import { createUniform } from '../learners/boosting/random.ts';

/** What a day earned by three plans, EUR. */
export interface GapDay {
  /** By the usual prices of the month and time of day, which cost nothing to know. */
  floor: number;
  earned: number;
  /** With prices known. */
  optimum: number;
}

/** Of what knowing the prices is worth above the floor, how much was earned, percent. Below zero where the floor earned more. */
export interface GapShare {
  percent: number;
  /** 95 % interval by a block bootstrap; null for fewer than four blocks of days. */
  interval: { low: number; high: number } | null;
}

const BLOCK_DAYS = 7;
const FEWEST_BLOCKS = 4;
const RESAMPLES = 2000;
const SEED = 1;

/**
 * The share of the gap between floor and optimum that the earnings of consecutive days close. The interval draws weeks of days that follow each
 * other, since what a day earns goes together with the days beside it (Kuensch, 1989; the days are taken as a circle). The same days give
 * the same interval. Null where the optimum is no better than the floor.
 */
export function gapShare(days: readonly GapDay[]): GapShare | null {
  const percent = percentOf(days);
  if (percent === null) return null;
  if (days.length < FEWEST_BLOCKS * BLOCK_DAYS) return { percent, interval: null };
  const uniform = createUniform(SEED);
  const drawn: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    const sample: GapDay[] = [];
    while (sample.length < days.length) {
      const from = Math.floor(uniform() * days.length);
      for (let day = 0; day < BLOCK_DAYS && sample.length < days.length; day++) {
        sample.push(days[(from + day) % days.length]);
      }
    }
    const share = percentOf(sample);
    if (share !== null) drawn.push(share);
  }
  drawn.sort((a, b) => a - b);
  const at = (level: number) => drawn[Math.round(level * (drawn.length - 1))];
  return { percent, interval: { low: at(0.025), high: at(0.975) } };
}

function percentOf(days: readonly GapDay[]): number | null {
  let [won, gap] = [0, 0];
  for (const { floor, earned, optimum } of days) {
    won += earned - floor;
    gap += optimum - floor;
  }
  return gap > 0 ? (100 * won) / gap : null;
}
