import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { useIsWide } from '../../layout/use-is-wide.ts';
import { ComparisonChoice } from '../../market/comparison-choice.tsx';
import { useCompared } from '../../market/compared.ts';
import { useComparison } from '../../market/comparison.ts';
import { IntervalChoice } from '../../market/interval-choice.tsx';
import { useBands, useIntervals } from '../../market/intervals.ts';
import { MarketChoice } from '../../market/market-choice.tsx';
import { readMarket } from '../../market/market.ts';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import type { Resolution } from '../../market/resolution.ts';
import { madridClock } from '../../time/madrid-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { Countdown } from './countdown.tsx';
import { latestRunQuery } from './query.ts';
import { twoDayChart } from './two-day-chart.ts';
import { useSeldomShown } from './use-seldom-shown.ts';

const CHART_PX = 380;
const PHONE_CHART_PX = 280;
const FIGURES = 'grid grid-cols-3 gap-x-4 gap-y-4 md:grid-cols-6 lg:gap-x-8';
/** As high as a note. */
const NO_NOTE = '\u00a0';

interface TwoDaysProps {
  summary: DashboardSummary;
  product: ProductSummary;
  /** Whether the days that the newest run forecasts behind the two are drawn too. */
  isWeek: boolean;
}

/** The picture of the day and the day before, and below it the figures of the day in a row. */
export function TwoDays({ summary, product, isWeek }: TwoDaysProps) {
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const locale = useLocale();
  const name = common(product.product);
  const errorText = useErrorText();
  const isWide = useIsWide();
  const { data: run, error } = useQuery({
    ...latestRunQuery(summary.market_id, product.product, summary.resolution),
    enabled: isWeek,
  });
  const [intervals] = useIntervals();
  const bandsOf = useBands(intervals);
  const [comparison] = useComparison();
  const compared = useCompared(comparison);
  const comparedName = compared.nameOf(product.days.at(-1)?.previous_run?.issued_at);
  const seldom = useSeldomShown(
    product.days.some(({ points }) => points.some((point) => point.beyond_cleared)),
  );
  const data = useMemo(() => {
    const chart = twoDayChart({
      summary,
      product,
      run: isWeek ? run : undefined,
      texts: {
        forecast: t('forecast'),
        cleared: t('cleared'),
        previousRun: comparedName,
        now: t('now'),
        gate: t('gate', { product: name }),
        earlierCleared: (earlier) => t('earlierCleared', { product: common(earlier) }),
        earlierForecast: (earlier) => t('earlierForecast', { product: common(earlier) }),
      },
      bandsOf,
    });
    return seldom?.withBeyond(chart, product.days, locale) ?? chart;
  }, [summary, product, isWeek, run, t, common, name, bandsOf, comparedName, seldom, locale]);
  const day = product.days.at(-1);
  const marks = day?.points.map((point) => point.beyond_cleared) ?? [];
  const hasAny = product.days.some(({ points, prices }) => points.length + prices.length > 0);
  // On phones it stands above.
  const resolutionChoice = isWide && <ResolutionChoice />;
  if (!hasAny) {
    return (
      <EmptyState text={t('empty')}>
        {resolutionChoice}
        <MarketChoice />
      </EmptyState>
    );
  }
  return (
    <>
      {isWeek && error !== null && <Notice kind="warn">{errorText(error)}</Notice>}
      <TimeChart
        label={t(summary.resolution === 'PT15M' ? 'chartQuarters' : 'chart', { product: name })}
        file={{ what: 'forecast', product: product.product, run: day?.run?.issued_at }}
        data={data}
        unit={common('unit')}
        height={isWide ? CHART_PX : PHONE_CHART_PX}
        controls={
          <div className="flex items-center gap-3">
            {resolutionChoice}
            <IntervalChoice />
          </div>
        }
      />
      <DayFigures product={product} resolution={summary.resolution} />
      <div className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 [&>:last-child]:ml-auto">
        <ComparisonChoice />
        <MarketChoice />
        <RunLine product={product} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/offers" search={{ date: summary.date }}>
            {t('openOffers')}
          </ButtonLink>
          <CopyLinkButton
            to="/overview"
            search={{
              date: summary.date,
              product: product.product,
              resolution: summary.resolution,
              compare: comparison,
              ...readMarket(summary.market_id),
              ...(isWeek && { span: 'week' }),
            }}
          />
        </div>
      </div>
      {/* Its lines are kept free until its words have come, so that nothing moves. */}
      {seldom ? (
        <seldom.BeyondNote marks={marks} extremes={day?.run?.cleared_extremes} />
      ) : (
        [...new Set(marks.flatMap((sides) => Object.values(sides ?? {})))].map((side) => (
          <p key={side} className="text-sm">
            {NO_NOTE}
          </p>
        ))
      )}
    </>
  );
}

/** The place of the figures before the first run, so that nothing moves when it lands. */
function FiguresToCome({ gate }: { gate: ReactNode }) {
  const t = useMessages('overview.page');
  return (
    <dl className={FIGURES}>
      {(['mean', 'lowest', 'highest', 'spread', 'belowZero'] as const).map((name) => (
        <Figure
          key={name}
          label={t(name)}
          value="–"
          note={
            <>
              {NO_NOTE}
              {(name === 'lowest' || name === 'highest') && <span className="block">{NO_NOTE}</span>}
            </>
          }
        />
      ))}
      {gate}
    </dl>
  );
}

function DayFigures({ product, resolution }: { product: ProductSummary; resolution: Resolution }) {
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const day = product.days.at(-1);
  if (day === undefined) return null;
  const { figures } = day;
  const gate = <GateFigure product={product} />;
  if (figures === null) return <FiguresToCome gate={gate} />;
  const [cheapest] = figures.cheapest;
  const [dearest] = figures.dearest;
  const clock = (time: string) => t('at', { hour: madridClock(Date.parse(time)) });
  const outlook = figures.basis === 'price' ? null : day.outlook;
  /** How sure the figure is, whose value is the median of the same paths, below what else there is to say of it. */
  const noteOf = (name: 'base' | 'lowest' | 'highest' | 'spread', text?: string) => {
    if (outlook === null) return text;
    const [low, high] = [outlook[name].p10, outlook[name].p90].map((price) => format.number(price, 1));
    return (
      <>
        {text !== undefined && <span className="block">{text}</span>}
        <span className="tabular block">{t('range', { low: low ?? '', high: high ?? '' })}</span>
      </>
    );
  };
  return (
    <dl className={FIGURES}>
      <Figure
        label={`${t('mean')}, ${figures.basis === 'price' ? t('ofPrice') : t('ofForecast')}`}
        value={format.price(outlook?.base.value ?? figures.base)}
        unit={common('unit')}
        note={noteOf(
          'base',
          // Where bounds alone differ, the section below says so.
          day.previous_run === null || !day.change?.largest.value
            ? undefined
            : t('changed', {
                change: format.change(day.change.mean),
                issued: format.instant(day.previous_run.issued_at),
              }),
        )}
      />
      {cheapest !== undefined && (
        <Figure
          label={t('lowest')}
          value={format.price(outlook?.lowest.value ?? cheapest.value)}
          note={noteOf('lowest', clock(cheapest.time))}
        />
      )}
      {dearest !== undefined && (
        <Figure
          label={t('highest')}
          value={format.price(outlook?.highest.value ?? dearest.value)}
          note={noteOf('highest', clock(dearest.time))}
        />
      )}
      <Figure
        label={t('spread')}
        value={format.price(outlook?.spread.value ?? figures.spread)}
        note={noteOf('spread')}
      />
      <Figure
        label={t('belowZero')}
        value={format.number(figures.negative_hours, Number.isInteger(figures.negative_hours) ? 0 : 2)}
        note={
          outlook === null
            ? undefined
            : t(resolution === 'PT15M' ? 'anyQuarterBelow' : 'anyBelow', {
                any: format.percent(100 * outlook.any_below_zero, 0),
              })
        }
      />
      {gate}
    </dl>
  );
}

/** What the run shown rests on. */
function RunLine({ product: { days } }: { product: ProductSummary }) {
  const t = useMessages('overview.page');
  const format = useFormat();
  const run = days.at(-1)?.run ?? null;
  return (
    <p className="text-xs text-faint">
      {run === null
        ? NO_NOTE
        : t('runData', { data: format.instant(run.data_as_of), model: run.model_version })}
    </p>
  );
}

/** How long orders can still be placed. */
function GateFigure({ product: { next_gate } }: { product: ProductSummary }) {
  const t = useMessages('overview.page');
  const format = useFormat();
  return (
    <Figure
      label={t('gateCloses')}
      value={<Countdown to={next_gate.closes_at} />}
      note={t('deliveryOf', { day: format.day(next_gate.date) })}
    />
  );
}
