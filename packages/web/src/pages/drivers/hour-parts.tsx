import type { DrivenHour, Drivers } from '@lonja/client';
import { cssColour } from '../../charts/colours.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { madridClock, madridSpan } from '../../time/madrid-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { driverColour, useDriverName } from './driver-names.ts';
import { useResolution } from '../../market/resolution.ts';
import { HourQuarters } from './hour-quarters.tsx';

interface HourPartsProps {
  drivers: Drivers;
  hour: string | undefined;
  onHour: (hour: string) => void;
}

interface Part {
  id: string;
  name: string;
  value: number;
  change: number | null;
  isTotal: boolean;
}

const BAR_PX = 170;
const HOUR_MS = 3_600_000;

/** One hour from its usual price to its forecast, part by part. */
export function HourParts({ drivers, hour, onHour }: HourPartsProps) {
  const { hours, previous_forecast_id, forecast_id } = drivers;
  const [resolution] = useResolution();
  const t = useMessages('drivers.page');
  const format = useFormat();
  const driverName = useDriverName();
  const wanted = hour === undefined ? undefined : Date.parse(hour);
  const shown =
    hours.find(({ start }) => Date.parse(start) === wanted) ?? hours.toSorted((a, b) => b.value - a.value)[0];
  if (shown === undefined) return null;
  const parts = partsOf(shown, { baseline: t('baseline'), forecast: t('forecast'), driverName });
  const longest = Math.max(...shown.drivers.map(({ value }) => Math.abs(value)), 1);
  const start = Date.parse(shown.start);
  const title = t('hourTitle', { hour: madridSpan(start, start + HOUR_MS) });
  return (
    <Section
      title={title}
      note={previous_forecast_id === null ? t('noPrevious') : undefined}
      actions={
        <SelectField
          label={t('hour')}
          value={shown.start}
          choices={hours.map((one) => ({ value: one.start, label: madridClock(Date.parse(one.start)) }))}
          onChange={onHour}
          className="w-28"
        />
      }
    >
      <DataTable
        caption={title}
        rows={parts}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('part'),
            cell: ({ name, isTotal }) => (
              <span className={isTotal ? 'font-semibold' : undefined}>{name}</span>
            ),
          },
          {
            title: t('value'),
            isNumber: true,
            cell: ({ value, isTotal }) =>
              isTotal ? <span className="font-semibold">{format.price(value)}</span> : format.change(value),
          },
          {
            title: t('size'),
            isWide: true,
            cell: ({ id, value, isTotal }) =>
              isTotal ? null : <PartBar input={id} share={value / longest} />,
          },
          ...(previous_forecast_id === null
            ? []
            : [
                {
                  title: t('change'),
                  isNumber: true,
                  cell: ({ change }: Part) => (change === null ? '–' : format.change(change)),
                },
              ]),
        ]}
      />
      {resolution === 'PT15M' && <HourQuarters runId={forecast_id} startMs={start} />}
    </Section>
  );
}

function PartBar({ input, share }: { input: string; share: number }) {
  const width = Math.abs(share) * BAR_PX;
  return (
    <svg aria-hidden width={BAR_PX * 2} height="12" className="max-w-full">
      <rect
        x={share < 0 ? BAR_PX - width : BAR_PX}
        width={width}
        height="12"
        rx="1"
        style={{ fill: cssColour(driverColour(input)) }}
      />
      <path d={`M${BAR_PX} 0V12`} style={{ stroke: cssColour('zero') }} />
    </svg>
  );
}

function partsOf(
  { baseline, value, drivers }: DrivenHour,
  names: { baseline: string; forecast: string; driverName: (input: string) => string },
): Part[] {
  const total = { change: null, isTotal: true };
  const sizes = drivers.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return [
    { id: 'baseline', name: names.baseline, value: baseline, ...total },
    ...sizes.map((driver) => ({
      id: driver.input,
      name: names.driverName(driver.input),
      value: driver.value,
      change: driver.change,
      isTotal: false,
    })),
    { id: 'forecast', name: names.forecast, value, ...total },
  ];
}
