import type { PriceChart } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../../api/summary.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { ProductName } from '../../market/products.ts';
import { addDays, dayStart, daysBetween, madridDay } from '../../time/madrid-time.ts';
import { useServiceNow } from '../../time/service-clock.ts';

/** Why auctions that were chosen have no line: their first run is still to come, or none came before the gate closed. */
export function AbsentAuctions({ chart, absent }: { chart: PriceChart; absent: readonly ProductName[] }) {
  const t = useMessages('forecasts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  // The market bar has asked for it.
  const { data: summary } = useQuery(summaryQuery(undefined));
  const now = useServiceNow();
  if (absent.length === 0) return null;
  const reasonOf = (product: ProductName) => {
    const day = summary?.products.find((one) => one.product === product)?.days.at(-1);
    const first = day && sameTimeOn(chart.date_from, day);
    return first !== undefined && first > now
      ? t('absentYet', { product: common(product), time: format.instant(first) })
      : t('absent', { product: common(product) });
  };
  return <p className="-mt-2 text-sm text-faint">{absent.map(reasonOf).join(' ')}</p>;
}

/** When the first run for a delivery day comes, epoch ms, given that of another day: the same local time, as many days before. */
function sameTimeOn(day: string, known: PriceChartDay): number {
  const at = Date.parse(known.first_run_at);
  const eve = madridDay(at);
  return dayStart(addDays(day, daysBetween(known.date, eve))) + (at - dayStart(eve));
}

interface PriceChartDay {
  date: string;
  first_run_at: string;
}

/** What the marks in the chart mean. */
export function Implausible({ series, count }: { series: PriceChart['series'][number]; count: number }) {
  const t = useMessages('forecasts.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  if (series.extremes === null || series.extremes === undefined || count === 0) return null;
  const { since, lowest, highest } = series.extremes;
  return (
    <p className="-mt-2 text-sm text-warn">
      {t.count('implausible', count)}{' '}
      {t('implausibleWhy', {
        product: common(series.product),
        since: format.numericDay(madridDay(Date.parse(since))),
        low: format.price(lowest.value),
        lowDay: format.numericDay(madridDay(Date.parse(lowest.time))),
        high: format.price(highest.value),
        highDay: format.numericDay(madridDay(Date.parse(highest.time))),
        unit: common('unit'),
      })}
    </p>
  );
}
