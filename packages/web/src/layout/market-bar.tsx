import type { DashboardSummary, Preparation } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConnectionStatus } from '../api/connection-state.ts';
import { summaryQuery } from '../api/summary.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { usePreparationTime } from '../market/preparation-time.ts';
import { madridClock } from '../time/madrid-time.ts';
import { countdown, roughSpan, useServiceNow } from '../time/service-clock.ts';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { useIsWide } from './use-is-wide.ts';

/** One of two lines on narrow screens, as high while it is empty. */
const LINE = 'flex min-h-4 items-center gap-x-3 overflow-hidden whitespace-nowrap sm:gap-x-5 xl:contents';
/** The only line on wide ones: places of their own, so that nothing moves when a text grows. */
const PLACES =
  'xl:grid xl:h-9 xl:grid-cols-[6.5rem_12.5rem_16rem_10rem_1fr_7rem] xl:items-center xl:gap-x-3 xl:whitespace-nowrap xl:*:*:row-start-1';

/** What a trader wants to have in sight on every page: the clock, the next gate, the newest and the next run, and whether data still come. */
export function MarketBar() {
  const t = useMessages('shell.marketBar');
  const format = useFormat();
  const now = useServiceNow();
  const { state, sinceMs } = useConnectionStatus();
  const { data } = useQuery(summaryQuery(undefined));
  const isLive = state === 'live';
  return (
    <section
      aria-label={t('bar')}
      className={classNames(
        'tabular top-0 z-30 border-b border-line px-4 text-xs sm:px-6 lg:px-8',
        isLive ? 'bg-ground text-soft md:sticky' : 'sticky bg-warn-wash text-warn',
      )}
    >
      <div className={classNames('mx-auto flex h-12 max-w-[80rem] flex-col justify-center gap-0.5', PLACES)}>
        <div className={LINE}>
          <Item name={t('madrid')}>{madridClock(now)}</Item>
          {data !== undefined && <NextGate summary={data} now={now} />}
          <span role="status" className="flex items-center gap-1.5 font-medium max-xl:ml-auto xl:col-start-6">
            <span
              aria-hidden
              className={classNames('size-2 rounded-full', isLive ? 'bg-good' : 'animate-pulse bg-warn')}
            />
            {t(state)}
          </span>
        </div>
        <div className={LINE}>
          {data?.simulated === true && (
            <span className="max-xl:order-last max-xl:ml-auto xl:col-start-5">
              <Badge kind="warn">{t('simulated')}</Badge>
            </span>
          )}
          {isLive ? (
            data !== undefined &&
            (data.preparation === null || data.preparation.first_forecast_in_s === null ? (
              <Runs summary={data} now={now} />
            ) : (
              <Preparing preparation={data.preparation} />
            ))
          ) : (
            <span className="xl:col-span-2 xl:col-start-3">
              {t('lost', { time: format.clock(sinceMs), span: roughSpan(now - sinceMs) })}
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

/** The auction that closes next, whichever it is. */
function NextGate({ summary, now }: { summary: DashboardSummary; now: number }) {
  const t = useMessages('shell.marketBar');
  const common = useMessages('shell.common');
  const [next] = summary.products
    .map(({ product, next_gate }) => ({ product, at: Date.parse(next_gate.closes_at) }))
    .filter(({ at }) => at > now)
    .toSorted((a, b) => a.at - b.at);
  if (next === undefined) return null;
  return (
    <Item name={t('gate', { product: common(next.product) })}>
      <time dateTime={new Date(next.at).toISOString()}>{countdown(next.at - now)}</time>
    </Item>
  );
}

function Runs({ summary: { products, freshness }, now }: { summary: DashboardSummary; now: number }) {
  const t = useMessages('shell.marketBar');
  const format = useFormat();
  const common = useMessages('shell.common');
  const isWide = useIsWide();
  const [newest] = products
    .flatMap(({ product, latest_run: run }) =>
      run === null ? [] : [{ product, at: Date.parse(run.issued_at) }],
    )
    .toSorted((a, b) => b.at - a.at);
  const isLate = freshness.late_products.length > 0;
  return (
    <>
      {newest !== undefined && (
        <Item name={t('run')} className="xl:col-start-3">
          {format.clock(newest.at)} {/* The line of a phone has no room for both this and a late run. */}
          <span className={classNames('font-normal', isLate && 'max-sm:hidden')}>
            {/* One text behind the time, so that nothing moves when it is another auction's. */}
            {`(${isWide ? `${common(newest.product)}, ` : ''}${t('ago', { span: roughSpan(now - newest.at) })})`}
          </span>
        </Item>
      )}
      {freshness.next_run !== null && (
        <Item name={t('nextRun')} className="xl:col-start-4">
          {format.clock(freshness.next_run.at)}
          {isLate && <span className="text-warn"> {t('late')}</span>}
        </Item>
      )}
    </>
  );
}

/** A first start that has no forecast yet. */
function Preparing({ preparation }: { preparation: Preparation }) {
  const t = useMessages('shell.marketBar');
  const span = usePreparationTime(preparation);
  return <span className="text-ink xl:col-span-2 xl:col-start-3">{t('preparing', { span })}</span>;
}

function Item({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <span className={className}>
      {name} <span className="font-semibold text-ink">{children}</span>
    </span>
  );
}
