import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { hoursOfDay } from '../time/madrid-time.ts';
import { clockChanges } from './clock-changes.ts';
import type { DayRange } from './day-range.ts';

/** Says of the days shown on which the clock changes what becomes of the hour 02:00; nothing of other days. */
export function ClockChangeNote({ from, to }: DayRange) {
  const t = useMessages('parts.clockChangeNote');
  const format = useFormat();
  const texts = clockChanges({ from, to }).map((day) =>
    t(hoursOfDay(day) === 23 ? 'hours23' : 'hours25', { day: format.day(day) }),
  );
  return texts.length === 0 ? null : <p className="text-sm text-faint">{texts.join(' ')}</p>;
}
