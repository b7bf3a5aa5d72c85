import type { Site, SiteValuation } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { Resolution } from '../../market/resolution.ts';
import { Figure } from '../../ui/figure.tsx';
import { Placeholder } from '../../ui/states.tsx';
import { DayOfSite } from './day-of-site.tsx';
import { OfDay } from './of-day.tsx';
import { PlantChart } from './plan-charts.tsx';
import { valuationQuery } from './query.ts';
import { valuationColumns } from './schedule-columns.ts';

interface ValuationProps {
  site: Site;
  date: string;
  resolution: Resolution;
}

/** What a day is worth to a site that nobody steers, period by period. */
export function Valuation({ site, date, resolution }: ValuationProps) {
  const t = useMessages('portfolio.page');
  const valuation = useQuery({
    ...valuationQuery(site.id, { date, resolution }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t('valuation')}
      {...(valuation.data && { note: t(`source_${valuation.data.volume_source}`) })}
    >
      <OfDay query={valuation} placeholder={<Placeholder className="h-80" />}>
        {(shown) => <Valued site={site} valuation={shown} />}
      </OfDay>
    </Section>
  );
}

function Valued({ site, valuation }: { site: Site; valuation: SiteValuation }) {
  const t = useMessages('portfolio.page');
  const columns = useMemo(() => valuationColumns(valuation, t), [valuation, t]);
  return (
    <DayOfSite
      site={site}
      of={valuation}
      periods={valuation.hours}
      columns={columns}
      totals={<Totals valuation={valuation} />}
    >
      <PlantChart site={site} valuation={valuation} />
    </DayOfSite>
  );
}

function Totals({ valuation: { kind, total } }: { valuation: SiteValuation }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Figure
        label={t('total')}
        value={format.number(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: format.number(total.p10_eur), high: format.number(total.p90_eur) })}
      />
      <Figure
        label={t('volume')}
        value={format.number(kind === 'load' ? -total.energy_mwh : total.energy_mwh, 1)}
        unit="MWh"
      />
      {total.settled_eur !== null && (
        <Figure label={t('settled')} value={format.number(total.settled_eur)} unit="EUR" />
      )}
    </dl>
  );
}
