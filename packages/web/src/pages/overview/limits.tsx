import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { commonMessages } from '../../i18n/common-messages.ts';
import { defineMessages } from '../../i18n/define-messages.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { degradedReasons } from '../../market/degraded-reasons.ts';
import { sourceName } from '../../market/source-names.ts';
import { limitsOf } from './summary-limits.ts';

const messages = defineMessages({
  en: {
    simulated: 'Simulated data: no price source delivers current prices. These are not market prices.',
    late: 'Late: the scheduled run of {products} has not been issued yet.',
    lateSources: 'Sources that are late or do not respond: {sources}.',
  },
  es: {
    simulated: 'Datos simulados: ninguna fuente ofrece precios actuales. No son precios del mercado.',
    late: 'Con retraso: falta la ejecución prevista de {products}.',
    lateSources: 'Fuentes con retraso o sin respuesta: {sources}.',
  },
});

/** What weakens the forecast of the day, a sentence each. */
export function Limits({ summary, product }: { summary: DashboardSummary; product: ProductSummary }) {
  const t = useMessages(messages);
  const common = useMessages(commonMessages);
  const locale = useLocale();
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
