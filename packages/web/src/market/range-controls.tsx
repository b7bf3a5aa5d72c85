import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMessages } from '../i18n/locale.ts';
import { addDays, daysBetween } from '../time/madrid-time.ts';
import { IconButton } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { type DayRange, shiftRange } from './day-range.ts';

interface RangeControlsProps {
  range: DayRange;
  /** Most days between the first and the last. */
  maxDays: number;
  onChange: (range: DayRange) => void;
}

/** Two days and the steps to the ranges beside them. A day that would turn the range around moves the other one along. */
export function RangeControls({ range, maxDays, onChange }: RangeControlsProps) {
  const t = useMessages('parts.rangeControls');
  const { from, to } = range;
  const setFrom = (day: string) => {
    const tooFar = daysBetween(day, to) > maxDays;
    onChange({ from: day, to: day > to ? day : tooFar ? addDays(day, maxDays) : to });
  };
  const setTo = (day: string) => {
    const tooFar = daysBetween(from, day) > maxDays;
    onChange({ from: day < from ? day : tooFar ? addDays(day, -maxDays) : from, to: day });
  };
  return (
    <div className="flex items-end gap-2 max-sm:w-full">
      <DateField
        label={t('from')}
        required
        value={from}
        onChange={setFrom}
        className="w-38 max-sm:w-auto max-sm:flex-1"
      />
      <DateField
        label={t('to')}
        required
        value={to}
        onChange={setTo}
        className="w-38 max-sm:w-auto max-sm:flex-1"
      />
      <div className="flex max-sm:-mx-1.5 *:max-sm:w-8">
        <IconButton label={t('before')} onClick={() => onChange(shiftRange(range, -1))}>
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <IconButton label={t('after')} onClick={() => onChange(shiftRange(range, 1))}>
          <ChevronRight aria-hidden size={18} />
        </IconButton>
      </div>
    </div>
  );
}
