import type { DashboardSummary, ProductSummary } from '@lonja/client';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useServiceNow } from '../../time/service-clock.ts';
import { offerState } from './offer-sheet.ts';

/** Of each auction which run its columns are of, or when the first one comes; on phones below the sheet. */
export function AuctionStates({ summary: { products } }: { summary: DashboardSummary }) {
  const common = useMessages('shell.common');
  return (
    <dl className="max-sm:order-last grid grid-cols-1 gap-x-8 gap-y-2 text-sm sm:grid-cols-2 xl:grid-cols-4">
      {products.map((product) => (
        <div key={product.product}>
          <dt className="font-medium">{common(product.product)}</dt>
          <dd className="text-soft">
            <StateText product={product} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StateText({ product }: { product: ProductSummary }) {
  const t = useMessages('offers.page');
  const format = useFormat();
  const now = useServiceNow();
  const state = offerState(product, now);
  if (state.kind === 'none') return t('none');
  if (state.kind === 'to-come') return t('toCome', { at: format.instant(state.at) });
  if (state.kind === 'late') return t('late', { at: format.instant(state.since) });
  const times = { issued: format.instant(state.issuedAt), gate: format.instant(state.gateClosesAt) };
  return Date.parse(state.gateClosesAt) > now ? t('open', times) : t('closed', times);
}
