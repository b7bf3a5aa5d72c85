import type { Invitation } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { INVITATIONS_KEY, invitationsQuery } from './query.ts';

const route = getRouteApi('/app/users');

const BADGES = { pending: 'warn', accepted: 'good', revoked: 'plain', expired: 'plain' } as const;

/** Who was invited, and what became of it. */
export function Invitations() {
  const t = useMessages('users.page');
  const role = useMessages('parts.role');
  const time = useRecordTime();
  const { invitations: page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const invitations = useQuery(invitationsQuery(page));
  const [revoking, setRevoking] = useState<Invitation>();
  return (
    <>
      <PagedList
        query={invitations}
        page={page}
        onPage={(next) => void navigate({ search: (search) => ({ ...search, invitations: next }) })}
        height="h-24"
        empty={<EmptyState text={t('noInvitations')} />}
      >
        {({ items }) => (
          <DataTable
            caption={t('invitations')}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t('email'), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
              { title: t('role'), cell: (invitation) => role(invitation.role) },
              { title: t('state'), cell: ({ state }) => <Badge kind={BADGES[state]}>{t(state)}</Badge> },
              { title: t('sent'), isWide: true, cell: ({ created_at }) => time.instant(created_at) },
              {
                title: t('validUntil'),
                isWide: true,
                cell: ({ expires_at }) => time.instant(expires_at),
              },
              {
                title: t('action'),
                isNumber: true,
                cell: (invitation) =>
                  invitation.state === 'pending' && (
                    <Button look="quiet" onClick={() => setRevoking(invitation)}>
                      {t('revoke')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </PagedList>
      {revoking !== undefined && (
        <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </>
  );
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const t = useMessages('users.page');
  const queryClient = useQueryClient();
  const { id, email } = invitation;
  const revoke = useMutation({
    mutationFn: () => client.tenant.revokeInvitation({ id }),
    async onSuccess() {
      showToast(t('taken'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: INVITATIONS_KEY });
    },
  });
  return (
    <ConfirmDialog
      title={t('revokeTitle')}
      text={t('revokeText', { email })}
      action={t('revoke')}
      isBusy={revoke.isPending}
      error={revoke.error}
      errorTexts={{ conflict: t('acceptedAlready') }}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
