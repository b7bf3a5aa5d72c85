import type { Site, SiteSchedule, SiteValuation } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { PERIOD_MS } from '../../market/resolution.ts';

const CHART_PX = 200;

interface PeriodChartProps {
  site: Site;
  resolution: SiteSchedule['resolution'];
  issuedAt: string;
  periods: SiteSchedule['periods'] | SiteValuation['hours'];
}

/** What each period of a day is worth to a site. */
export function ValueChart({ site, resolution, issuedAt, periods }: PeriodChartProps) {
  const t = useMessages('portfolio.page');
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

/** The prices that a site is planned and valued by. */
export function PriceChart({ site, resolution, issuedAt, periods }: PeriodChartProps) {
  const t = useMessages('portfolio.page');
  const common = useMessages('shell.common');
  const data = useMemo((): TimeChartData => {
    const cleared = periods.map((period) => ('cleared_price' in period ? period.cleared_price : null));
    return {
      startsMs: periods.map(({ start }) => Date.parse(start)),
      periodMs: PERIOD_MS[resolution],
      bands: [
        {
          label: t('band'),
          colour: 'band',
          low: periods.map(({ price_p10: low }) => low),
          high: periods.map(({ price_p90: high }) => high),
        },
      ],
      series: [
        { label: t('priceOf'), colour: 'price', values: periods.map(({ price }) => price) },
        ...(cleared.some((price) => price !== null)
          ? [{ label: t('cleared'), colour: 'cleared', values: cleared } as const]
          : []),
      ],
    };
  }, [periods, resolution, t]);
  return (
    <TimeChart
      label={t('chartPrice', { name: site.name })}
      file={{ what: `prices-${site.name}`, product: 'da', run: issuedAt }}
      data={data}
      unit={common('unit')}
      height={CHART_PX}
      syncKey="site"
    />
  );
}
