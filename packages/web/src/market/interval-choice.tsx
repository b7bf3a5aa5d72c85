import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { ToggleSet } from '../ui/toggle-set.tsx';
import { INTERVALS, useIntervals } from './intervals.ts';

/** Which intervals are drawn around forecasts. The browser keeps it. */
export function IntervalChoice() {
  const t = useMessages('shell.intervals');
  const format = useFormat();
  const [intervals, choose] = useIntervals();
  return (
    <ToggleSet
      label={t('intervals')}
      values={intervals}
      choices={INTERVALS.map((value) => ({ value, label: format.percent(Number(value), 0) }))}
      onChange={choose}
    />
  );
}
