import { defineMessages } from '../i18n/define-messages.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { hoursOfDay } from '../time/madrid-time.ts';
import { clockChanges } from './clock-changes.ts';
import type { DayRange } from './day-range.ts';

const messages = defineMessages({
  en: {
    hours23: '{day}: the clock goes from 02:00 to 03:00. The day has 23 hours; there is no 02:00–03:00.',
    hours25:
      '{day}: the clock goes back from 03:00 to 02:00. The day has 25 hours; 02:00–03:00 comes twice, in CEST and then in CET.',
  },
  es: {
    hours23:
      '{day}: a las 02:00 el reloj pasa a las 03:00. El día tiene 23 horas; no existe la hora 02:00–03:00.',
    hours25:
      '{day}: a las 03:00 el reloj vuelve a las 02:00. El día tiene 25 horas; 02:00–03:00 se repite, primero en CEST y después en CET.',
  },
});

/** Says of the days shown on which the clock changes what becomes of the hour 02:00; nothing of other days. */
export function ClockChangeNote({ from, to }: DayRange) {
  const t = useMessages(messages);
  const format = useFormat();
  const texts = clockChanges({ from, to }).map((day) =>
    t(hoursOfDay(day) === 23 ? 'hours23' : 'hours25', { day: format.day(day) }),
  );
  return texts.length === 0 ? null : <p className="text-sm text-faint">{texts.join(' ')}</p>;
}
