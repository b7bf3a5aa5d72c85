import type { ProductSummary } from '@lonja/client';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { useCompared } from '../../market/compared.ts';
import type { Comparison } from '../../market/comparison.ts';
import { PERIOD_MS, type Resolution } from '../../market/resolution.ts';
import { madridClock, madridSpan } from '../../time/madrid-time.ts';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSeldomShown } from './use-seldom-shown.ts';

type ProductDay = ProductSummary['days'][number];
type Hour = ProductDay['prices'][number];

const CHANGE_PX = 150;

interface DayDetailsProps {
  product: ProductSummary;
  resolution: Resolution;
  /** What its changes are against. */
  comparison: Comparison;
}

/** Below the chart: the hours or quarter hours to act on, what the last run changed, and how good the forecasts have been. */
export function DayDetails({ product, resolution, comparison }: DayDetailsProps) {
  const day = product.days.at(-1);
  if (day === undefined) return null;
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-6 xl:grid-cols-[1.3fr_1.3fr_2fr_1.7fr]">
      <Extremes day={day} resolution={resolution} />
      <div className="col-span-2 xl:col-span-1 xl:min-h-79">
        <Change
          day={day}
          product={product.product}
          comparison={comparison}
          periodMs={PERIOD_MS[resolution]}
        />
      </div>
      <div className="col-span-2 xl:col-span-1">
        <Record product={product} />
      </div>
    </div>
  );
}

function Extremes({ day: { figures, points }, resolution }: { day: ProductDay; resolution: Resolution }) {
  const t = useMessages('overview.page');
  const isQuarters = resolution === 'PT15M';
  const periodMs = PERIOD_MS[resolution];
  const chanceOf = (name: 'cheapest' | 'dearest') => (time: string) =>
    figures?.basis === 'price'
      ? undefined
      : points.find((point) => point.time === time)?.probabilities?.[name];
  return (
    <>
      <Section title={t(isQuarters ? 'cheapestQuarters' : 'cheapest')}>
        <HourList hours={figures?.cheapest} periodMs={periodMs} chanceOf={chanceOf('cheapest')} />
      </Section>
      <Section title={t(isQuarters ? 'dearestQuarters' : 'dearest')}>
        <HourList hours={figures?.dearest} periodMs={periodMs} chanceOf={chanceOf('dearest')} />
      </Section>
    </>
  );
}

interface HourListProps {
  hours: readonly Hour[] | undefined;
  periodMs: number;
  /** Probability that the hour belongs to the list, 0 to 1; undefined once that is known. */
  chanceOf: (time: string) => number | undefined;
}

function HourList({ hours, periodMs, chanceOf }: HourListProps) {
  const t = useMessages('overview.page');
  const format = useFormat();
  // Before the first run: as high as the hours to come.
  if (hours === undefined) return <p className="h-17 text-sm text-faint">–</p>;
  return (
    <ol className="tabular grid gap-1 text-sm">
      {hours.map(({ time, value }) => {
        const start = Date.parse(time);
        const chance = chanceOf(time);
        return (
          <li key={time} className="flex gap-x-3">
            <span className="whitespace-nowrap text-soft">
              <span className="max-sm:hidden">{madridSpan(start, start + periodMs)}</span>
              <span className="sm:hidden">{madridClock(start)}</span>
            </span>
            <span className={value < 0 ? 'ml-auto font-medium text-negative' : 'ml-auto font-medium'}>
              {format.price(value)}
            </span>
            {chance !== undefined && (
              <span className="w-11 text-right text-soft">{format.percent(100 * chance, 0)}</span>
            )}
          </li>
        );
      })}
      {hours.some(({ time }) => chanceOf(time) !== undefined) && (
        <li className="list-none text-xs text-faint">{t('amongThree')}</li>
      )}
    </ol>
  );
}

interface ChangeProps {
  day: ProductDay;
  product: ProductSummary['product'];
  comparison: Comparison;
  periodMs: number;
}

function Change({ day, product, comparison, periodMs }: ChangeProps) {
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const { change, points } = day;
  const compared = useCompared(comparison);
  const isInBounds = change?.largest.value === 0;
  const seldom = useSeldomShown(isInBounds);
  const title =
    day.previous_run === null
      ? t('changeTitle')
      : t('changeSince', { issued: format.instant(day.previous_run.issued_at) });
  const data = useMemo(
    (): TimeChartData => ({
      startsMs: points.map(({ time }) => Date.parse(time)),
      periodMs,
      series: [
        { label: t('change'), colour: 'second', kind: 'bars', values: points.map((point) => point.change) },
      ],
    }),
    [points, periodMs, t],
  );
  if (change === null) {
    return (
      <Section title={t('changeTitle')}>
        <NothingYet text={compared.noneText} />
      </Section>
    );
  }
  if (isInBounds) {
    return (
      <Section title={title}>{seldom ? <seldom.BoundsChange day={day} /> : <NothingYet text="" />}</Section>
    );
  }
  return (
    <Section
      title={title}
      note={t('changeNote', {
        mean: format.change(change.mean),
        size: format.price(change.mean_absolute),
        hour: madridClock(Date.parse(change.largest.time)),
        most: format.change(change.largest.value),
      })}
      actions={
        <Link to="/drivers" className="text-sm text-accent underline">
          {t('openDrivers')}
        </Link>
      }
    >
      <TimeChart
        label={title}
        file={{ what: 'change', product, run: day.run?.issued_at }}
        data={data}
        unit={common('unit')}
        height={CHANGE_PX}
      />
    </Section>
  );
}

/**
 * Of the issued forecasts; while these are few and others were made up of days past, of those. Of the day-ahead auction what one could bid
 * with comes first, and the run before the results beside it.
 */
function Record({ product }: { product: ProductSummary }) {
  const isDayAhead = product.product === 'da';
  const { accuracy: issued, backtested } = isDayAhead ? product.at_gate : product;
  const accuracy = backtested ?? issued;
  const official = isDayAhead ? (backtested === null ? product.accuracy : product.backtested) : null;
  const t = useMessages('overview.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (
    <Section
      title={t('record')}
      note={
        accuracy !== null && (
          <>
            {isDayAhead && `${t('recordAtGate')} `}
            {accuracy.provisional && `${t('provisional')}: `}
            {t('recordDays', { count: accuracy.days, asked: accuracy.day_counts.asked })}{' '}
            {backtested !== null && t('recordBacktested')}
          </>
        )
      }
      actions={
        <Link
          to="/accuracy"
          search={{ product: product.product, ...(backtested !== null && { basis: 'backtested' as const }) }}
          className="text-sm text-accent underline"
        >
          {t('openAccuracy')}
        </Link>
      }
    >
      {accuracy === null ? (
        <NothingYet text={t('recordNone')} />
      ) : (
        <dl className="grid grid-cols-2 gap-4">
          <Figure
            label={t('mae')}
            value={format.price(accuracy.mae)}
            unit={common('unit')}
            note={
              <>
                {official !== null && (
                  <span className="block">{t('recordOfficial', { value: format.price(official.mae) })}</span>
                )}
                {accuracy.naive_mae !== null && t('naive', { value: format.price(accuracy.naive_mae) })}
              </>
            }
          />
          {accuracy.skill !== null && <Figure label={t('skill')} value={format.percent(accuracy.skill)} />}
          <Figure label={t('coverage')} value={format.percent(accuracy.coverage)} note={t('coverageNote')} />
          <Figure label={t('observations')} value={format.number(accuracy.n_observations)} />
        </dl>
      )}
    </Section>
  );
}

/** As high as what will stand there. */
function NothingYet({ text }: { text: string }) {
  return (
    <div className="grid xl:h-44">
      <EmptyState text={text} />
    </div>
  );
}
