import type { SiteSchedule, SiteValuation } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { reasonsOfDay } from '../../market/reasons-of-day.ts';
import { Notice } from '../../ui/states.tsx';

/** What the figures of the day are based on, and what limits them. */
export function Grounds({ of }: { of: SiteValuation | SiteSchedule }) {
  const t = useMessages('portfolio.page');
  const format = useFormat();
  const locale = useLocale('degraded');
  const { date, simulated, scenarios, scenario_source: source } = of;
  const degraded = reasonsOfDay(of.degraded_reasons, date);
  return (
    <>
      {simulated && <Notice kind="warn">{t('simulated')}</Notice>}
      {degraded.length > 0 && (
        <Notice kind="warn">{t('degraded', { reasons: degradedReasons(degraded, locale) })}</Notice>
      )}
      <p className="text-sm text-faint">
        {source === 'assumed' ? t('assumed') : t('scenarios', { count: format.number(scenarios) })}
      </p>
    </>
  );
}
