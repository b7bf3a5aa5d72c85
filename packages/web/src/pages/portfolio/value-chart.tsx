import type { Site, SiteSchedule, SiteValuation } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { PERIOD_MS } from '../../market/resolution.ts';
import { messages } from './messages.ts';

const CHART_PX = 200;

interface ValueChartProps {
  site: Site;
  resolution: SiteSchedule['resolution'];
  issuedAt: string;
  periods: SiteSchedule['periods'] | SiteValuation['hours'];
}

/** What each period of a day is worth to a site. */
export function ValueChart({ site, resolution, issuedAt, periods }: ValueChartProps) {
  const t = useMessages(messages);
  const data = useMemo(
    (): TimeChartData => ({
      startsMs: periods.map(({ start }) => Date.parse(start)),
      periodMs: PERIOD_MS[resolution],
      bands: [
        {
          label: '10–90 %',
          colour: 'band',
          low: periods.map(({ p10_eur: low }) => low),
          high: periods.map(({ p90_eur: high }) => high),
        },
      ],
      series: [
        { label: t('expected'), colour: 'price', values: periods.map(({ expected_eur: eur }) => eur) },
        ...(periods.some(({ settled_eur: eur }) => eur !== null)
          ? [
              {
                label: t('settled'),
                colour: 'cleared',
                values: periods.map((period) => period.settled_eur),
              } as const,
            ]
          : []),
      ],
    }),
    [periods, resolution, t],
  );
  return (
    <TimeChart
      label={`${t('valuation')}, ${site.name}`}
      file={{ what: `value-${site.name}`, product: 'da', run: issuedAt }}
      data={data}
      unit="EUR"
      height={CHART_PX}
      syncKey="site"
    />
  );
}
