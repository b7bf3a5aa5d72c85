import { type DeliveryDay, HOUR_MS, addDays, dayStart, periodMs } from '@lonja/forecasting/market';
import { excerpt } from '../payload-fault.ts';
import { type ReadTime, readWallTime, wallTimeOf } from './csv-time.ts';

type Counts = 'real' | 'clock';
type CountedResolution = 'PT15M' | 'PT1H';

const NUMBER = /^[hqp]?0*(\d{1,3})$/i;
const HOUR_AND_QUARTER = /^h0*(\d{1,2})q([1-4])$/i;
const END_OF_HOUR = /^0?(\d{1,2}):00$/;
const QUARTERS_PER_HOUR = 4;

/**
 * The number of a period as a cell writes it: `7`, `07`, `H7`; for quarter hours also `Q7` and `H2Q3`; for hours also the time at which the
 * hour ends, `07:00`. Undefined for anything else, such as `06-07`, which names one hour by two numbers.
 */
export function parsePeriodNumber(cell: string, resolution: CountedResolution): number | undefined {
  const text = cell.trim();
  const plain = NUMBER.exec(text) ?? (resolution === 'PT1H' ? END_OF_HOUR.exec(text) : null);
  if (plain !== null) return Number(plain[1]);
  const [, hour, quarter] = (resolution === 'PT15M' && HOUR_AND_QUARTER.exec(text)) || [];
  return hour === undefined ? undefined : QUARTERS_PER_HOUR * (Number(hour) - 1) + Number(quarter);
}

/**
 * Where a period begins that is given by its number, from 1. Counted in real time a day has 23, 24 or 25 hours; counted by the
 * clock it always has 24, of which one is left out in March and one occurs twice in October.
 */
export function readPeriod(
  cell: string,
  { day, resolution, counts }: { day: DeliveryDay; resolution: CountedResolution; counts: Counts },
): ReadTime {
  const length = periodMs(resolution);
  const start = dayStart(day);
  const real = (dayStart(addDays(day, 1)) - start) / length;
  const byClock = (24 * HOUR_MS) / length;
  const last = counts === 'real' ? real : byClock;
  const number = parsePeriodNumber(cell, resolution);
  if (number === undefined || number < 1 || number > last) {
    const [other, otherLast] = counts === 'real' ? ['clock', byClock] : ['real', real];
    const hint =
      number !== undefined && number > last && number <= otherLast
        ? `; set "counts": "${other}" in the mapping if the file counts ${otherLast} on that day`
        : '';
    return { expectation: `expected a period from 1 to ${last} of ${day}, found ${excerpt(cell)}${hint}` };
  }
  if (counts === 'clock') return readWallTime(wallTimeOf(day) + (number - 1) * length);
  return { instant: start + (number - 1) * length, isRepeated: false, isSkipped: false };
}
