import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { commonMessages } from '../../i18n/common-messages.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { Notice } from '../../ui/states.tsx';
import { messages } from './messages.ts';

/**
 * What qualifies everything below: simulated data, how fresh and complete they are, and a day that is not of 24 hours. The line of
 * freshness is always there, so that nothing moves when a run is late.
 */
export function SummaryNotices({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const locale = useLocale();
  const { freshness } = summary;
  const day = product.days.at(-1);
  const hours = summary.days.at(-1)?.hours;
  const run = day?.run;
  const warnings = [
    ...(run !== null && run !== undefined && run.degraded.length > 0
      ? [t('degraded', { reasons: degradedReasons(run.degraded, locale) })]
      : []),
    ...(freshness.late_products.length > 0
      ? [t('late', { products: freshness.late_products.map((late) => common(late)).join(', ') })]
      : []),
    ...(freshness.late_sources.length > 0
      ? [t('lateSources', { sources: freshness.late_sources.join(', ') })]
      : []),
  ];
  return (
    <div className="-mt-5 grid justify-items-start gap-2">
      <p className="text-sm text-faint">
        {run === null || run === undefined
          ? t('noRun')
          : t('run', {
              issued: format.instant(run.issued_at),
              data: format.instant(run.data_as_of),
              model: run.model_version,
            })}
      </p>
      {summary.simulated && <Notice kind="warn">{t('simulated')}</Notice>}
      <Notice kind={warnings.length > 0 ? 'warn' : 'info'} className="max-sm:min-h-13">
        {warnings.length > 0
          ? warnings.join(' ')
          : t('onTime', { next: format.instant(product.next_run_at) })}
      </Notice>
      {hours === 25 && <Notice kind="info">{t('hours25')}</Notice>}
      {hours === 23 && <Notice kind="info">{t('hours23')}</Notice>}
    </div>
  );
}
