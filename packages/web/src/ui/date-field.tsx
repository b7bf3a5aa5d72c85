import { Calendar } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { addDays } from '../time/madrid-time.ts';
import { addMonths } from '../time/months.ts';
import { readDay } from '../time/read-day.ts';
import { useToday } from '../time/service-clock.ts';
import { CalendarPopover } from './calendar-popover.tsx';
import { classNames } from './class-names.ts';
import { CONTROL, Field, type FieldProps } from './field.tsx';

export interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or nothing. */
  value: string;
  /** Called with each whole day within the bounds, and with nothing when the field of an optional day is emptied. */
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
}

/** What is being typed, for as long as the value is the one that it began with or led to. */
interface Draft {
  text: string;
  value: string;
}

/** A day in the reader's own order, typed or chosen from a calendar. Arrow keys change it by a day, Page Up and Page Down by a month. */
export function DateField({ value, onChange, min, max, required = false, error, ...field }: DateFieldProps) {
  const t = useMessages('shell.dateField');
  const format = useFormat();
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Draft>();
  const [isLeft, setIsLeft] = useState(true);
  const [isOpen, setIsOpen] = useState(false);
  const draft = typed?.value === value ? typed.text : undefined;
  const shown = draft ?? (value === '' ? '' : format.numericDay(value));
  const fault = shown.trim() === '' ? undefined : faultOf(shown);
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault]);

  function faultOf(text: string): string | undefined {
    const day = readDay(text);
    if (day === undefined) return t('noDay', { format: t('format') });
    if (min !== undefined && min !== '' && day < min) return t('early', { day: format.numericDay(min) });
    return max !== undefined && max !== '' && day > max
      ? t('late', { day: format.numericDay(max) })
      : undefined;
  }

  const type = (text: string) => {
    const isEmptied = text.trim() === '' && !required;
    const day = isEmptied ? '' : readDay(text);
    const taken = day !== undefined && (isEmptied || faultOf(text) === undefined) ? day : undefined;
    setTyped({ text, value: taken ?? value });
    if (taken !== undefined && taken !== value) onChange(taken);
  };
  const choose = (day: string) => {
    setTyped(undefined);
    if (faultOf(day) === undefined && day !== value) onChange(day);
  };
  const leave = () => {
    setIsLeft(true);
    // What cannot be read stays, with its fault; anything else is shown as the day that it is.
    if (fault === undefined) setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = value === '' ? today : value;
    if (event.altKey && event.key === 'ArrowDown') setIsOpen(true);
    else if (event.key === 'ArrowUp') choose(addDays(from, 1));
    else if (event.key === 'ArrowDown') choose(addDays(from, -1));
    else if (event.key === 'PageUp') choose(addMonths(from, 1));
    else if (event.key === 'PageDown') choose(addMonths(from, -1));
    else return;
    event.preventDefault();
  };

  return (
    <Field {...field} error={error ?? (isLeft ? fault : undefined)}>
      {(wiring) => (
        <div className="relative">
          <input
            ref={input}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder={t('format')}
            required={required}
            value={shown}
            onChange={({ target }) => type(target.value)}
            onFocus={() => setIsLeft(false)}
            onBlur={leave}
            onKeyDown={onKeyDown}
            className={classNames(CONTROL, 'pr-9')}
            {...wiring}
          />
          <button
            type="button"
            aria-label={t('open', { label: field.label })}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center text-faint hover:text-ink"
          >
            <Calendar aria-hidden size={16} />
          </button>
          {isOpen && (
            <CalendarPopover
              label={field.label}
              value={value}
              today={today}
              min={min}
              max={max}
              onChoose={choose}
              onClose={() => {
                setIsOpen(false);
                input.current?.focus();
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
