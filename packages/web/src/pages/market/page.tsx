import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { Page } from '../../layout/page.tsx';
import type { DayRange } from '../../market/day-range.ts';
import { MAX_CHART_DAYS, priceChartQuery } from '../../market/price-chart.ts';
import { CurlButton } from '../../market/curl-button.tsx';
import { MARKETS, PRODUCTS } from '../../market/products.ts';
import { MarketChoice } from '../../market/market-choice.tsx';
import { MarketNote } from '../../market/market-note.tsx';
import { FIRST_MARKET, useMarket } from '../../market/market.ts';
import { RangeControls } from '../../market/range-controls.tsx';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { MAX_QUARTER_DAYS, useResolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { addDays, daysBetween } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { SelectField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { FundamentalsSection } from './fundamentals-section.tsx';
import { HomeBillSection } from './home-bill-section.tsx';
import { type Overlay, OVERLAYS, overlaysIn, readOverlays } from './overlay-names.ts';
import { requestOf } from './overlays.ts';
import { Presets } from './presets.tsx';
import { PriceViews } from './price-views.tsx';
import { type MarketSearch, VIEWS } from './route.ts';
import { StatisticsSection } from './statistics-section.tsx';

const route = getRouteApi('/app/market');
const FIRST_SHOWN_DAYS = 29;

/** What the auctions paid in any range, in four views, with figures and what stood behind it. */
export function MarketPage() {
  const t = useMessages('market.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday();
  const { from = addDays(today, -FIRST_SHOWN_DAYS), to = today, product = 'da', view = 'line' } = search;
  const set = (change: MarketSearch) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  // The generation shown is that of the chosen day, and of the last one of another range.
  const day = search.day ?? to;
  const setRange = (range: DayRange) =>
    void navigate({ search: ({ day: _day, ...old }) => ({ ...old, ...range }), replace: true });
  const [wanted] = useResolution();
  const isTooLong = daysBetween(from, to) > MAX_QUARTER_DAYS;
  const resolution = isTooLong ? 'PT1H' : wanted;
  const [market] = useMarket();
  const isSpain = market === FIRST_MARKET;
  const overlays = view === 'line' ? overlaysIn(market, readOverlays(search.overlays ?? '')) : [];
  const { products, powers, hasLastYear } = requestOf(product, overlays);
  const prices = useQuery(priceChartQuery({ market, from, to, resolution, products, powers, hasLastYear }));
  const toggle = (overlay: Overlay) =>
    void navigate({
      search: ({ overlays: _overlays, ...old }) => {
        const wanted = OVERLAYS.filter((one) => overlays.includes(one) !== (one === overlay));
        return { ...old, ...(wanted.length > 0 && { overlays: wanted.join() }) };
      },
      replace: true,
    });
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          <CopyLinkButton
            to="/market"
            search={{ ...search, from, to, product, view, day, resolution, market }}
          />
          <CurlButton
            requests={[
              {
                name: t('prices', { product: common(product) }),
                path: '/market/prices',
                query: {
                  market_id: market,
                  market: MARKETS[product],
                  date_from: from,
                  date_to: to,
                  resolution,
                  page: '1',
                  page_size: '1000',
                },
              },
              ...(overlays.length === 0
                ? []
                : [
                    {
                      name: t('curlChart'),
                      path: '/dashboard/charts/prices',
                      query: {
                        market_id: market,
                        date_from: from,
                        date_to: to,
                        products: products.join(),
                        resolution,
                        ...(powers.length > 0 && { powers: powers.join() }),
                        ...(hasLastYear && { last_year: 'true' }),
                      },
                    },
                  ]),
              ...(isSpain
                ? [
                    {
                      name: t('fundamentalsChart', { day: format.day(day) }),
                      path: '/market/fundamentals',
                      query: { date: day },
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <RangeControls range={{ from, to }} maxDays={MAX_CHART_DAYS} onChange={setRange} />
        <Presets range={{ from, to }} onChange={setRange} />
        <MarketChoice />
        <SelectField
          label={t('auction')}
          value={product}
          choices={PRODUCTS.map((value) => ({ value, label: common(value) }))}
          onChange={(value) => set({ product: value })}
          className="w-40"
        />
        <ResolutionChoice />
        <Segmented
          label={t('view')}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => set({ view: value })}
        />
      </div>
      {wanted === 'PT15M' && (
        <p className="text-sm text-faint">
          {isTooLong && t('hoursOnly', { days: MAX_QUARTER_DAYS + 1 })} {t('hourlyData')}
        </p>
      )}
      <MarketNote />
      <QueryView query={prices} placeholder={<Placeholder className="h-[24rem]" />}>
        {(chart) => (
          <>
            <SimulatedLine simulated={chart.simulated} />
            <PriceViews
              chart={chart}
              view={view}
              product={product}
              market={market}
              overlays={overlays}
              onOverlay={toggle}
              onDay={(day) => set({ day })}
            />
          </>
        )}
      </QueryView>
      {isSpain && <FundamentalsSection day={day} onDay={(day) => set({ day })} />}
      <StatisticsSection
        from={from}
        to={to}
        market={market}
        product={product}
        group={search.group}
        onGroup={(group) => set({ group })}
      />
      {isSpain ? <HomeBillSection /> : <p className="text-sm text-faint">{t('spainAlone')}</p>}
    </Page>
  );
}
