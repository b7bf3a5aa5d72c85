import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMe } from '../../api/me.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { DocumentationLinks } from '../../layout/documentation-links.tsx';
import { Page, Section } from '../../layout/page.tsx';
import { RoleGate } from '../../layout/role-gate.tsx';
import { serviceTime, useToday } from '../../time/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { keyState, keysQuery } from './query.ts';
import { quickStart } from './quick-start.ts';

const route = getRouteApi('/app/api-keys');

/** Keys of the tenant, for its administrators. */
export function ApiKeysPage() {
  const t = useMessages('api-keys.page');
  return (
    <RoleGate needed="admin" title={t('title')}>
      <ApiKeys />
    </RoleGate>
  );
}

function ApiKeys() {
  const t = useMessages('api-keys.page');
  const me = useMe();
  const time = useRecordTime();
  const { page = 1, create = false } = route.useSearch();
  const navigate = route.useNavigate();
  const keys = useQuery(keysQuery(page));
  const date = useToday();
  const setCreating = (isOpen: boolean) =>
    void navigate({
      search: ({ create: _create, ...rest }) => ({ ...rest, ...(isOpen && { create: true }) }),
      replace: true,
    });
  const createButton = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      subtitle={`${t('subtitle', { tenant: me.tenant.name })} ${time.note}`}
      actions={keys.isPending || keys.data?.total === 0 ? undefined : createButton}
    >
      <PagedList
        query={keys}
        page={page}
        onPage={(next) => void navigate({ search: { page: next } })}
        height="h-72"
        empty={<EmptyState text={t('empty')}>{createButton}</EmptyState>}
      >
        {({ items }) => {
          const now = serviceTime(keys.dataUpdatedAt);
          const isEnded = (state: string) => state === 'revoked' || state === 'expired';
          const live = items.filter((key) => !isEnded(keyState(key, now)));
          const ended = items.filter((key) => isEnded(keyState(key, now)));
          return (
            <>
              {live.length > 0 && (
                <Section title={t('live')}>
                  <KeyTable caption={t('live')} keys={live} nowMs={now} />
                </Section>
              )}
              {ended.length > 0 && (
                <Section title={t('ended')}>
                  <KeyTable caption={t('ended')} keys={ended} nowMs={now} isEnded />
                </Section>
              )}
            </>
          );
        }}
      </PagedList>
      <Section title={t('quickStart')} note={t('quickStartText')}>
        <CodeBlock
          label={t('tryIt')}
          code={quickStart({
            origin: location.origin,
            key: '$LONJA_API_KEY',
            scopes: null,
            date,
          })}
        />
        <DocumentationLinks />
      </Section>
      {create && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
