import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { sourceName } from '../../market/source-names.ts';
import { limitsOf } from './summary-limits.ts';

/** What weakens the forecast of the day, a sentence each. */
export function Limits({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages('parts.limits');
  const common = useMessages('shell.common');
  const locale = useLocale('degraded');
  const texts = limitsOf(summary, product).map((limit) => {
    if (limit.kind === 'simulated') return t('simulated');
    if (limit.kind === 'late')
      return t('late', { products: limit.products.map((name) => common(name)).join(', ') });
    if (limit.kind === 'sources')
      return t('lateSources', { sources: limit.sources.map(sourceName).join(', ') });
    return sentence(degradedReasons([limit.reason], locale));
  });
  return (
    <ul className="grid list-disc gap-2 pl-4">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
