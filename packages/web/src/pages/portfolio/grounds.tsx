import type { SiteSchedule, SiteValuation } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { Notice } from '../../ui/states.tsx';
import { messages } from './messages.ts';

/** What a figure is based on, and what limits it. */
export function Grounds({ of }: { of: SiteValuation | SiteSchedule }) {
  const t = useMessages(messages);
  const format = useFormat();
  const locale = useLocale();
  const { simulated, degraded_reasons: degraded, scenarios, scenario_source: source } = of;
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
