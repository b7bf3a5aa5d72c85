import { FIRST_MARKET } from '../../market/market.ts';
import { SHOWN_MARKETS } from '../../market/shown-markets.ts';
import type { Tenant } from '@lonja/client';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PRODUCTS, type ProductName } from '../../market/products.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { useDialogChange } from './use-change.ts';

const MAX_REQUESTS_PER_MINUTE = 100_000;

/** Sets what a tenant may read and how many requests each of its credentials may make. */
export function TermsDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const t = useMessages('admin.page');
  const common = useMessages('shell.common');
  const { id, name, requests_per_minute: limit } = tenant;
  const before = MARKET_PRODUCTS.filter(({ id: product }) => tenant.products.includes(product));
  const save = useDialogChange(
    async (fields: FormData) => {
      const products = MARKET_PRODUCTS.filter((product) => fields.has(product.id));
      const typed = textOf(fields, 'requests_per_minute');
      const wanted = typed === '' ? null : Number(typed);
      if (products.length !== before.length || products.some((product) => !before.includes(product))) {
        await client.platform.setSubscription({ id, products: products.map((product) => product.id) });
      }
      if (wanted !== limit) await client.platform.setTenantLimit({ id, requests_per_minute: wanted });
    },
    { done: () => common('saved'), onClose },
  );
  const faults = useFieldFaults(save.error);
  return (
    <Dialog title={name} onClose={onClose}>
      <Form onSubmit={save.mutate} error={save.error}>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium text-soft">{t('products')}</legend>
          {MARKET_PRODUCTS.map((product) => (
            <CheckboxField
              key={product.id}
              label={
                product.market === FIRST_MARKET
                  ? common(product.auction)
                  : `${product.name} · ${common(product.auction)}`
              }
              name={product.id}
              defaultChecked={before.includes(product)}
            />
          ))}
        </fieldset>
        <NumberField
          name="requests_per_minute"
          label={t('limit')}
          hint={t('limitHint')}
          min={1}
          max={MAX_REQUESTS_PER_MINUTE}
          step={1}
          value={limit}
          faults={faults}
          isOptional
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {common('save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What a tenant can subscribe to: the auctions of the first market, then those of others. */
const MARKET_PRODUCTS = SHOWN_MARKETS.flatMap(({ id: market, name = 'Portugal', products }) =>
  PRODUCTS.filter((auction) => products.includes(auction)).map((auction) => ({
    id: `${market}-${auction}`,
    market,
    auction,
    name,
  })),
);

/** The auctions of a tenant's subscription in the first market, in their order. */
export function subscribedProducts({ products }: Pick<Tenant, 'products'>): ProductName[] {
  return PRODUCTS.filter((product) => products.includes(`${FIRST_MARKET}-${product}`));
}
