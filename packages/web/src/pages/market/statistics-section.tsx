import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { DayRange } from '../../market/day-range.ts';
import type { MarketId } from '../../market/market.ts';
import { MARKETS, type ProductName } from '../../market/products.ts';
import { daysBetween } from '../../time/madrid-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { GROUPINGS, type MarketSearch } from './route.ts';

type Grouping = NonNullable<MarketSearch['group']>;

interface StatisticsSectionProps extends DayRange {
  market: MarketId;
  product: ProductName;
  group: Grouping | undefined;
  onGroup: (group: Grouping) => void;
}

const PAGE_SIZE = 14;

/** Base, peak, extremes, spreads and capture prices of the range, by day, week or month. */
export function StatisticsSection({ from, to, market, product, group, onGroup }: StatisticsSectionProps) {
  const t = useMessages('market.page');
  const shown = group ?? usualGrouping(daysBetween(from, to) + 1);
  return (
    <Section
      title={t('statistics')}
      note={t('statisticsNote')}
      actions={
        <Segmented
          label={t('group')}
          value={shown}
          choices={GROUPINGS.map((value) => ({ value, label: t(value) }))}
          onChange={onGroup}
        />
      }
    >
      <Figures
        key={`${market} ${product} ${from} ${to} ${shown}`}
        from={from}
        to={to}
        market={market}
        product={product}
        group={shown}
      />
    </Section>
  );
}

function usualGrouping(days: number): Grouping {
  if (days <= 14) return 'day';
  return days <= 92 ? 'week' : 'month';
}

function Figures({
  from,
  to,
  market,
  product,
  group,
}: DayRange & { market: MarketId; product: ProductName; group: Grouping }) {
  const t = useMessages('market.page');
  const format = useFormat();
  const [page, setPage] = useState(1);
  const statistics = useQuery({
    queryKey: [MARKET_KEY, 'price-statistics', market, product, from, to, group, page],
    queryFn: ({ signal }) =>
      client.statistics.price(
        {
          market_id: market,
          market: MARKETS[product],
          date_from: from,
          date_to: to,
          group_by: group,
          page,
          page_size: PAGE_SIZE,
        },
        { signal },
      ),
  });
  const priceOr = (value: number | null) => (value === null ? '–' : format.price(value));
  return (
    <QueryView query={statistics} placeholder={<Placeholder className="h-56" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState text={t('empty')} />
        ) : (
          <>
            <DataTable
              caption={t('statistics')}
              rows={items}
              keyOf={(item) => item.group}
              columns={[
                {
                  title: t(group),
                  cell: (item) => (
                    <span className="whitespace-nowrap">
                      {group === 'month' ? format.month(item.date_from) : format.day(item.date_from)}
                      {group === 'week' && ` – ${format.day(item.date_to)}`}
                    </span>
                  ),
                },
                { title: t('base'), isNumber: true, cell: ({ base }) => format.price(base) },
                { title: t('peak'), isNumber: true, cell: ({ peak }) => priceOr(peak) },
                { title: t('lowest'), isNumber: true, isWide: true, cell: ({ min }) => format.price(min) },
                { title: t('highest'), isNumber: true, isWide: true, cell: ({ max }) => format.price(max) },
                {
                  title: t('spread'),
                  isNumber: true,
                  isWide: true,
                  cell: ({ daily_spread }) => format.price(daily_spread),
                },
                {
                  title: t('negative'),
                  isNumber: true,
                  cell: ({ negative_hours }) =>
                    format.number(negative_hours, Number.isInteger(negative_hours) ? 0 : 2),
                },
                {
                  title: t('captureSolar'),
                  isNumber: true,
                  isWide: true,
                  cell: (item) => priceOr(item.capture_price_solar),
                },
                {
                  title: t('captureWind'),
                  isNumber: true,
                  isWide: true,
                  cell: (item) => priceOr(item.capture_price_wind),
                },
              ]}
            />
            <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
          </>
        )
      }
    </QueryView>
  );
}
