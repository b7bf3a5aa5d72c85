import { cssColour } from '../../charts/colours.ts';
import { niceTicks } from '../../charts/nice-ticks.ts';
import { stepBand, stepLine } from '../../charts/step-path.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { classNames } from '../../ui/class-names.ts';
import { addDays } from '../../time/madrid-time.ts';
import { messages } from './messages.ts';
import { SIMULATED_DAYS } from './simulated-days.ts';

const HOURS = 24;

/** A drawing in units of its own pixels: on phones narrower, with fewer days, so that its words stay as large as others. */
interface Drawing {
  width: number;
  height: number;
  days: number;
  className: string;
}

const DRAWINGS: readonly Drawing[] = [
  { width: 1080, height: 340, days: 3, className: 'max-sm:hidden' },
  { width: 360, height: 240, days: 2, className: 'sm:hidden' },
];
const LEFT = 36;
const TOP = 8;
const BOTTOM = 24;

/** What the overview shows, drawn from three committed days, because nothing is served without a credential. */
export function Illustration() {
  const t = useMessages(messages);
  return (
    <figure className="grid gap-2">
      <ul className="flex flex-wrap gap-x-5 text-sm text-soft">
        {(['cleared', 'forecast', 'band'] as const).map((name) => (
          <li key={name} className="flex items-center gap-2">
            <span
              aria-hidden
              className="h-2 w-4 rounded-sm"
              style={{ background: cssColour(name === 'forecast' ? 'price' : name) }}
            />
            {t(name)}
          </li>
        ))}
      </ul>
      {DRAWINGS.map((drawing) => (
        <DaysDrawn key={drawing.width} {...drawing} />
      ))}
      <figcaption className="text-sm text-faint">{t('illustrationNote')}</figcaption>
    </figure>
  );
}

function DaysDrawn({ width, height, days, className }: Drawing) {
  const t = useMessages(messages);
  const format = useFormat();
  const { firstDay } = SIMULATED_DAYS;
  const shown = (row: readonly number[]) => row.slice(0, days * HOURS);
  const [value, p10, p90] = [
    shown(SIMULATED_DAYS.value),
    shown(SIMULATED_DAYS.p10),
    shown(SIMULATED_DAYS.p90),
  ];
  const price = shown(SIMULATED_DAYS.price);
  const ticks = niceTicks(Math.min(0, ...p10), Math.max(...p90, ...price), 5);
  const bottom = ticks.at(0) ?? 0;
  const top = ticks.at(-1) ?? 1;
  const scale = {
    x: (index: number) => LEFT + (index / value.length) * (width - LEFT),
    y: (level: number) => TOP + ((top - level) / (top - bottom)) * (height - TOP - BOTTOM),
  };
  const names = Array.from({ length: days }, (_, index) => addDays(firstDay, index));
  return (
    <svg
      role="img"
      aria-label={t('illustration')}
      viewBox={`0 0 ${width} ${height}`}
      className={classNames('h-auto w-full text-[12px]', className)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M${LEFT} ${scale.y(tick)}H${width}`}
            style={{ stroke: cssColour(tick === 0 ? 'zero' : 'grid') }}
          />
          <text x={LEFT - 6} y={scale.y(tick) + 4} textAnchor="end" className="fill-faint">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {names.map((day, index) => (
        <g key={day}>
          <path
            d={`M${scale.x(index * HOURS)} ${TOP}V${height - BOTTOM}`}
            style={{ stroke: cssColour('grid') }}
          />
          <text x={scale.x(index * HOURS) + 4} y={height - 6} className="fill-faint">
            {format.longDay(day)}
          </text>
        </g>
      ))}
      <path d={stepBand(p10, p90, scale)} style={{ fill: cssColour('band') }} />
      <path d={stepLine(value, scale)} fill="none" style={{ stroke: cssColour('price') }} strokeWidth="2" />
      <path d={stepLine(price, scale)} fill="none" style={{ stroke: cssColour('cleared') }} strokeWidth="2" />
    </svg>
  );
}
