import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { addDays } from '../time/madrid-time.ts';
import { addMonths, weekdayOf, weeksOfMonth } from '../time/months.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

/** Between the calendar and the field, or the edge of the window. */
const GAP_PX = 6;

interface CalendarPopoverProps {
  label: string;
  value: string;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** A month to choose a day from, below the field that it stands in. The browser's own popover: Escape or a click beside it closes it. */
export function CalendarPopover({ label, value, today, min, max, onChoose, onClose }: CalendarPopoverProps) {
  const t = useMessages('shell.calendarPopover');
  const format = useFormat();
  const host = useRef<HTMLDivElement>(null);
  const [{ day: at, isMoved }, setAt] = useState({ day: value === '' ? today : value, isMoved: false });
  const isOpenTo = (day: string) => (min ?? '') <= day && (max === undefined || max === '' || day <= max);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    element.showPopover();
    placeBelow(element, element.parentElement ?? element);
    element.querySelector<HTMLElement>('td [tabindex="0"]')?.focus({ preventScroll: true });
    const hide = () => element.hidePopover();
    addEventListener('scroll', hide, { passive: true });
    addEventListener('resize', hide);
    return () => {
      removeEventListener('scroll', hide);
      removeEventListener('resize', hide);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at);
    if (next === undefined) return;
    event.preventDefault();
    setAt({ day: next, isMoved: true });
  };
  const turn = (months: number) => setAt({ day: addMonths(at, months), isMoved: false });
  return (
    <div
      ref={host}
      popover="auto"
      role="dialog"
      aria-label={label}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 rounded-lg bg-raised p-3 text-ink shadow-(--shadow)"
    >
      <div className="mb-1 flex items-center justify-between">
        <IconButton label={t('before')} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <p aria-live="polite" className="text-sm font-medium">
          {format.month(at)}
        </p>
        <IconButton label={t('after')} onClick={() => turn(1)}>
          <ChevronRight aria-hidden size={18} />
        </IconButton>
      </div>
      <table aria-label={format.month(at)} className="tabular text-sm">
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
              <th key={weekday} scope="col" className="h-7 w-9 text-xs font-normal text-faint">
                {format.weekday(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    ref={day === at && isMoved ? focusOn : undefined}
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={`${format.longDay(day)} ${day.slice(0, 4)}`}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={!isOpenTo(day)}
                    onClick={() => {
                      if (!isOpenTo(day)) return;
                      onChoose(day);
                      host.current?.hidePopover();
                    }}
                    className={classNames(
                      'grid size-9 place-items-center rounded-md aria-disabled:text-faint aria-disabled:line-through',
                      day === value ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-sunken',
                      day !== value && day.slice(0, 7) !== at.slice(0, 7) && 'text-faint',
                      day === today && day !== value && 'font-semibold text-accent',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The day that a key leads to; undefined for one that leads nowhere. */
function dayAfterKey(key: string, at: string): string | undefined {
  if (key === 'ArrowRight') return addDays(at, 1);
  if (key === 'ArrowLeft') return addDays(at, -1);
  if (key === 'ArrowDown') return addDays(at, 7);
  if (key === 'ArrowUp') return addDays(at, -7);
  if (key === 'Home') return addDays(at, -weekdayOf(at));
  if (key === 'End') return addDays(at, 6 - weekdayOf(at));
  if (key === 'PageDown') return addMonths(at, 1);
  return key === 'PageUp' ? addMonths(at, -1) : undefined;
}

function focusOn(button: HTMLElement | null): void {
  button?.focus({ preventScroll: true });
}

/** Below the anchor, or above it where there is more room, and inside the window. */
function placeBelow(element: HTMLElement, anchor: Element): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = element;
  const below = bottom + GAP_PX;
  const fits = below + offsetHeight <= innerHeight || top < innerHeight - bottom;
  element.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - offsetWidth - GAP_PX))}px`;
  element.style.top = `${fits ? below : Math.max(GAP_PX, top - offsetHeight - GAP_PX)}px`;
}
