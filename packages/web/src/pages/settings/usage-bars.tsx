import { type KeyboardEvent, useState } from 'react';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import { type DataColour, cssColour } from '../../charts/colours.ts';
import { nextIndex } from '../../charts/step-keys.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { UsageSeries } from './usage-table.ts';

interface UsageBarsProps {
  days: readonly string[];
  totals: readonly number[];
  series: readonly (UsageSeries & { name: string; colour: DataColour })[];
}

const HEIGHT = 100;
/** Share of a day's width that its bar takes. */
const BAR = 0.78;
const LABELS = 5;

/** Stacked bars, a day each; what the pointer or the arrow keys are at stands above in words. */
export function UsageBars({ days, totals, series }: UsageBarsProps) {
  const t = useMessages('settings.page');
  const format = useFormat();
  const [chosen, setChosen] = useState(days.length - 1);
  const at = Math.min(chosen, days.length - 1);
  const top = niceTop(Math.max(...totals));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  const parts = series.flatMap(({ name, counts }) =>
    (counts[at] ?? 0) === 0 ? [] : [`${name} ${format.number(counts[at] ?? 0)}`],
  );
  return (
    <ChartFrame
      label={t('usageTitle')}
      unit={t('requestsUnit')}
      file={{ what: 'usage', days }}
      zone="UTC"
      legend={series.map(({ name, colour }) => ({ label: name, colour: cssColour(colour), isBlock: true }))}
      table={{
        head: [t('day'), ...series.map(({ name }) => name), t('total')],
        rowCount: days.length,
        shownRow: (row) => [
          format.day(days[row] ?? ''),
          ...series.map(({ counts }) => format.number(counts[row] ?? 0)),
          format.number(totals[row] ?? 0),
        ],
        fileRow: (row) => [days[row], ...series.map(({ counts }) => counts[row] ?? 0), totals[row] ?? 0],
      }}
    >
      <div
        role="group"
        aria-label={`${t('usageTitle')}. ${t('chartHint')}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="grid gap-1"
      >
        <p aria-live="polite" className="min-h-10 text-sm text-soft sm:min-h-5">
          {t('dayTotal', { day: format.day(days[at] ?? ''), count: format.number(totals[at] ?? 0) })}
          {parts.length > 0 && ` (${parts.join(', ')})`}
        </p>
        <div aria-hidden className="grid grid-cols-[auto_1fr] gap-x-2">
          <div className="tabular flex flex-col justify-between text-right text-xs text-faint">
            {[top, top / 2, 0].map((value) => (
              <span key={value}>{format.number(value)}</span>
            ))}
          </div>
          <svg
            viewBox={`0 0 ${days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-56 w-full border-y border-line"
          >
            <path
              d={`M0 ${HEIGHT / 2}H${days.length}`}
              style={{ stroke: cssColour('grid') }}
              strokeWidth="0.5"
            />
            {days.map((day, index) => (
              <Day
                key={day}
                index={index}
                isChosen={index === at}
                parts={series.map(({ counts, colour }) => ({ count: counts[index] ?? 0, colour }))}
                scale={HEIGHT / top}
                onChoose={setChosen}
              />
            ))}
          </svg>
          <div className="col-start-2 flex justify-between text-xs text-faint">
            {labelled(days).map((day, index) => (
              <span key={day} className={index % 2 === 1 ? 'max-sm:hidden' : undefined}>
                {format.day(day)}
              </span>
            ))}
          </div>
        </div>
      </div>
    </ChartFrame>
  );
}

interface DayProps {
  index: number;
  isChosen: boolean;
  parts: { count: number; colour: DataColour }[];
  /** Height of one request. */
  scale: number;
  onChoose: (index: number) => void;
}

function Day({ index, isChosen, parts, scale, onChoose }: DayProps) {
  return (
    <g onPointerEnter={() => onChoose(index)}>
      <rect
        x={index}
        width={1}
        height={HEIGHT}
        style={{ fill: isChosen ? 'var(--sunken)' : 'transparent' }}
      />
      {parts.map(({ count, colour }, at) => (
        <rect
          key={colour}
          x={index + (1 - BAR) / 2}
          y={HEIGHT - scale * sumUpTo(parts, at)}
          width={BAR}
          height={count * scale}
          style={{ fill: cssColour(colour) }}
        />
      ))}
    </g>
  );
}

/** Requests of the parts up to and with this one. */
function sumUpTo(parts: DayProps['parts'], at: number): number {
  return parts.slice(0, at + 1).reduce((sum, { count }) => sum + count, 0);
}

/** The next of 2, 4, 10, 20, 40, 100 ..., so that half of it is a whole number too. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 2)));
  return [2, 4, 10].map((step) => step * power).find((top) => top >= most) ?? 10 * power;
}

/** Days with a label below the chart, first and last among them. */
function labelled(days: readonly string[]): string[] {
  const count = Math.min(LABELS, days.length);
  const places = Array.from({ length: count }, (_, index) =>
    Math.round((index * (days.length - 1)) / Math.max(count - 1, 1)),
  );
  return places.flatMap((place) => days[place] ?? []);
}
