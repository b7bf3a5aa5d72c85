import type { PriceChart } from '@lonja/client';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { Swatch } from '../../charts/chart-frame.tsx';
import { cssColour } from '../../charts/colours.ts';
import { DurationCurve } from '../../charts/duration-curve.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { startsOf } from '../../market/price-chart.ts';
import type { MarketId } from '../../market/market.ts';
import type { ProductName } from '../../market/products.ts';
import { missingPrices } from '../../market/missing-spans.ts';
import { dayStart, daysBetween, madridDay } from '../../time/madrid-time.ts';
import { EmptyState } from '../../ui/states.tsx';
import { type Overlay, OVERLAYS, overlaysIn } from './overlay-names.ts';
import { overlaysOf, overlayStyle, type OverlayTexts } from './overlays.ts';
import type { MarketSearch } from './route.ts';
import { useSpanText } from './span-text.ts';

interface PriceViewsProps {
  chart: PriceChart;
  view: NonNullable<MarketSearch['view']>;
  product: ProductName;
  market: MarketId;
  /** What is laid over the line. */
  overlays: readonly Overlay[];
  onOverlay: (overlay: Overlay) => void;
  /** Called with the delivery day that was chosen in the picture. */
  onDay: (day: string) => void;
}

const CHART_PX = 340;
/** Of more days a line of hours is a smear. */
const MOST_HOURLY_DAYS = 60;
const DAY_MS = 86_400_000;

/** The prices of the range as a line, of daily means where the range is long, as daily bars, as days by hours, or in falling order. */
export function PriceViews({ chart, view, product, market, overlays, onOverlay, onDay }: PriceViewsProps) {
  const t = useMessages('market.page');
  const common = useMessages('shell.common');
  const spanText = useSpanText();
  const startsMs = useMemo(() => startsOf(chart), [chart]);
  const values = useMemo(
    () => chart.series.find((one) => one.product === product)?.price ?? [],
    [chart, product],
  );
  const texts = useOverlayTexts();
  const laid = useMemo(
    () => overlaysOf(chart, product, { overlays, texts }),
    [chart, product, overlays, texts],
  );
  const label = t('prices', { product: common(product) });
  const periodMs = chart.step_s * 1000;
  const gaps = useMemo(() => missingPrices(startsMs, periodMs, values), [startsMs, periodMs, values]);
  const line = useMemo(
    (): TimeChartData => ({
      startsMs,
      periodMs,
      series: [...laid.series, { label: t('price'), colour: 'price', values }],
      bands: laid.bands,
      gaps,
    }),
    [startsMs, periodMs, values, laid, gaps, t],
  );
  const days = useMemo((): TimeChartData => {
    const isLine = view === 'line';
    const rows = [values, ...laid.series.map((one) => one.values)].map((row) => dailyFigures(startsMs, row));
    const days = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
    const figures = days.map((start) => rows[0]?.get(start));
    return {
      startsMs: days,
      periodMs: DAY_MS,
      series: [
        ...laid.series.map((one, index) => ({
          ...one,
          values: days.map((start) => rows[index + 1]?.get(start)?.mean ?? null),
        })),
        {
          label: t('dailyMean'),
          colour: 'price',
          ...(!isLine && { kind: 'bars' as const }),
          values: figures.map((day) => day?.mean ?? null),
        },
      ],
      ...(isLine && {
        gaps,
        bands: [
          {
            label: t('daysRange'),
            colour: 'band' as const,
            low: figures.map((day) => day?.low ?? null),
            high: figures.map((day) => day?.high ?? null),
            edges: { low: t('dayLowest'), high: t('dayHighest') },
          },
        ],
      }),
    };
  }, [startsMs, values, laid, gaps, view, t]);
  const curve = useMemo(() => [{ label: t('price'), colour: 'price' as const, values }], [values, t]);
  const names = useMemo(() => ({ start: t('start'), value: t('price') }), [t]);
  if (!values.some((value) => value !== null)) return <EmptyState text={t('empty')} />;
  const unit = common('unit');
  const file = { what: 'prices', product, days: [chart.date_from, chart.date_to] };
  if (view === 'heat')
    return (
      <HeatMap
        label={label}
        unit={unit}
        startsMs={startsMs}
        periodMs={periodMs}
        values={values}
        names={names}
        file={file}
      />
    );
  if (view === 'duration')
    return (
      <DurationCurve
        label={label}
        unit={unit}
        series={curve}
        share={t(chart.resolution === 'PT15M' ? 'shareQuarters' : 'share')}
        file={{ ...file, what: 'price-duration' }}
      />
    );
  const toggles = overlaysIn(market, OVERLAYS)
    .filter((overlay) => overlay !== product)
    .map((overlay) => {
      const { colour, dash } = overlayStyle(overlay);
      return (
        <li key={overlay}>
          <button
            type="button"
            aria-pressed={overlays.includes(overlay)}
            onClick={() => onOverlay(overlay)}
            className="flex min-h-7 items-center gap-1.5 rounded-md border border-line px-2 text-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-wash aria-pressed:text-ink"
          >
            <Swatch label="" colour={cssColour(colour)} isDashed={dash !== undefined} />
            {texts.labelOf(overlay)}
          </button>
        </li>
      );
    });
  const empty = laid.series.filter((one) => one.values.every((value) => value === null));
  const isDaily = view === 'bars' || daysBetween(chart.date_from, chart.date_to) >= MOST_HOURLY_DAYS;
  return (
    <div className="grid gap-2">
      <TimeChart
        label={label}
        file={isDaily ? { ...file, what: 'daily-prices' } : file}
        unit={unit}
        data={isDaily ? days : line}
        height={CHART_PX}
        {...(view === 'line' && { legendEnd: toggles })}
        onChoose={(start) => onDay(madridDay(start))}
      />
      {isDaily && view === 'line' && (
        <p className="text-sm text-faint">{t('longRange', { days: MOST_HOURLY_DAYS })}</p>
      )}
      {overlays.includes('lastYear') && <p className="text-sm text-faint">{t('lastYearNote')}</p>}
      {empty.length > 0 && (
        <p className="text-sm text-warn">
          {t('overlayEmpty', { names: empty.map((one) => one.label).join(', ') })}
        </p>
      )}
      {view === 'line' && gaps.length > 0 && (
        <p className="text-sm text-warn">{t('noPrice', { spans: spanText(gaps) })}</p>
      )}
    </div>
  );
}

function useOverlayTexts(): OverlayTexts {
  const t = useMessages('market.page');
  const common = useMessages('shell.common');
  return useMemo(
    () => ({
      labelOf(overlay) {
        if (overlay === 'forecast') return t('overlayForecast');
        if (overlay === 'lastYear') return t('overlayLastYear');
        if (overlay === 'load' || overlay === 'wind') return t('overlayPower', { name: t(overlay) });
        return common(overlay);
      },
      band: t('overlayBand'),
    }),
    [t, common],
  );
}

interface DailyFigures {
  mean: number;
  low: number;
  high: number;
}

/** Mean, lowest and highest value of each delivery day that has one, by its first instant, epoch ms. */
function dailyFigures(
  startsMs: readonly number[],
  values: readonly (number | null)[],
): Map<number, DailyFigures> {
  const days = new Map<string, number[]>();
  for (const [index, start] of startsMs.entries()) {
    const value = values[index];
    if (typeof value !== 'number') continue;
    const day = madridDay(start);
    const known = days.get(day);
    if (known === undefined) days.set(day, [value]);
    else known.push(value);
  }
  return new Map(
    [...days].map(([day, known]) => [
      dayStart(day),
      {
        mean: known.reduce((sum, value) => sum + value, 0) / known.length,
        low: Math.min(...known),
        high: Math.max(...known),
      },
    ]),
  );
}
