import type { ProductSummary } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { defineMessages } from '../../i18n/define-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { dayStart, hoursOfDay } from '../../time/madrid-time.ts';
import { serviceNow } from '../../time/service-clock.ts';

const messages = defineMessages({
  en: {
    title: 'Probability of a price below zero',
    note: 'By delivery hour, below 0.00 EUR/MWh; 0.00 itself is not counted. In at least one hour of the day: {any}.',
    none: 'Below 1% in every hour of the day.',
    probability: 'Probability',
  },
  es: {
    title: 'Probabilidad de un precio negativo',
    note: 'Por hora de entrega, por debajo de 0,00 EUR/MWh; el 0,00 no cuenta. En al menos una hora del día: {any}.',
    none: 'Inferior al 1 % en todas las horas del día.',
    probability: 'Probabilidad',
  },
});

const HOUR_MS = 3_600_000;
const CHART_PX = 150;
/** A chart of less would be empty. */
const LEAST = 0.01;

/** How likely each hour of the day is below zero; nothing once its prices have cleared. Before the first run it keeps its place. */
export function BelowZero({ product }: { product: ProductSummary }) {
  const t = useMessages(messages);
  const format = useFormat();
  const day = product.days.at(-1);
  const isToCome =
    day !== undefined && day.points.length === 0 && Date.parse(day.gate_closes_at) > serviceNow();
  const data = useMemo((): TimeChartData => {
    const points = day?.points ?? [];
    return {
      startsMs:
        isToCome && day !== undefined ? hoursFrom(day.date) : points.map(({ time }) => Date.parse(time)),
      periodMs: HOUR_MS,
      series: [
        {
          label: t('probability'),
          colour: 'negative',
          kind: 'bars',
          values: isToCome
            ? hoursFrom(day.date).map(() => null)
            : points.map(({ probabilities }) =>
                probabilities === null ? null : 100 * probabilities.below_zero,
              ),
        },
      ],
    };
  }, [day, isToCome, t]);
  if (day === undefined || day.figures?.basis === 'price') return null;
  if (day.outlook === null && !isToCome) return null;
  const isLikely =
    isToCome || day.points.some(({ probabilities }) => (probabilities?.below_zero ?? 0) >= LEAST);
  if (!isLikely)
    return (
      <Section title={t('title')}>
        <p className="text-sm text-soft">{t('none')}</p>
      </Section>
    );
  return (
    <Section
      title={t('title')}
      note={t('note', {
        any: day.outlook === null ? '–' : format.percent(100 * day.outlook.any_below_zero, 0),
      })}
    >
      <TimeChart
        label={t('title')}
        file={{ what: 'below-zero', product: product.product, run: day.run?.issued_at }}
        data={data}
        unit="%"
        decimals={0}
        height={CHART_PX}
      />
    </Section>
  );
}

function hoursFrom(day: string): number[] {
  return Array.from({ length: hoursOfDay(day) }, (_, hour) => dayStart(day) + hour * HOUR_MS);
}
