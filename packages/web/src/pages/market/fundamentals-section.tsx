import type { Fundamentals } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { dayStart, hoursOfDay } from '../../time/madrid-time.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { missingSources } from './missing-sources.ts';
import { useHoursText } from './span-text.ts';

const HOUR_MS = 3_600_000;
const CHART_PX = 360;
/** From what runs always to what is called last. */
const SOURCES = ['nuclear', 'hydro', 'wind', 'solar', 'thermal', 'other'] as const;

/** Generation by fuel stacked under the load, with what wind and sun leave to the others. */
export function FundamentalsSection({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const t = useMessages('market.page');
  const fundamentals = useQuery({
    queryKey: [MARKET_KEY, 'fundamentals', day],
    queryFn: ({ signal }) => client.marketData.fundamentals({ date: day }, { signal }),
  });
  return (
    <Section
      title={t('fundamentals')}
      actions={
        <DateField label={t('fundamentalsDay')} required value={day} onChange={onDay} className="w-38" />
      }
    >
      {isMissing(fundamentals.error) ? (
        <EmptyState text={t('noFundamentals')} />
      ) : (
        <QueryView query={fundamentals} placeholder={<Placeholder className="h-96" />}>
          {(data) => <FundamentalsChart fundamentals={data} />}
        </QueryView>
      )}
    </Section>
  );
}

function FundamentalsChart({ fundamentals }: { fundamentals: Fundamentals }) {
  const t = useMessages('market.page');
  const format = useFormat();
  const { date, data_as_of } = fundamentals;
  const hoursText = useHoursText();
  const startsMs = useMemo(
    () => Array.from({ length: hoursOfDay(date) }, (_, hour) => dayStart(date) + hour * HOUR_MS),
    [date],
  );
  // An hour that did not come is missing as one of which nothing came is.
  const hours = useMemo(() => {
    const known = new Map(fundamentals.hours.map((hour) => [Date.parse(hour.start), hour]));
    return startsMs.map((start) => known.get(start));
  }, [fundamentals, startsMs]);
  const rows = useMemo(
    () => [
      ...SOURCES.map((source) => ({
        label: t(source),
        colour: source,
        values: hours.map((hour) => hour?.generation[`${source}_mw`] ?? null),
      })),
      {
        label: t('flow'),
        colour: 'flow' as const,
        values: hours.map((hour) => hour?.cross_border_flows_mw ?? null),
      },
    ],
    [hours, t],
  );
  const load = useMemo(() => hours.map((hour) => hour?.total_load_mw ?? null), [hours]);
  const missing = useMemo(
    () => missingSources([...rows, { label: t('load'), values: load }], startsMs, HOUR_MS),
    [rows, load, startsMs, t],
  );
  const data = useMemo((): TimeChartData => {
    const residual = hours.map((hour) => {
      if (hour === undefined) return null;
      const { wind_mw, solar_mw } = hour.generation;
      return wind_mw === null || solar_mw === null ? null : hour.total_load_mw - wind_mw - solar_mw;
    });
    return {
      startsMs,
      periodMs: HOUR_MS,
      series: [
        ...rows.map((row): ChartSeries => ({ ...row, kind: 'stack' })),
        { label: t('residual'), colour: 'now', dash: [4, 3], values: residual },
        { label: t('load'), colour: 'load', values: load },
      ],
      gaps: missing.gaps,
    };
  }, [startsMs, hours, rows, load, missing, t]);
  const estimated = new Set(fundamentals.hours.flatMap((hour) => hour.estimated));
  const names = SOURCES.filter((source) => estimated.has(`${source}_mw`)).map((source) => t(source));
  if (estimated.has('cross_border_flows_mw')) names.push(t('flow'));
  if (estimated.has('total_load_mw')) names.push(t('load'));
  return (
    <>
      <TimeChart
        label={t('fundamentalsChart', { day: format.day(date) })}
        file={{ what: 'fundamentals' }}
        unit="MW"
        decimals={0}
        data={data}
        height={CHART_PX}
      />
      {missing.partly.length > 0 && (
        <div className="text-sm text-warn">
          {t('missing')}
          <ul className="list-disc pl-5">
            {missing.partly.map(({ spans, labels }) => (
              <li key={labels.join()}>{`${labels.join(', ')}: ${hoursText(spans)}`}</li>
            ))}
          </ul>
        </div>
      )}
      {missing.absent.length > 0 && (
        <p className="text-sm text-warn">{t('absent', { names: missing.absent.join(', ') })}</p>
      )}
      <p className="text-sm text-faint">
        {t('dataAsOf', { time: format.instant(data_as_of) })}{' '}
        {names.length > 0 && t('estimated', { fields: names.join(', ') })}
      </p>
    </>
  );
}
