import type { ForecastEvolution } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { VintageChart } from '../../charts/vintage-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { MarketId } from '../../market/market.ts';
import type { ProductName } from '../../market/products.ts';
import { dayStart, hoursOfDay, madridDay, madridSpan } from '../../time/madrid-time.ts';
import { SelectField } from '../../ui/field.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';

const HOUR_MS = 3_600_000;
/** The evening peak, where forecasts matter most. */
const FIRST_SHOWN_HOUR = 20;

interface EvolutionProps {
  market: MarketId;
  product: ProductName;
  day: string;
  hour: string | undefined;
  /** Whether an hour is shown before one is chosen. */
  isEager: boolean;
  onHour: (hour: string) => void;
}

/** One delivery hour over the runs that forecast it. */
export function Evolution({ market, product, day, hour, isEager, onHour }: EvolutionProps) {
  const t = useMessages('forecasts.page');
  const starts = Array.from({ length: hoursOfDay(day) }, (_, index) => dayStart(day) + index * HOUR_MS);
  const wanted = hour === undefined ? undefined : Math.floor(Date.parse(hour) / HOUR_MS) * HOUR_MS;
  const isShown = wanted !== undefined || isEager;
  const chosen = wanted ?? starts[FIRST_SHOWN_HOUR] ?? dayStart(day);
  const choices = starts.includes(chosen) ? starts : [...starts, chosen];
  const delivery = new Date(chosen).toISOString();
  const evolution = useQuery({
    queryKey: [MARKET_KEY, 'evolution', market, product, delivery],
    queryFn: ({ signal }) => client.forecasts.evolution({ market_id: market, product, delivery }, { signal }),
    enabled: isShown,
  });
  return (
    <Section title={t('evolution')} note={t('evolutionNote')}>
      <SelectField
        label={t('hour')}
        value={String(chosen)}
        choices={choices.map((start) => ({ value: String(start), label: hourName(start, day) }))}
        onChange={(start) => onHour(new Date(Number(start)).toISOString())}
        className="w-48"
      />
      {!isShown ? (
        <EmptyState text={t('chooseHour')} />
      ) : isMissing(evolution.error) ? (
        <EmptyState text={t('noRuns')} />
      ) : (
        <QueryView query={evolution} placeholder={<Placeholder className="h-60" />}>
          {(data) => <EvolutionChart evolution={data} name={hourName(chosen, day)} />}
        </QueryView>
      )}
    </Section>
  );
}

function hourName(start: number, day: string): string {
  const own = madridDay(start);
  const hours = madridSpan(start, start + HOUR_MS);
  return own === day ? hours : `${own} ${hours}`;
}

function EvolutionChart({ evolution, name }: { evolution: ForecastEvolution; name: string }) {
  const t = useMessages('forecasts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const vintages = useMemo(
    () =>
      evolution.items.map(({ issued_at, value, p10, p90 }) => ({
        id: issued_at,
        label: format.instant(issued_at),
        value,
        low: p10,
        high: p90,
      })),
    [evolution, format],
  );
  if (vintages.length === 0) return <EmptyState text={t('noRuns')} />;
  return (
    <VintageChart
      label={t('evolutionChart', { hour: name })}
      unit={common('unit')}
      vintages={vintages}
      settled={evolution.price}
      file={{
        what: 'evolution',
        product: evolution.product,
        days: [madridDay(Date.parse(evolution.delivery))],
      }}
      names={{ value: t('value'), interval: t('interval'), settled: t('settled'), issued: t('issued') }}
    />
  );
}
