import type { DayWeather } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { isMissing } from '../../api/is-missing.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useMe } from '../../api/me.ts';
import type { ChartSeries, TimeChartData } from '../../charts/chart-series.ts';
import type { DataColour } from '../../charts/colours.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import type { ProductName } from '../../market/products.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';

const HOUR_MS = 3_600_000;
const CHART_PX = 180;

const QUANTITIES = [
  { field: 'temperature_c', name: 'temperature', unit: '°C', colour: 'spike' },
  { field: 'wind_speed_m_s', name: 'windSpeed', unit: 'm/s', colour: 'wind' },
  { field: 'irradiance_w_m2', name: 'irradiance', unit: 'W/m²', colour: 'solar' },
] as const;

type Quantity = (typeof QUANTITIES)[number];

/** Temperature, wind and sun as the run knew them, as the run before did, and as they were. */
export function WeatherSection({ product, date }: { product: ProductName; date: string }) {
  const t = useMessages('drivers.page');
  const weather = useQuery({
    queryKey: [MARKET_KEY, 'weather', product, date],
    queryFn: ({ signal }) => client.dashboard.weather({ product, date }, { signal }),
  });
  return (
    <Section title={t('weather')} note={t('weatherNote')}>
      {isMissing(weather.error) ? (
        <NoWeather />
      ) : (
        <QueryView query={weather} placeholder={<Placeholder className="h-52" />}>
          {(data) => <WeatherCharts weather={data} />}
        </QueryView>
      )}
    </Section>
  );
}

function WeatherCharts({ weather }: { weather: DayWeather }) {
  const known = QUANTITIES.filter(({ field }) =>
    weather.hours.some((hour) => hour[field].forecast !== null || hour[field].observed !== null),
  );
  if (known.length === 0) return <NoWeather />;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
      {known.map((quantity) => (
        <WeatherChart key={quantity.field} quantity={quantity} weather={weather} />
      ))}
    </div>
  );
}

/** Weather is there for the days that a source covers: who runs the service can load more, the others see how it stands. */
function NoWeather() {
  const t = useMessages('drivers.page');
  const me = useMe();
  return (
    <EmptyState text={`${t('noWeather')} ${t('noWeatherHint')}`}>
      {me.is_superadmin ? (
        <ButtonLink to="/admin" search={{ tab: 'sources', source: 'open-meteo' }}>
          {t('openSources')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/support">{t('openData')}</ButtonLink>
      )}
    </EmptyState>
  );
}

function WeatherChart({ quantity, weather }: { quantity: Quantity; weather: DayWeather }) {
  const t = useMessages('drivers.page');
  const { hours, product, issued_at } = weather;
  const { field, name, unit, colour } = quantity;
  const data = useMemo((): TimeChartData => {
    const values = hours.map((hour) => hour[field]);
    const row = (
      label: string,
      colour: DataColour,
      pick: (value: (typeof values)[number]) => number | null,
    ) => ({
      label,
      colour,
      values: values.map(pick),
    });
    const rows: ChartSeries[] = [
      {
        ...row(t('before'), 'previous', ({ forecast, change }) =>
          forecast === null || change === null ? null : forecast - change,
        ),
        isThin: true,
        dash: [2, 3],
      },
      row(t('known'), colour, ({ forecast }) => forecast),
      row(t('observed'), 'cleared', ({ observed }) => observed),
    ];
    return {
      startsMs: hours.map(({ start }) => Date.parse(start)),
      periodMs: HOUR_MS,
      series: rows.filter((one) => one.values.some((value) => value !== null)),
    };
  }, [hours, field, colour, t]);
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-medium">{t(name)}</h3>
      <TimeChart
        label={t(name)}
        file={{ what: field.replaceAll('_', '-'), product, run: issued_at }}
        data={data}
        unit={unit}
        decimals={1}
        height={CHART_PX}
        syncKey="weather"
      />
    </div>
  );
}
