import { addDays } from '../time/madrid-time.ts';
import type { DayRange } from './day-range.ts';

/** Ranges that are chosen by name, from today back. */
export const PRESETS = ['week', 'days30', 'month', 'year', 'lastYear'] as const;
export type Preset = (typeof PRESETS)[number];

/** 52 weeks: the same weekday a year before. */
const YEAR_DAYS = 364;

/** `lastYear` is this week, Monday to Sunday, 52 weeks ago; the others end today. */
export function presetRange(preset: Preset, today: string): DayRange {
  if (preset === 'week') return { from: addDays(today, -6), to: today };
  if (preset === 'days30') return { from: addDays(today, -29), to: today };
  if (preset === 'month') return { from: `${today.slice(0, 7)}-01`, to: today };
  if (preset === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const sameDay = addDays(today, -YEAR_DAYS);
  const monday = addDays(sameDay, -((new Date(sameDay).getUTCDay() + 6) % 7));
  return { from: monday, to: addDays(monday, 6) };
}

/** The preset that a range is; undefined: none. */
export function presetOf({ from, to }: DayRange, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const range = presetRange(preset, today);
    return range.from === from && range.to === to;
  });
}
