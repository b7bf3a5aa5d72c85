import { useMemo } from 'react';
import { useFormat } from '../i18n/format.ts';
import { addDays, daysBetween } from '../time/madrid-time.ts';
import { weekdayOf } from '../time/months.ts';
import { ChartFrame, type ChartTable } from './chart-frame.tsx';
import { cssColour } from './colours.ts';
import type { FileSubject } from './save-file.ts';
import { nextIndex } from './step-keys.ts';
import { MARKED, SteppedPicture, useStepCursor } from './stepped-picture.tsx';

interface CalendarMapProps {
  label: string;
  unit: string;
  /** Days in order, and the value of each. */
  days: readonly string[];
  values: readonly number[];
  names: { day: string; value: string };
  file: FileSubject;
}

/** Sizes of a day by how many weeks there are at most. */
const CELLS = [
  { weeks: 16, px: 24 },
  { weeks: 32, px: 20 },
] as const;
const SMALL_CELL_PX = 15;
const LEFT = 34;
const TOP = 18;
const STEPS = 5;
/** Room for the name of the last month beyond its first week. */
const MONTH_PX = 40;

/** Weeks side by side, Monday at the top; the larger the value, the stronger the colour. */
export function CalendarMap({ label, unit, days, values, names, file }: CalendarMapProps) {
  const format = useFormat();
  const table = useMemo(
    (): ChartTable => ({
      head: [names.day, `${names.value}, ${unit}`],
      rowCount: days.length,
      shownRow: (index) => [format.day(days[index] ?? ''), format.price(values[index] ?? 0)],
      fileRow: (index) => [days[index], values[index]],
    }),
    [days, values, names, unit, format],
  );
  const cursor = useStepCursor(days.length, (key, at) => nextDay(days, key, at));
  const [first] = days;
  if (first === undefined) return null;
  const offset = weekdayOf(first);
  const columnOf = (day: string) => Math.floor((daysBetween(first, day) + offset) / 7);
  const columns = columnOf(days.at(-1) ?? first) + 1;
  const most = Math.max(...values, 0.01);
  const cell = CELLS.find(({ weeks }) => columns <= weeks)?.px ?? SMALL_CELL_PX;
  const width = LEFT + Math.max(columns, 6) * cell + MONTH_PX;
  const scale = {
    label: `0 … ${format.number(most)}`,
    colour: `color-mix(in srgb, ${cssColour('spike')} ${share(0) * 100}%, transparent)`,
    colourTo: `color-mix(in srgb, ${cssColour('spike')} ${share(1) * 100}%, transparent)`,
  };
  const months = days.filter((day, index) => index === 0 || day.endsWith('-01'));
  const textOf = (index: number) =>
    `${format.day(days[index] ?? '')}: ${format.price(values[index] ?? 0)} ${unit}`;
  return (
    <ChartFrame label={label} unit={unit} legend={[scale]} table={table} file={file}>
      <SteppedPicture
        label={label}
        cursor={cursor}
        text={cursor.at === undefined ? undefined : textOf(cursor.at)}
        className="overflow-x-auto"
      >
        <svg aria-hidden width={width} height={TOP + 7 * cell} className="text-[11px]">
          {months.map((day, index) =>
            // The month that the first days end gets no name where it would stand under the next one.
            index === 0 && Number(day.slice(8)) > 20 && months.length > 1 ? null : (
              <text key={day} x={LEFT + columnOf(day) * cell} y={11} className="fill-faint">
                {format.month(day)}
              </text>
            ),
          )}
          {[0, 2, 4, 6].map((weekday) => (
            <text key={weekday} x={0} y={TOP + (weekday + 0.5) * cell + 4} className="fill-faint">
              {format.weekday(weekday)}
            </text>
          ))}
          {days.map((day, index) => {
            const value = values[index] ?? 0;
            const isRead = cursor.at === index;
            return (
              <rect
                key={day}
                ref={isRead && cursor.isByKey ? bringIntoSight : undefined}
                x={LEFT + columnOf(day) * cell}
                y={TOP + weekdayOf(day) * cell}
                width={cell - 2}
                height={cell - 2}
                rx="2"
                style={{ fill: cssColour('spike'), ...(isRead && MARKED) }}
                fillOpacity={share(value / most)}
                onPointerEnter={() => cursor.point(index)}
              />
            );
          })}
        </svg>
      </SteppedPicture>
    </ChartFrame>
  );
}

/** Up and down lead a day on, left and right a week, where there is one. */
function nextDay(days: readonly string[], key: string, at: number): number | undefined {
  const day = days[at];
  if (key === 'ArrowDown') return nextIndex('ArrowRight', at, days.length);
  if (key === 'ArrowUp') return nextIndex('ArrowLeft', at, days.length);
  if (day === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight'))
    return nextIndex(key, at, days.length);
  const index = days.indexOf(addDays(day, key === 'ArrowRight' ? 7 : -7));
  return index < 0 ? at : index;
}

function bringIntoSight(mark: Element | null): void {
  mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** How strong the colour of a day is, by its share of the largest value. */
function share(of: number): number {
  return (Math.ceil(of * STEPS) / STEPS) * 0.88 + 0.08;
}
