import { useMemo } from 'react';
import { useFormat } from '../i18n/format.ts';
import { ChartFrame, type ChartTable } from './chart-frame.tsx';
import { cssColour } from './colours.ts';
import type { FileSubject } from './save-file.ts';
import { MARKED, SteppedPicture, useStepCursor } from './stepped-picture.tsx';

interface ReliabilityPlotProps {
  label: string;
  /** Probabilities that the quantiles claim, 0 to 1. */
  levels: readonly number[];
  /** Percent of the outcomes at or below each. */
  observed: readonly number[];
  names: { claimed: string; observed: string };
  /** Further columns of table and file, with a number for each quantile. */
  counts?: readonly { head: string; values: readonly number[] }[];
  file: FileSubject;
}

const NONE: NonNullable<ReliabilityPlotProps['counts']> = [];
const SIZE = 220;
const LEFT = 46;
const BOTTOM = 36;
/** How near the pointer has to come to a point. */
const REACH_PX = 14;
const TICKS = [0, 20, 40, 60, 80, 100];

/** Claimed against observed probability; on the diagonal both agree. */
export function ReliabilityPlot({
  label,
  levels,
  observed,
  names,
  counts = NONE,
  file,
}: ReliabilityPlotProps) {
  const format = useFormat();
  const table = useMemo(
    (): ChartTable => ({
      head: [names.claimed, names.observed, ...counts.map(({ head }) => head)],
      rowCount: levels.length,
      shownRow: (index) => [
        format.percent((levels[index] ?? 0) * 100, 0),
        format.percent(observed[index] ?? 0),
        ...counts.map(({ values }) => format.number(values[index] ?? 0)),
      ],
      fileRow: (index) => [levels[index], observed[index], ...counts.map(({ values }) => values[index])],
    }),
    [levels, observed, names, counts, format],
  );
  const cursor = useStepCursor(levels.length);
  const x = (percent: number) => LEFT + (percent / 100) * SIZE;
  const y = (percent: number) => 6 + (1 - percent / 100) * SIZE;
  const points = levels.map((level, index) => ({ claimed: level * 100, seen: observed[index] ?? 0 }));
  const [read] = cursor.at === undefined ? [] : points.slice(cursor.at);
  const text =
    read &&
    `${names.claimed}: ${format.percent(read.claimed, 0)}. ${names.observed}: ${format.percent(read.seen)}`;
  return (
    <ChartFrame
      label={label}
      unit="%"
      legend={[{ label: names.observed, colour: cssColour('price') }]}
      table={table}
      file={file}
    >
      <SteppedPicture label={label} cursor={cursor} text={text}>
        <svg
          aria-hidden
          viewBox={`0 0 ${LEFT + SIZE + 12} ${SIZE + 6 + BOTTOM}`}
          className="w-full max-w-80 text-[11px]"
        >
          {TICKS.map((tick) => (
            <g key={tick}>
              <path
                d={`M${x(0)} ${y(tick)}H${x(100)}M${x(tick)} ${y(0)}V${y(100)}`}
                style={{ stroke: cssColour('grid') }}
              />
              <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end" className="fill-faint">
                {tick}
              </text>
              <text x={x(tick)} y={y(0) + 15} textAnchor="middle" className="fill-faint">
                {tick}
              </text>
            </g>
          ))}
          <text x={x(50)} y={y(0) + 31} textAnchor="middle" className="fill-soft">
            {names.claimed}
          </text>
          <text
            transform={`rotate(-90 12 ${y(50)})`}
            x={12}
            y={y(50)}
            textAnchor="middle"
            className="fill-soft"
          >
            {names.observed}
          </text>
          <path
            d={`M${x(0)} ${y(0)}L${x(100)} ${y(100)}`}
            style={{ stroke: cssColour('naive') }}
            strokeDasharray="4 3"
          />
          <path
            d={`M${points.map(({ claimed, seen }) => `${x(claimed)} ${y(seen)}`).join('L')}`}
            fill="none"
            style={{ stroke: cssColour('price') }}
            strokeWidth="2"
          />
          {points.map(({ claimed, seen }, index) => (
            <g key={claimed} onPointerEnter={() => cursor.point(index)}>
              <circle cx={x(claimed)} cy={y(seen)} r={REACH_PX} fill="transparent" />
              <circle
                cx={x(claimed)}
                cy={y(seen)}
                r="4.5"
                style={{ fill: cssColour('price'), ...(cursor.at === index && MARKED) }}
              />
            </g>
          ))}
        </svg>
      </SteppedPicture>
    </ChartFrame>
  );
}
