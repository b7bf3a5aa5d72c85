import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { type Format, useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { onThemeChange } from '../theme/theme.ts';
import { madridClock, madridDay, madridHour, repeatedHourMark } from '../time/madrid-time.ts';
import { ChartFrame, type ChartTable, type LegendEntry } from './chart-frame.tsx';
import { SCALE_ENDS, colourScale, parseRgb } from './colour-scale.ts';
import { cssColour, resolveColour } from './colours.ts';
import { type FileSubject, TIME_HEADS, timeCells } from './save-file.ts';
import { nextIndex } from './step-keys.ts';
import { useStepCursor } from './stepped-picture.tsx';

interface HeatMapProps {
  label: string;
  unit: string;
  /** Starts of hours or quarter hours, and what holds in each. */
  startsMs: readonly number[];
  periodMs: number;
  values: readonly (number | null)[];
  names: { start: string; value: string };
  file: FileSubject;
}

const HOUR_MS = 3_600_000;
const HEIGHT = 336;
const ROW = HEIGHT / 24;

interface Cell {
  start: number;
  value: number;
  day: string;
  column: number;
  top: number;
  height: number;
}

/** Days side by side, their local hours, or quarters of them, from top to bottom. The hour that comes twice shares its row; the one that is left out is empty. */
export function HeatMap({ label, unit, startsMs, periodMs, values, names, file }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const format = useFormat();
  const t = useMessages('parts.heatMap');
  const { cells, columns } = useMemo(() => layOut(startsMs, periodMs, values), [startsMs, periodMs, values]);
  const cursor = useStepCursor(cells.length, (key, at) => neighbour(cells, key, at));
  const under = cursor.at === undefined ? undefined : cells[cursor.at];
  const table = useMemo((): ChartTable => {
    const clock = ({ day, start }: Cell) => [format.day(day), madridClock(start)].join(', ');
    return {
      head: [names.start, names.value],
      rowCount: cells.length,
      shownRow: (index) =>
        cells.slice(index, index + 1).flatMap((cell) => [clock(cell), format.price(cell.value)]),
      fileHead: [...TIME_HEADS, `${names.value} (${unit})`],
      fileRow: (index) =>
        cells.slice(index, index + 1).flatMap(({ start, value }) => [...timeCells(start), value]),
    };
  }, [cells, names, unit, format]);

  useEffect(() => {
    const paint = () => {
      if (canvas.current !== null) paintCells(canvas.current, cells, columns);
    };
    paint();
    const unsubscribe = onThemeChange(paint);
    const observer = new ResizeObserver(paint);
    if (canvas.current !== null) observer.observe(canvas.current);
    return () => {
      unsubscribe();
      observer.disconnect();
    };
  }, [cells, columns]);

  const onPointerMove = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const column = Math.floor((nativeEvent.offsetX / currentTarget.clientWidth) * columns);
    const y = nativeEvent.offsetY;
    const index = cells.findIndex(
      (cell) => cell.column === column && y >= cell.top && y < cell.top + cell.height,
    );
    cursor.point(index < 0 ? undefined : index);
  };
  const first = cells.at(0);
  const last = cells.at(-1);
  return (
    <ChartFrame label={label} unit={unit} table={table} file={file} legend={legendOf(format)}>
      <div className="grid grid-cols-[2rem_1fr] gap-x-1 text-xs text-faint">
        <div className="tabular relative" aria-hidden>
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour} className="absolute right-1" style={{ top: hour * ROW }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
        <div
          role="group"
          aria-label={`${label}. ${t('hint')}`}
          tabIndex={0}
          className="relative"
          onKeyDown={cursor.onKeyDown}
        >
          <canvas
            ref={canvas}
            aria-hidden
            className="w-full rounded-sm"
            style={{ height: HEIGHT }}
            onPointerMove={onPointerMove}
            onPointerLeave={() => cursor.point(undefined)}
          />
          {under && (
            <span
              aria-hidden
              className="pointer-events-none absolute outline-2 outline-ink"
              style={{
                left: `${(under.column / columns) * 100}%`,
                width: `${100 / columns}%`,
                top: under.top,
                height: under.height,
              }}
            />
          )}
        </div>
        <span />
        <p className="tabular flex justify-between gap-4">
          <span>{first && format.day(first.day)}</span>
          <span aria-live="polite" className="text-ink">
            {under &&
              `${format.day(under.day)}, ${madridClock(under.start)}: ${format.price(under.value)} ${unit}`}
          </span>
          <span>{last && format.day(last.day)}</span>
        </p>
      </div>
    </ChartFrame>
  );
}

/** The cell that an arrow key leads to: a period on, or the same one a day on. From nowhere it is the first. */
function neighbour(cells: readonly Cell[], key: string, at: number): number | undefined {
  const from = cells[at];
  if (key === 'ArrowDown') return nextIndex('ArrowRight', at, cells.length);
  if (key === 'ArrowUp') return nextIndex('ArrowLeft', at, cells.length);
  if (from === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight'))
    return nextIndex(key, at, cells.length);
  const column = from.column + (key === 'ArrowRight' ? 1 : -1);
  const distance = ({ top }: Cell) => Math.abs(top - from.top);
  const [nearest = from] = cells
    .filter((cell) => cell.column === column)
    .toSorted((a, b) => distance(a) - distance(b));
  return cells.indexOf(nearest);
}

function layOut(
  startsMs: readonly number[],
  periodMs: number,
  values: readonly (number | null)[],
): { cells: Cell[]; columns: number } {
  const days = new Map<string, number>();
  const cells: Cell[] = [];
  for (const [index, start] of startsMs.entries()) {
    const day = madridDay(start);
    const column = days.get(day) ?? days.size;
    days.set(day, column);
    const value = values[index];
    if (typeof value !== 'number') continue;
    const mark = repeatedHourMark(start);
    // A repeated hour has half a row, and so have its quarters.
    const scale = mark === '' ? 1 : 0.5;
    const row = madridHour(start) * ROW + ((start % HOUR_MS) / HOUR_MS) * ROW * scale;
    cells.push({
      start,
      value,
      day,
      column,
      top: mark === 'b' ? row + ROW / 2 : row,
      height: (periodMs / HOUR_MS) * ROW * scale,
    });
  }
  return { cells, columns: Math.max(1, days.size) };
}

/** The scale in its parts, the same for every range. */
function legendOf(format: Format): LegendEntry[] {
  const { min, max } = SCALE_ENDS;
  const n = (value: number) => format.number(value);
  return [
    { label: `≤ ${n(min)} … 0`, colour: cssColour('negative'), colourTo: cssColour('grid') },
    { label: '0', colour: cssColour('heat-zero'), isBlock: true },
    { label: `0 … ${n(max / 2)}`, colour: cssColour('grid'), colourTo: cssColour('heat-middle') },
    {
      label: `${n(max / 2)} … ≥ ${n(max)}`,
      colour: cssColour('heat-middle'),
      colourTo: cssColour('heat-high'),
    },
  ];
}

function paintCells(canvas: HTMLCanvasElement, cells: readonly Cell[], columns: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const width = canvas.clientWidth;
  canvas.width = width * devicePixelRatio;
  canvas.height = HEIGHT * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  const colour = colourScale({
    negative: parseRgb(resolveColour('negative')),
    zero: parseRgb(resolveColour('heat-zero')),
    nearZero: parseRgb(resolveColour('grid')),
    middle: parseRgb(resolveColour('heat-middle')),
    high: parseRgb(resolveColour('heat-high')),
  });
  const step = width / columns;
  const gap = step > 6 ? 1 : 0;
  for (const { value, column, top, height } of cells) {
    const left = Math.round(column * step);
    context.fillStyle = `rgb(${colour(value).join(' ')})`;
    context.fillRect(left, top, Math.round((column + 1) * step) - left - gap, height - (height > 4 ? 1 : 0));
  }
}
