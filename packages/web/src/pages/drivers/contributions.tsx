import type { Drivers } from '@lonja/client';
import { useMemo } from 'react';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { driverColour, useDriverName } from './driver-names.ts';

const HOUR_MS = 3_600_000;
const CHART_PX = 360;

/** The contribution of each input to each hour, stacked away from zero, and their sum. */
export function Contributions({ drivers, onHour }: { drivers: Drivers; onHour: (hour: string) => void }) {
  const t = useMessages('drivers.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const driverName = useDriverName();
  const { hours, date, issued_at, model_version } = drivers;
  const data = useMemo((): TimeChartData => {
    const inputs = [...new Set(hours.flatMap((hour) => hour.drivers.map(({ input }) => input)))];
    const stacks = inputs.map((input): ChartSeries => ({
      label: driverName(input),
      colour: driverColour(input),
      kind: 'stack',
      values: hours.map((hour) => hour.drivers.find((driver) => driver.input === input)?.value ?? 0),
    }));
    return {
      startsMs: hours.map(({ start }) => Date.parse(start)),
      periodMs: HOUR_MS,
      series: [
        ...stacks,
        { label: t('sum'), colour: 'cleared', values: hours.map(({ value, baseline }) => value - baseline) },
      ],
    };
  }, [hours, t, driverName]);
  const label = t('contributions', { day: format.day(date) });
  return (
    <Section
      title={label}
      note={t('contributionsNote', { issued: format.instant(issued_at), model: model_version })}
    >
      <TimeChart
        label={label}
        file={{ what: 'drivers', product: drivers.product, run: issued_at }}
        data={data}
        unit={common('unit')}
        height={CHART_PX}
        onChoose={(start) => onHour(new Date(start).toISOString())}
      />
    </Section>
  );
}
