import type { DashboardSummary } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Page } from '../../layout/page.tsx';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { Auctions } from './auctions.tsx';
import { DayDetails } from './day-details.tsx';
import { messages } from './messages.ts';
import { summaryQuery } from '../../api/summary.ts';
import { SummaryNotices } from './summary-notices.tsx';
import { TwoDays } from './two-days.tsx';

const route = getRouteApi('/app/overview');

/** Tomorrow at a glance, in one request. */
export function OverviewPage() {
  const t = useMessages(messages);
  const format = useFormat();
  const { date } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(summaryQuery(date));
  const today = useToday();
  const shownDay = query.data?.date ?? date ?? addDays(today, 1);
  const name = format.longDay(shownDay);
  const title =
    shownDay === today
      ? t('today', { day: name })
      : shownDay === addDays(today, 1)
        ? t('tomorrow', { day: name })
        : name;
  const go = (day: string | undefined) =>
    void navigate({
      search: ({ date: _date, ...rest }) => ({ ...rest, ...(day !== undefined && { date: day }) }),
    });
  return (
    <Page
      title={title}
      actions={
        <>
          {date !== undefined && (
            <Button look="quiet" onClick={() => go(undefined)}>
              {t('backToTomorrow')}
            </Button>
          )}
          <IconButton label={t('dayBefore')} onClick={() => go(addDays(shownDay, -1))}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
          <IconButton label={t('dayAfter')} onClick={() => go(addDays(shownDay, 1))}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
        </>
      }
    >
      <QueryView query={query} placeholder={<OverviewPlaceholder />}>
        {(summary) => <Summary summary={summary} />}
      </QueryView>
    </Page>
  );
}

function Summary({ summary }: { summary: DashboardSummary }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const { product: wanted, span } = route.useSearch();
  const navigate = route.useNavigate();
  const product = summary.products.find((one) => one.product === wanted) ?? summary.products[0];
  if (product === undefined) return <EmptyState text={t('noProducts')} />;
  // An intraday auction trades one day.
  const hasWeek = product.product === 'da';
  return (
    <>
      <SummaryNotices summary={summary} product={product} />
      <div className="flex flex-wrap justify-between gap-2">
        <Segmented
          label={t('product')}
          value={product.product}
          choices={summary.products.map((one) => ({ value: one.product, label: common(one.product) }))}
          onChange={(next) =>
            void navigate({ search: (search) => ({ ...search, product: next }), replace: true })
          }
        />
        {hasWeek && (
          <Segmented
            label={t('span')}
            value={span ?? 'days'}
            choices={[
              { value: 'days', label: t('twoDays') },
              { value: 'week', label: t('week') },
            ]}
            onChange={(next) =>
              void navigate({
                search: ({ span: _span, ...rest }) => ({ ...rest, ...(next === 'week' && { span: next }) }),
                replace: true,
              })
            }
          />
        )}
      </div>
      <TwoDays summary={summary} product={product} isWeek={hasWeek && span === 'week'} />
      <DayDetails product={product} />
      <Auctions summary={summary} />
    </>
  );
}

function OverviewPlaceholder() {
  return (
    <div className="grid gap-6">
      <Placeholder className="h-9 w-80 max-w-full" />
      <Placeholder className="h-16" />
      <Placeholder className="h-[26rem]" />
      <Placeholder className="h-64" />
    </div>
  );
}
