import { cssColour } from '../../charts/colours.ts';
import { niceTicks } from '../../charts/nice-ticks.ts';
import { stepBand, stepLine } from '../../charts/step-path.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { addDays, dayStart, madridDay } from '../../time/madrid-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { type Showcase, hasForecast } from './query.ts';

const HOUR_MS = 3_600_000;

/** A drawing in units of its own pixels: on phones narrower, with fewer days, so that its words stay as large as others. */
interface Drawing {
  width: number;
  height: number;
  /** The last days that are drawn. */
  days: number;
  className: string;
}

const DAYS = 3;
const DRAWINGS: readonly Drawing[] = [
  { width: 1080, height: 340, days: DAYS, className: 'max-sm:hidden' },
  { width: 360, height: 240, days: 2, className: 'sm:hidden' },
];
const LEFT = 36;
const TOP = 8;
const BOTTOM = 24;

/** Yesterday, today and tomorrow: the forecast with its interval, if there is one, and the prices as far as they have cleared. */
export function DaysDrawn({ showcase }: { showcase: Showcase }) {
  const t = useMessages('landing.page');
  const drawn = hasForecast(showcase) ? (['cleared', 'forecast', 'band'] as const) : (['cleared'] as const);
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 text-sm text-soft">
        {drawn.map((name) => (
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
        <Drawn key={drawing.width} showcase={showcase} {...drawing} />
      ))}
    </>
  );
}

function Drawn({ showcase, width, height, days, className }: Drawing & { showcase: Showcase }) {
  const t = useMessages('landing.page');
  const format = useFormat();
  const wholeMs = Date.parse(showcase.start);
  const firstDay = addDays(madridDay(wholeMs), DAYS - days);
  const skipped = (dayStart(firstDay) - wholeMs) / HOUR_MS;
  const isForecast = hasForecast(showcase);
  const [value, p10, p90, price] = [showcase.value, showcase.p10, showcase.p90, showcase.price].map((row) =>
    row.slice(skipped),
  );
  if (value === undefined || p10 === undefined || p90 === undefined || price === undefined) return null;
  const levels = [...p10, ...p90, ...value, ...price].filter((level) => level !== null);
  const ticks = niceTicks(Math.min(0, ...levels), Math.max(0, ...levels), 5);
  const bottom = ticks.at(0) ?? 0;
  const top = ticks.at(-1) ?? 1;
  const scale = {
    x: (index: number) => LEFT + (index / value.length) * (width - LEFT),
    y: (level: number) => TOP + ((top - level) / (top - bottom || 1)) * (height - TOP - BOTTOM),
  };
  const names = Array.from({ length: days }, (_, index) => addDays(firstDay, index));
  return (
    <svg
      role="img"
      aria-label={t(isForecast ? 'picture' : 'pictureOfPrices')}
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
      {names.map((day) => {
        const x = scale.x((dayStart(day) - dayStart(firstDay)) / HOUR_MS);
        return (
          <g key={day}>
            <path d={`M${x} ${TOP}V${height - BOTTOM}`} style={{ stroke: cssColour('grid') }} />
            <text x={x + 4} y={height - 6} className="fill-faint">
              {format.day(day)}
            </text>
          </g>
        );
      })}
      <path d={stepBand(p10, p90, scale)} style={{ fill: cssColour('band') }} />
      <path d={stepLine(value, scale)} fill="none" style={{ stroke: cssColour('price') }} strokeWidth="2" />
      <path d={stepLine(price, scale)} fill="none" style={{ stroke: cssColour('cleared') }} strokeWidth="2" />
    </svg>
  );
}
