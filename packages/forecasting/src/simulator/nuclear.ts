import type { Grid } from './grid.ts';
import { uniformAt } from './noise.ts';

const UNITS = 7;
const UNIT_MW = 1_017;
/** Each unit refuels every year and a half, in spring and autumn by turns. */
const CYCLE_DAYS = 547.86;
const FIRST_SPRING_OUTAGE_DAY = 16_520;
const FORCED_OUTAGE_BLOCK_DAYS = 9;
const FORCED_OUTAGE_CHANCE = 0.05;

/** Nuclear capacity that runs, MW, for each day of the grid. */
export function availableNuclear(grid: Grid): Float64Array {
  return Float64Array.from({ length: grid.dayCount }, (_, d) => {
    const day = grid.firstDay + d;
    let running = 0;
    for (let unit = 0; unit < UNITS; unit++) {
      if (!isRefuelling(grid.seed, unit, day) && !isForcedOut(grid.seed, unit, day)) running += UNIT_MW;
    }
    return running;
  });
}

function isRefuelling(seed: number, unit: number, day: number): boolean {
  const turn = (unit % 3) * 365.24;
  const spread = (unit - 3) * 9;
  const cycle = Math.floor((day - FIRST_SPRING_OUTAGE_DAY - turn - spread + 30) / CYCLE_DAYS);
  const lateness = 24 * uniformAt(seed, `nuclear.refuel.${unit}`, cycle) - 12;
  const start = FIRST_SPRING_OUTAGE_DAY + turn + spread + cycle * CYCLE_DAYS + lateness;
  return day >= start && day < start + 46;
}

function isForcedOut(seed: number, unit: number, day: number): boolean {
  const block = Math.floor((day + unit * 4) / FORCED_OUTAGE_BLOCK_DAYS);
  return uniformAt(seed, `nuclear.forced.${unit}`, block) < FORCED_OUTAGE_CHANCE;
}
