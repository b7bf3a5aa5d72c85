import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { Page } from '../../layout/page.tsx';
import { CurlButton } from '../../market/curl-button.tsx';
import { MarketChoice } from '../../market/market-choice.tsx';
import { MarketNote } from '../../market/market-note.tsx';
import { useMarket } from '../../market/market.ts';
import { PRODUCTS } from '../../market/products.ts';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { useResolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { Contributions } from './contributions.tsx';
import { HourParts } from './hour-parts.tsx';
import type { DriversSearch } from './route.ts';
import { WeatherSection } from './weather-section.tsx';

const route = getRouteApi('/app/drivers');

/** What moves the prices of a day, and the weather behind it. */
export function DriversPage() {
  const t = useMessages('drivers.page');
  const common = useMessages('shell.common');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tomorrow = addDays(useToday(), 1);
  const { date = tomorrow, product = 'da' } = search;
  const [market] = useMarket();
  const [resolution] = useResolution();
  const set = (change: DriversSearch) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const drivers = useQuery({
    queryKey: [MARKET_KEY, 'drivers', market, product, date],
    queryFn: ({ signal }) => client.dashboard.drivers({ market_id: market, product, date }, { signal }),
  });
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          <CopyLinkButton to="/drivers" search={{ ...search, date, product, resolution, market }} />
          <CurlButton
            requests={[
              {
                name: t('curlDrivers'),
                path: '/dashboard/drivers',
                query: { market_id: market, product, date },
              },
              { name: t('weather'), path: '/dashboard/weather', query: { product, date } },
            ]}
          />
        </>
      }
    >
      <MarketNote />
      <div className="flex flex-wrap items-end gap-4">
        <DateField
          label={t('date')}
          required
          value={date}
          onChange={(day) => set({ date: day })}
          className="w-38"
        />
        <SelectField
          label={t('auction')}
          value={product}
          choices={PRODUCTS.map((value) => ({ value, label: common(value) }))}
          onChange={(value) => set({ product: value })}
          className="w-40"
        />
        <ResolutionChoice />
        <MarketChoice />
      </div>
      {resolution === 'PT15M' && <p className="text-sm text-faint">{t('hourlyOnly')}</p>}
      {isMissing(drivers.error) ? (
        <EmptyState text={t('missing')} />
      ) : (
        <QueryView query={drivers} placeholder={<Placeholder className="h-[32rem]" />}>
          {(data) => (
            <>
              <SimulatedLine simulated={data.simulated} />
              <Contributions drivers={data} onHour={(hour) => set({ hour })} />
              <HourParts drivers={data} hour={search.hour} onHour={(hour) => set({ hour })} />
            </>
          )}
        </QueryView>
      )}
      <WeatherSection product={product} date={date} />
      {drivers.data?.simulated === false && <p className="text-sm text-faint">{t('credits')}</p>}
    </Page>
  );
}
