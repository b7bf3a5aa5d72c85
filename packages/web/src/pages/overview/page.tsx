import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { lazyPart } from '../../layout/load-part.ts';
import { Page } from '../../layout/page.tsx';
import { useIsWide } from '../../layout/use-is-wide.ts';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { Auctions } from './auctions.tsx';
import { BelowZero } from './below-zero.tsx';
import { DayDetails } from './day-details.tsx';
import { PreparationPart } from '../../market/preparation-part.tsx';
import type { ProductName } from '../../market/products.ts';
import { useComparison } from '../../market/comparison.ts';
import { FIRST_MARKET, useMarket } from '../../market/market.ts';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { useResolution } from '../../market/resolution.ts';
import { summaryQuery } from '../../api/summary.ts';
import { SummaryLine } from './summary-line.tsx';
import { earlierAuctions } from './two-day-chart.ts';
import { TwoDays } from './two-days.tsx';

const route = getRouteApi('/app/overview');
const MarketNote = lazyPart(() => import('../../market/market-note.tsx'), 'MarketNote', 'parts');
/** Who looks at the day-ahead auction needs nothing of it. */
const SpreadSection = lazyPart(() => import('./spread-section.tsx'), 'SpreadSection', 'parts');

/** Tomorrow at a glance, in one request, which the market bar shares. */
export function OverviewPage() {
  const t = useMessages('overview.page');
  const format = useFormat();
  const { date, product: wanted, span } = route.useSearch();
  const navigate = route.useNavigate();
  const [resolution] = useResolution();
  const [comparison] = useComparison();
  const [market] = useMarket();
  const query = useQuery(summaryQuery(date, resolution, comparison, market));
  // With the data at hand the page is whole at once, so that going back finds the place where it was left.
  const [wasKnown] = useState(query.data !== undefined);
  const today = useToday();
  const isWide = useIsWide();
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
  const summary = query.data;
  const product = summary?.products.find((one) => one.product === wanted) ?? summary?.products[0];
  // An intraday auction trades one day.
  const isWeek = span === 'week' && product?.product === 'da';
  return (
    <Page
      title={title}
      subtitle={
        summary === undefined || product === undefined ? (
          <div className="min-h-6" />
        ) : (
          <SummaryLine summary={summary} product={product} />
        )
      }
      actions={
        <>
          {summary === undefined ? (
            <Placeholder className="h-9 w-56 sm:w-130" />
          ) : (
            product !== undefined && <Choices products={summary.products} shown={product.product} />
          )}
          {!isWide && <ResolutionChoice />}
          <div className="flex items-center max-sm:order-first">
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
          </div>
        </>
      }
    >
      {market !== FIRST_MARKET && (
        <Suspense>
          <MarketNote />
        </Suspense>
      )}
      <QueryView query={query} placeholder={<OverviewPlaceholder />}>
        {(shown) =>
          product === undefined ? (
            <EmptyState text={t('noProducts')} />
          ) : (
            <>
              {isPreparingFirst(shown) && <PreparationPart preparation={shown.preparation} />}
              <TwoDays summary={shown} product={product} isWeek={isWeek} />
              <BelowTheFold isAtOnce={wasKnown}>
                <Spread summary={shown} product={product} />
                <BelowZero summary={shown} product={product} />
                <DayDetails product={product} resolution={shown.resolution} comparison={comparison} />
                <Auctions summary={shown} />
                {/* At the end, where its coming and going moves nothing that is read. */}
                {!isPreparingFirst(shown) && <PreparationPart preparation={shown.preparation} />}
              </BelowTheFold>
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

/** What comes right after the first picture of the page, so that a slow phone shows the chart sooner. */
function BelowTheFold({ isAtOnce, children }: { isAtOnce: boolean; children: ReactNode }) {
  return useDeferredValue(true, isAtOnce) && children;
}

/** Whether there is no forecast yet, and a first start is making it. */
function isPreparingFirst({ preparation }: DashboardSummary): boolean {
  return preparation !== null && preparation.first_forecast_in_s !== null;
}

/** Which auction is shown, and how many days. */
function Choices({ products, shown }: { products: DashboardSummary['products']; shown: ProductName }) {
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const isWide = useIsWide();
  const { span } = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = (product: ProductName) => (isWide || product === 'da' ? common(product) : t(product));
  return (
    <>
      <Segmented
        label={t('product')}
        value={shown}
        choices={products.map(({ product }) => ({ value: product, label: nameOf(product) }))}
        onChange={(next) =>
          void navigate({ search: (search) => ({ ...search, product: next }), replace: true })
        }
      />
      {shown === 'da' && (
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
    </>
  );
}

/** Of an intraday auction that has a forecast or still gets one, where an earlier auction is in the subscription. */
function Spread({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const earlier = earlierAuctions(summary, product).map((one) => one.product);
  const day = product.days.at(-1);
  if (product.product === 'da' || earlier.length === 0 || day === undefined) return null;
  const hasForecast = day.points.length > 0;
  // A run that is due but late keeps its place, or what is below would move up and down again.
  const isToCome = Date.parse(day.gate_closes_at) > Date.parse(summary.now);
  if (!hasForecast && !isToCome) return null;
  return (
    <Suspense fallback={<Placeholder className="h-[40rem] sm:h-[36rem] xl:h-[21.8125rem]" />}>
      <SpreadSection
        summary={summary}
        product={product.product}
        earlier={earlier}
        hasForecast={hasForecast}
      />
    </Suspense>
  );
}

function OverviewPlaceholder() {
  return (
    <div className="grid gap-6">
      <Placeholder className="h-[21rem] sm:h-[26rem]" />
      <Placeholder className="h-16" />
      <Placeholder className="h-64" />
    </div>
  );
}
