import { cssColour } from '../../charts/colours.ts';
import { niceTicks } from '../../charts/nice-ticks.ts';
import { stepBand, stepLine } from '../../charts/step-path.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { addDays } from '../../time/madrid-time.ts';
import { messages } from './messages.ts';
import { SIMULATED_DAYS } from './simulated-days.ts';

const WIDTH = 1080;
const HEIGHT = 320;
const LEFT = 36;
const TOP = 8;
const BOTTOM = 24;
const HOURS = 24;

/** What the overview shows, drawn from three committed days, because nothing is served without a credential. */
export function Illustration() {
  const t = useMessages(messages);
  const format = useFormat();
  const { firstDay, value, p10, p90, price } = SIMULATED_DAYS;
  const ticks = niceTicks(Math.min(0, ...p10), Math.max(...p90, ...price), 5);
  const bottom = ticks.at(0) ?? 0;
  const top = ticks.at(-1) ?? 1;
  const scale = {
    x: (index: number) => LEFT + (index / value.length) * (WIDTH - LEFT),
    y: (level: number) => TOP + ((top - level) / (top - bottom)) * (HEIGHT - TOP - BOTTOM),
  };
  const days = Array.from({ length: value.length / HOURS }, (_, index) => addDays(firstDay, index));
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
      <svg
        role="img"
        aria-label={t('illustration')}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full text-[12px] max-sm:text-[22px]"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path
              d={`M${LEFT} ${scale.y(tick)}H${WIDTH}`}
              style={{ stroke: cssColour(tick === 0 ? 'zero' : 'grid') }}
            />
            <text x={LEFT - 6} y={scale.y(tick) + 4} textAnchor="end" className="fill-faint max-sm:hidden">
              {format.number(tick)}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <g key={day}>
            <path
              d={`M${scale.x(index * HOURS)} ${TOP}V${HEIGHT - BOTTOM}`}
              style={{ stroke: cssColour('grid') }}
            />
            <text x={scale.x(index * HOURS) + 4} y={HEIGHT - 6} className="fill-faint">
              {format.longDay(day)}
            </text>
          </g>
        ))}
        <path d={stepBand(p10, p90, scale)} style={{ fill: cssColour('band') }} />
        <path d={stepLine(value, scale)} fill="none" style={{ stroke: cssColour('price') }} strokeWidth="2" />
        <path
          d={stepLine(price, scale)}
          fill="none"
          style={{ stroke: cssColour('cleared') }}
          strokeWidth="2"
        />
      </svg>
      <figcaption className="text-sm text-faint">{t('illustrationNote')}</figcaption>
    </figure>
  );
}
