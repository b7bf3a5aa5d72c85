import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { lazyPart } from '../../layout/load-part.ts';
import { Badge } from '../../ui/badge.tsx';
import { DisclosureChip } from '../../ui/disclosure-chip.tsx';
import { limitsOf } from './summary-limits.ts';

/** The words of all reasons are of use to those alone who open the list. */
const Limits = lazyPart(() => import('./limits.tsx'), 'Limits', 'degraded', 'parts');

/**
 * Under the title: one chip that opens everything that weakens the forecast, how many hours the day has where the clock changes, and the run; what may change
 * comes last, so that nothing moves when a run lands.
 */
export function SummaryLine({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages('overview.page');
  const format = useFormat();
  const run = product.days.at(-1)?.run ?? null;
  const hours = summary.days.at(-1)?.hours;
  const limits = limitsOf(summary, product);
  return (
    <div className="relative flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
      {limits.length > 0 ? (
        <DisclosureChip label={t.count('limits', limits.length)}>
          <Suspense>
            <Limits summary={summary} product={product} />
          </Suspense>
        </DisclosureChip>
      ) : (
        <span className="min-w-24">
          {product.latest_run === null ? (
            summary.preparation !== null && <Badge>{t('preparing')}</Badge>
          ) : (
            <Badge kind="good">{t('onTime')}</Badge>
          )}
        </span>
      )}
      {(hours === 25 || hours === 23) && <Badge>{t(`hours${hours}`)}</Badge>}
      <span>{run === null ? t('noRun') : t('run', { issued: format.instant(run.issued_at) })}</span>
    </div>
  );
}
