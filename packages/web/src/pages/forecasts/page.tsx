import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { lazyPart } from '../../layout/load-part.ts';
import { Page, Section } from '../../layout/page.tsx';
import { ClockChangeNote } from '../../market/clock-change-note.tsx';
import { CurlButton } from '../../market/curl-button.tsx';
import type { DayRange } from '../../market/day-range.ts';
import { extraPercents, useIntervals } from '../../market/intervals.ts';
import { MAX_CHART_DAYS, priceChartQuery } from '../../market/price-chart.ts';
import { PRODUCTS, readProducts } from '../../market/products.ts';
import { RangeControls } from '../../market/range-controls.tsx';
import { ComparisonChoice } from '../../market/comparison-choice.tsx';
import { useComparison } from '../../market/comparison.ts';
import { MarketChoice } from '../../market/market-choice.tsx';
import { MarketNote } from '../../market/market-note.tsx';
import { FIRST_MARKET, readMarket, useMarket } from '../../market/market.ts';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { MAX_QUARTER_DAYS, useResolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { addDays, dayStart, daysBetween, madridInstant } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { ToggleSet } from '../../ui/toggle-set.tsx';
import { Evolution } from './evolution.tsx';
import { ForecastChart, lacksForecast } from './forecast-chart.tsx';
import type { ForecastsSearch } from './route.ts';
import { Runs } from './runs.tsx';

/** Of Portugal alone. */
const ZoneSpreads = lazyPart(() => import('./zone-spreads.tsx'), 'ZoneSpreads');
/** Of two runs alone, once it is asked for. */
const Difference = lazyPart(() => import('./difference.tsx'), 'Difference', 'drivers');
/** Of those who ask what the forecast would be with other inputs. */
const WhatIfPart = lazyPart(() => import('./what-if.tsx'), 'WhatIfPart');
const route = getRouteApi('/app/forecasts');
/** More days are not compared at once. */
const MAX_COMPARED_DAYS = 7;

/** Any day or range, the products side by side, and how each hour came about. The address keeps all of it. */
export function ForecastsPage() {
  const t = useMessages('forecasts.page');
  const common = useMessages('shell.common');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tomorrow = addDays(useToday(), 1);
  const { from = tomorrow, to = tomorrow } = search;
  const [wanted] = useResolution();
  const isTooLong = daysBetween(from, to) > MAX_QUARTER_DAYS;
  const resolution = isTooLong ? 'PT1H' : wanted;
  const products = readProducts(search.products ?? 'da');
  const [main = 'da'] = products;
  const runs = search.runs?.split(/,|\.\./) ?? [];
  const areCompared = search.runs?.includes('..') === true;
  const [first, second] = runs;
  const show = (next: ForecastsSearch) => void navigate({ search: next, replace: true });
  const [intervals] = useIntervals();
  const percents = extraPercents(intervals);
  const [market] = useMarket();
  const [comparison] = useComparison();
  const [supposes, setSupposes] = useState(false);
  const isCompared = daysBetween(from, to) < MAX_COMPARED_DAYS;
  const compare = isCompared ? comparison : undefined;
  const chart = useQuery(
    priceChartQuery({ market, from, to, products, resolution, percents, compare, hasExtremes: true }),
  );
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          <CopyLinkButton
            to="/forecasts"
            search={{
              ...search,
              from,
              to,
              products: products.join(),
              resolution,
              compare: comparison,
              market,
            }}
          />
          <CurlButton
            requests={[
              ...products.map((product) => ({
                name: t('curlNewest', { product: common(product) }),
                path: '/forecasts',
                query: { market_id: market, product, ...daysQuery({ from, to }), resolution },
              })),
              ...runs.map((id, index) => ({
                name: t('curlRun', { number: index + 1 }),
                path: `/forecasts/runs/${id}`,
                query: { resolution },
              })),
              {
                name: t('curlChart'),
                path: '/dashboard/charts/prices',
                query: {
                  market_id: market,
                  date_from: from,
                  date_to: to,
                  products: products.join(),
                  resolution,
                  ...(compare !== undefined && { compare }),
                },
              },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <RangeControls
          range={{ from, to }}
          maxDays={MAX_CHART_DAYS}
          onChange={(range) => show({ ...withoutHour(search), ...range })}
        />
        <MarketChoice />
        <ToggleSet
          label={t('auctions')}
          values={products}
          choices={PRODUCTS.map((value) => ({ value, label: common(value) }))}
          onChange={(chosen) => show({ ...withoutHour(search), products: chosen.join() })}
        />
        <ResolutionChoice />
        {main !== 'da' && from === to && (
          <ButtonLink to="/overview" search={{ date: from, product: main, ...readMarket(market) }}>
            {t('openSpread')}
          </ButtonLink>
        )}
        {isCompared && <ComparisonChoice />}
      </div>
      {isTooLong && wanted === 'PT15M' && (
        <p className="text-sm text-faint">{t('hoursOnly', { days: MAX_QUARTER_DAYS + 1 })}</p>
      )}
      <MarketNote />
      <ClockChangeNote from={from} to={to} />
      <QueryView query={chart} placeholder={<Placeholder className="h-[26rem]" />}>
        {(data) => (
          <>
            <SimulatedLine simulated={data.simulated} />
            <ForecastChart
              chart={data}
              main={main}
              runs={runs}
              comparison={comparison}
              market={market}
              onChoose={(hour) => show({ ...search, hour })}
            />
          </>
        )}
      </QueryView>
      {market !== FIRST_MARKET && (
        <Suspense fallback={<Placeholder className="h-80" />}>
          <ZoneSpreads product={main} from={from} to={to} resolution={resolution} />
        </Suspense>
      )}
      {areCompared && first !== undefined && second !== undefined && (
        <Suspense fallback={<Placeholder className="h-[44rem]" />}>
          <Difference
            runs={[first, second]}
            day={from === to ? from : undefined}
            resolution={resolution}
            onSwap={() => show({ ...search, runs: `${second}..${first}` })}
            onClose={() => show(withRuns(search, runs))}
          />
        </Suspense>
      )}
      {market === FIRST_MARKET && products.includes('da') && (
        <Section
          title={t('whatIf')}
          note={t('whatIfNote')}
          actions={!supposes && <Button onClick={() => setSupposes(true)}>{t('whatIfAsk')}</Button>}
        >
          {supposes && (
            <Suspense fallback={<Placeholder className="h-40" />}>
              <WhatIfPart day={from} resolution={resolution} />
            </Suspense>
          )}
        </Section>
      )}
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-2">
        <Evolution
          market={market}
          product={main}
          // A page asks for six things at most, and of Portugal the spread is one.
          isEager={market === FIRST_MARKET && chart.data !== undefined && !lacksForecast(chart.data, main)}
          day={from}
          hour={search.hour}
          onHour={(hour) => show({ ...search, hour })}
        />
        <Runs
          key={`${market} ${main} ${from}`}
          market={market}
          product={main}
          day={from}
          drawn={runs}
          onDraw={(drawn) => show(withRuns(search, drawn))}
          onCompare={(pair) => show({ ...search, runs: pair.join('..') })}
        />
      </div>
    </Page>
  );
}

/** A day by its name, several days by their instants. */
function daysQuery({ from, to }: DayRange): Record<string, string> {
  if (from === to) return { date: from };
  return { from: madridInstant(dayStart(from)), to: madridInstant(dayStart(addDays(to, 1))) };
}

/** Another range or auction begins without the hour and the runs of the last one. */
function withoutHour({ hour: _hour, runs: _runs, ...rest }: ForecastsSearch): ForecastsSearch {
  return rest;
}

function withRuns({ runs: _runs, ...rest }: ForecastsSearch, drawn: readonly string[]): ForecastsSearch {
  return drawn.length === 0 ? rest : { ...rest, runs: drawn.join() };
}
