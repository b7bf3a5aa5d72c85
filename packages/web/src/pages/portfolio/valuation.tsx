import type { Site, SiteValuation } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Placeholder } from '../../ui/states.tsx';
import { Grounds } from './grounds.tsx';
import { messages } from './messages.ts';
import { OfDay } from './of-day.tsx';
import { valuationQuery } from './query.ts';

const HOUR_MS = 3_600_000;
const CHART_PX = 240;

/** What each hour of a day is worth to the site. */
export function Valuation({ site, date, isPlanned }: { site: Site; date: string; isPlanned: boolean }) {
  const t = useMessages(messages);
  const valuation = useQuery({ ...valuationQuery(site.id, date), placeholderData: keepPreviousData });
  return (
    <Section
      title={t('valuation')}
      {...(valuation.data && { note: t(`source_${valuation.data.volume_source}`) })}
    >
      <OfDay query={valuation} placeholder={<Placeholder className="h-80" />}>
        {(shown) => (
          <>
            {!isPlanned && (
              <>
                <Grounds of={shown} />
                <Totals valuation={shown} />
              </>
            )}
            <ValueChart valuation={shown} name={site.name} />
          </>
        )}
      </OfDay>
    </Section>
  );
}

function Totals({ valuation: { total } }: { valuation: SiteValuation }) {
  const t = useMessages(messages);
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Figure
        label={t('total')}
        value={format.number(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: format.number(total.p10_eur), high: format.number(total.p90_eur) })}
      />
      <Figure label={t('volume')} value={format.number(total.energy_mwh, 1)} unit="MWh" />
      {total.settled_eur !== null && (
        <Figure label={t('settled')} value={format.number(total.settled_eur)} unit="EUR" />
      )}
    </dl>
  );
}

function ValueChart({ valuation, name }: { valuation: SiteValuation; name: string }) {
  const t = useMessages(messages);
  const { hours, issued_at } = valuation;
  const data = useMemo(
    (): TimeChartData => ({
      startsMs: hours.map(({ start }) => Date.parse(start)),
      periodMs: HOUR_MS,
      bands: [
        {
          label: '10–90 %',
          colour: 'band',
          low: hours.map(({ p10_eur: low }) => low),
          high: hours.map(({ p90_eur: high }) => high),
        },
      ],
      series: [
        { label: t('expected'), colour: 'price', values: hours.map(({ expected_eur: eur }) => eur) },
        ...(hours.some(({ settled_eur: eur }) => eur !== null)
          ? [
              {
                label: t('settled'),
                colour: 'cleared',
                values: hours.map((hour) => hour.settled_eur),
              } as const,
            ]
          : []),
      ],
    }),
    [hours, t],
  );
  return (
    <TimeChart
      label={`${t('valuation')}, ${name}`}
      file={{ what: `value-${name}`, product: 'da', run: issued_at }}
      data={data}
      unit="EUR"
      height={CHART_PX}
    />
  );
}
