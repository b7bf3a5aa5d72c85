import type { ModelVersion } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { PRODUCTS } from '../../market/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ModelChangeDialog, type ModelChange } from './model-change-dialog.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { modelsQuery } from './query.ts';

const route = getRouteApi('/app/admin');
const KINDS = { champion: 'good', challenger: 'accent', retired: 'plain' } as const;

/** The versions of every auction's model: which serves, which run beside it, which are retired. */
export function Models() {
  const t = useMessages('admin.operations');
  const common = useMessages('shell.common');
  const { page = 1, product } = route.useSearch();
  const navigate = route.useNavigate();
  const models = useQuery(modelsQuery(page, product));
  const show = (next: typeof product) =>
    void navigate({ search: { tab: 'models', ...(next !== undefined && { product: next }) } });
  return (
    <Section
      title={t('models')}
      note={t('modelsNote')}
      actions={
        <Segmented
          label={t('auction')}
          value={product ?? 'all'}
          choices={[
            { value: 'all', label: t('all') },
            ...PRODUCTS.map((value) => ({ value, label: common(value) })),
          ]}
          onChange={(next) => show(next === 'all' ? undefined : next)}
        />
      }
    >
      <PagedList
        query={models}
        page={page}
        onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
        height="h-80"
        empty={<EmptyState text={t('noModels')} />}
      >
        {({ items }) => <ModelTable models={items} />}
      </PagedList>
    </Section>
  );
}

function ModelTable({ models }: { models: ModelVersion[] }) {
  const t = useMessages('admin.operations');
  const common = useMessages('shell.common');
  const format = useFormat();
  const time = useRecordTime();
  const [shown, setShown] = useState<ModelVersion>();
  const [change, setChange] = useState<ModelChange>();
  return (
    <>
      <DataTable
        caption={t('models')}
        rows={models}
        keyOf={({ model_version: version }) => version}
        columns={[
          {
            title: t('version'),
            cell: (model) => (
              <button
                type="button"
                className="min-h-6 text-left font-medium whitespace-nowrap underline"
                onClick={() => setShown(model)}
              >
                {model.model_version}
              </button>
            ),
          },
          {
            title: t('auction'),
            isWide: true,
            cell: ({ product }) => <span className="whitespace-nowrap">{common(product)}</span>,
          },
          { title: t('state'), cell: ({ state }) => <Badge kind={KINDS[state]}>{t(state)}</Badge> },
          {
            title: t('backtestError'),
            isNumber: true,
            isWide: true,
            cell: ({ backtest }) => (backtest === null ? '–' : format.price(backtest.mae)),
          },
          {
            title: t('besideChampion'),
            isNumber: true,
            isWide: true,
            cell: ({ comparison }) =>
              comparison === null
                ? '–'
                : t('against', {
                    own: format.price(comparison.mae),
                    other: format.price(comparison.champion_mae),
                  }),
          },
          {
            title: t('entered'),
            isWide: true,
            cell: ({ created_at: at }) => time.instant(at),
          },
          {
            title: t('action'),
            isNumber: true,
            cell: (model) => (
              <span className="inline-flex flex-wrap justify-end gap-1">
                {model.state !== 'champion' && (
                  <Button
                    look="quiet"
                    aria-label={t('promoteName', { version: model.model_version })}
                    onClick={() => setChange({ model, verb: 'promote' })}
                  >
                    {t('promote')}
                  </Button>
                )}
                {model.state === 'challenger' && (
                  <Button
                    look="quiet"
                    aria-label={t('retireName', { version: model.model_version })}
                    onClick={() => setChange({ model, verb: 'retire' })}
                  >
                    {t('retire')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {shown !== undefined && <ModelDialog model={shown} onClose={() => setShown(undefined)} />}
      {change !== undefined && <ModelChangeDialog {...change} onClose={() => setChange(undefined)} />}
    </>
  );
}
