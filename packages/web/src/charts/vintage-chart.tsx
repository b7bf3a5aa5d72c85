import { ZONE } from '../market/shown-markets.ts';
import { useMemo } from 'react';
import { useFormat } from '../i18n/format.ts';
import { ChartFrame, type ChartTable } from './chart-frame.tsx';
import { cssColour } from './colours.ts';
import { niceTicks } from './nice-ticks.ts';
import { type FileSubject, timeCells } from './save-file.ts';
import { MARKED, SteppedPicture, useStepCursor } from './stepped-picture.tsx';
import { useWidth } from './use-width.ts';

export interface Vintage {
  /** When it was issued, RFC 3339. */
  id: string;
  /** When it was issued, as it is shown. */
  label: string;
  value: number;
  low: number;
  high: number;
}

interface VintageChartProps {
  label: string;
  unit: string;
  vintages: readonly Vintage[];
  /** What came of it; null until it is known. */
  settled: number | null;
  names: { value: string; interval: string; settled: string; issued: string };
  file: FileSubject;
}

const USUAL_PX = 640;
/** Room for the name of a run. */
const LABEL_PX = 96;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;

/** Successive forecasts of one thing, the oldest at the left, each with its interval, and what it came to. */
export function VintageChart({ label, unit, vintages, settled, names, file }: VintageChartProps) {
  const format = useFormat();
  const [element, width] = useWidth<SVGSVGElement>(USUAL_PX);
  const table = useMemo((): ChartTable => {
    const rows = vintages.map(({ id, label: issued, value, low, high }) => ({
      issuedMs: Date.parse(id),
      issued,
      numbers: [value, low, high],
    }));
    return {
      head: [names.issued, names.value, '10 %', '90 %'],
      rowCount: rows.length,
      shownRow: (index) =>
        rows.slice(index, index + 1).flatMap(({ issued, numbers }) => [issued, ...numbers.map(format.price)]),
      fileHead: [
        'issued (UTC)',
        `issued (${ZONE})`,
        ...[names.value, 'p10', 'p90'].map((of) => `${of} (${unit})`),
      ],
      fileRow: (index) =>
        rows.slice(index, index + 1).flatMap(({ issuedMs, numbers }) => [...timeCells(issuedMs), ...numbers]),
    };
  }, [vintages, format, names, unit]);
  const cursor = useStepCursor(vintages.length);
  const all = vintages.flatMap(({ low, high }) => [low, high]);
  const ticks = niceTicks(Math.min(0, ...all, settled ?? 0), Math.max(0, ...all, settled ?? 0), 5);
  const [bottom = 0] = ticks;
  const top = ticks.at(-1) ?? 1;
  const step = (width - LEFT) / vintages.length;
  const x = (index: number) => LEFT + (index + 0.5) * step;
  const y = (value: number) => TOP + ((top - value) / (top - bottom || 1)) * (HEIGHT - TOP - BOTTOM);
  const labelEvery = Math.ceil(LABEL_PX / step);
  const halfBar = Math.min(step * 0.3, 9);
  const [read] = cursor.at === undefined ? [] : vintages.slice(cursor.at);
  const text =
    read &&
    `${read.label}: ${format.price(read.value)} (${format.price(read.low)} … ${format.price(read.high)}) ${unit}`;
  return (
    <ChartFrame
      label={label}
      unit={unit}
      table={table}
      file={file}
      legend={[
        { label: names.value, colour: cssColour('price') },
        { label: names.interval, colour: cssColour('band'), isBlock: true },
        ...(settled === null ? [] : [{ label: names.settled, colour: cssColour('cleared') }]),
      ]}
    >
      <SteppedPicture label={label} cursor={cursor} text={text}>
        <svg ref={element} aria-hidden height={HEIGHT} className="w-full text-[11px]">
          {ticks.map((tick) => (
            <g key={tick}>
              <path
                d={`M${LEFT} ${y(tick)}H${width}`}
                style={{ stroke: cssColour(tick === 0 ? 'zero' : 'grid') }}
              />
              <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className="fill-faint">
                {format.number(tick)}
              </text>
            </g>
          ))}
          {vintages.map(({ id, label: issued, value, low, high }, index) => (
            <g key={id} onPointerEnter={() => cursor.point(index)}>
              <rect x={x(index) - step / 2} y={0} width={step} height={HEIGHT - BOTTOM} fill="transparent" />
              <rect
                x={x(index) - halfBar}
                width={halfBar * 2}
                y={y(high)}
                height={Math.max(1, y(low) - y(high))}
                style={{ fill: cssColour('band'), ...(cursor.at === index && MARKED) }}
              />
              <path
                d={`M${x(index) - halfBar} ${y(value)}h${halfBar * 2}`}
                style={{ stroke: cssColour('price') }}
                strokeWidth="2.5"
              />
              {index % labelEvery === 0 && (
                <text x={x(index)} y={HEIGHT - 6} textAnchor="middle" className="fill-faint">
                  {issued}
                </text>
              )}
            </g>
          ))}
          {settled !== null && (
            <path
              d={`M${LEFT} ${y(settled)}H${width}`}
              style={{ stroke: cssColour('cleared') }}
              strokeWidth="1.5"
            />
          )}
        </svg>
      </SteppedPicture>
    </ChartFrame>
  );
}
