import { useMemo } from 'react';
import { useFormat } from '../i18n/format.ts';
import { ChartFrame, type ChartTable } from './chart-frame.tsx';
import { cssColour } from './colours.ts';
import { niceTicks } from './nice-ticks.ts';
import type { FileSubject } from './save-file.ts';
import { MARKED, SteppedPicture, useStepCursor } from './stepped-picture.tsx';
import { useWidth } from './use-width.ts';

interface CategoryBarsProps {
  label: string;
  unit: string;
  /** Names of the groups, and the value of each. */
  names: readonly string[];
  values: readonly number[];
  heads: { group: string; value: string };
  file: FileSubject;
}

const USUAL_PX = 560;
const HEIGHT = 190;
const LEFT = 38;
const BOTTOM = 20;
const TOP = 6;
const LABEL_PX = 34;

/** A bar for each of a few groups. */
export function CategoryBars({ label, unit, names, values, heads, file }: CategoryBarsProps) {
  const format = useFormat();
  const [element, width] = useWidth<SVGSVGElement>(USUAL_PX);
  const table = useMemo(
    (): ChartTable => ({
      head: [heads.group, `${heads.value}, ${unit}`],
      rowCount: names.length,
      shownRow: (index) => [names[index] ?? '', format.price(values[index] ?? 0)],
      fileRow: (index) => [names[index], values[index]],
    }),
    [names, values, heads, unit, format],
  );
  const cursor = useStepCursor(names.length);
  const ticks = niceTicks(0, Math.max(...values, 0), 4);
  const top = ticks.at(-1) ?? 1;
  const step = (width - LEFT) / Math.max(1, names.length);
  const labelEvery = Math.ceil(LABEL_PX / step);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const textOf = (index: number) => `${names[index] ?? ''}: ${format.price(values[index] ?? 0)} ${unit}`;
  return (
    <ChartFrame label={label} unit={unit} legend={[]} table={table} file={file}>
      <SteppedPicture
        label={label}
        cursor={cursor}
        text={cursor.at === undefined ? undefined : textOf(cursor.at)}
      >
        <svg ref={element} aria-hidden height={HEIGHT} className="w-full text-[11px]">
          {ticks.map((tick) => (
            <g key={tick}>
              <path
                d={`M${LEFT} ${y(tick)}H${width}`}
                style={{ stroke: cssColour(tick === 0 ? 'zero' : 'grid') }}
              />
              <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className="fill-faint">
                {format.number(tick, top < 4 ? 1 : 0)}
              </text>
            </g>
          ))}
          {names.map((name, index) => {
            const value = values[index] ?? 0;
            const x = LEFT + index * step;
            return (
              <g key={name} onPointerEnter={() => cursor.point(index)}>
                <rect x={x} y={0} width={step} height={y(0)} fill="transparent" />
                <rect
                  x={x + step * 0.14}
                  width={Math.min(step * 0.72, 48)}
                  y={y(value)}
                  height={Math.max(0, y(0) - y(value))}
                  rx="1.5"
                  style={{ fill: cssColour('price'), ...(cursor.at === index && MARKED) }}
                />
                {index % labelEvery === 0 && (
                  <text
                    x={x + Math.min(step / 2, step * 0.14 + 24)}
                    y={HEIGHT - 5}
                    textAnchor="middle"
                    className="fill-faint"
                  >
                    {name}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </SteppedPicture>
    </ChartFrame>
  );
}
