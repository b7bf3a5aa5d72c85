import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons, reasonsOfDay } from '../../market/degraded-reasons.ts';
import { Badge } from '../../ui/badge.tsx';
import { DisclosureChip } from '../../ui/disclosure-chip.tsx';
import { messages } from './messages.ts';

/**
 * Under the title: one chip that opens everything that weakens the forecast, how many hours the day has where the clock changes, and the run; what may change
 * comes last, so that nothing moves when a run lands.
 */
export function SummaryLine({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages(messages);
  const format = useFormat();
  const run = product.days.at(-1)?.run ?? null;
  const hours = summary.days.at(-1)?.hours;
  const limits = useLimits(summary, product);
  return (
    <div className="relative flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
      {limits.length > 0 ? (
        <DisclosureChip label={t.count('limits', limits.length)}>
          <ul className="grid list-disc gap-2 pl-4">
            {limits.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
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
      {(hours === 25 || hours === 23) && (
        <span title={hours === 25 ? t('hours25') : t('hours23')}>
          <Badge>{t('hours', { hours })}</Badge>
        </span>
      )}
      <span>{run === null ? t('noRun') : t('run', { issued: format.instant(run.issued_at) })}</span>
    </div>
  );
}

/** What weakens the forecast of the day, a sentence each. */
function useLimits({ days, freshness, simulated }: DashboardSummary, product: ProductSummary): string[] {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const locale = useLocale();
  const day = days.at(-1)?.date ?? '';
  const degraded = reasonsOfDay(product.days.at(-1)?.run?.degraded_reasons ?? [], day);
  const late = freshness.late_products.map((name) => common(name)).join(', ');
  return [
    ...(simulated ? [t('simulated')] : []),
    ...degraded.map((reason) => sentence(degradedReasons([reason], locale))),
    ...(late === '' ? [] : [t('late', { products: late })]),
    ...(freshness.late_sources.length > 0
      ? [t('lateSources', { sources: freshness.late_sources.join(', ') })]
      : []),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
