import type { ForecastRunSummary } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import type { MarketId } from '../../market/market.ts';
import type { ProductName } from '../../market/products.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';

const PAGE_SIZE = 10;
const MAX_DRAWN = 2;

interface RunsProps {
  market: MarketId;
  product: ProductName;
  day: string;
  drawn: readonly string[];
  onDraw: (runs: string[]) => void;
  /** Of two runs, the earlier first. */
  onCompare: (runs: string[]) => void;
}

/** The runs that cover a day, the newest first; some of them can be drawn into the chart. */
export function Runs({ market, product, day, drawn, onDraw, onCompare }: RunsProps) {
  const t = useMessages('forecasts.page');
  const format = useFormat();
  const [page, setPage] = useState(1);
  const runs = useQuery({
    queryKey: [MARKET_KEY, 'runs', market, product, day, page],
    queryFn: ({ signal }) =>
      client.forecasts.runs(
        { market_id: market, product, date: day, page, page_size: PAGE_SIZE },
        { signal },
      ),
  });
  const title = t('runs', { day: format.day(day) });
  return (
    <Section title={title} note={t('runsNote')}>
      <QueryView query={runs} placeholder={<Placeholder className="h-60" />}>
        {({ items, total }) => (
          <>
            <RunTable caption={title} runs={items} drawn={drawn} onDraw={onDraw} />
            {drawn.length === MAX_DRAWN && (
              <div>
                <Button onClick={() => onCompare(inOrder(drawn, items))}>{t('compareRuns')}</Button>
              </div>
            )}
            <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** The earlier first, as far as they are on this page, which has the newest first. */
function inOrder(drawn: readonly string[], items: readonly ForecastRunSummary[]): string[] {
  const place = (id: string) => {
    const at = items.findIndex(({ forecast_id }) => forecast_id === id);
    return at < 0 ? items.length : at;
  };
  return drawn.toSorted((a, b) => place(b) - place(a));
}

interface RunTableProps extends Pick<RunsProps, 'drawn' | 'onDraw'> {
  caption: string;
  runs: readonly ForecastRunSummary[];
}

function RunTable({ caption, runs, drawn, onDraw }: RunTableProps) {
  const t = useMessages('forecasts.page');
  const format = useFormat();
  const locale = useLocale('degraded');
  if (runs.length === 0) return <EmptyState text={t('empty')} />;
  const toggle = (id: string) =>
    onDraw(drawn.includes(id) ? drawn.filter((one) => one !== id) : [...drawn, id].slice(-MAX_DRAWN));
  return (
    <DataTable
      caption={caption}
      rows={runs}
      keyOf={({ forecast_id }) => forecast_id}
      columns={[
        {
          title: t('compare'),
          cell: ({ forecast_id, issued_at }) => (
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-label={t('drawRun', { issued: format.instant(issued_at) })}
              checked={drawn.includes(forecast_id)}
              onChange={() => toggle(forecast_id)}
            />
          ),
        },
        { title: t('issued'), cell: ({ issued_at }) => format.instant(issued_at) },
        {
          title: t('covers'),
          isWide: true,
          cell: ({ first_date, last_date }) =>
            first_date === last_date
              ? format.day(first_date)
              : `${format.day(first_date)} – ${format.day(last_date)}`,
        },
        { title: t('model'), isWide: true, cell: ({ model_version }) => model_version },
        {
          title: t('state'),
          cell: ({ degraded_reasons: degraded }) =>
            degraded.length === 0 ? (
              <Badge kind="good">{t('complete')}</Badge>
            ) : (
              <span title={degradedReasons(degraded, locale)}>
                <Badge kind="warn">{t('degraded')}</Badge>
              </span>
            ),
        },
      ]}
    />
  );
}
