import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { PERIOD_MS } from '../../market/resolution.ts';
import { periodsOf } from './two-day-chart.ts';

const CHART_PX = 150;
const LEAST_TOP_PERCENT = 10;

/** How likely each period of the shown day is below zero, by its newest run. Before the first run its place is kept. */
export function BelowZero({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages('overview.page');
  const day = product.days.at(-1);
  const shown = summary.days.at(-1);
  const periodMs = PERIOD_MS[summary.resolution];
  const data = useMemo((): TimeChartData => {
    const likely = new Map(
      day?.points.map(({ time, probabilities }) => [Date.parse(time), probabilities?.below_zero]),
    );
    const startsMs = shown === undefined ? [] : periodsOf(shown, periodMs);
    const values = startsMs.map((start) => {
      const probability = likely.get(start);
      return probability === undefined ? null : 100 * probability;
    });
    return {
      startsMs,
      periodMs,
      leastTop: LEAST_TOP_PERCENT,
      series: [{ label: t('probability'), colour: 'negative', kind: 'bars', values }],
    };
  }, [day, shown, periodMs, t]);
  return (
    <Section title={t('belowZeroTitle')} note={t('belowZeroNote')}>
      <TimeChart
        label={t('belowZeroTitle')}
        file={{ what: 'below-zero', product: product.product, run: day?.run?.issued_at }}
        data={data}
        unit="%"
        decimals={1}
        height={CHART_PX}
      />
    </Section>
  );
}
