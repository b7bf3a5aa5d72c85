import { LonjaError } from '@lonja/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { PersonFields } from '../person-fields.tsx';
import { usePasswordFaults } from '../../ui/new-password-field.tsx';

const route = getRouteApi('/public/invite');

export function InvitationPage() {
  const t = useMessages('entry.invitation');
  const roleText = useMessages('parts.role');
  const { token } = route.useSearch();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.registration.lookUpInvitation({ token }, { signal }),
  });
  const isGone = token === '' || (invitation.error instanceof LonjaError && invitation.error.status === 404);
  return (
    <EntryFrame title={t('title')}>
      {isGone ? (
        <EmptyState text={t('gone')} />
      ) : (
        <QueryView query={invitation} placeholder={<Placeholder className="h-64" />}>
          {({ email, tenant_name, role, identity_provider }) => (
            <>
              <p className="text-soft">
                {t('invited', { tenant: tenant_name, email, role: roleText(role) })}
              </p>
              {identity_provider !== 'none' && (
                <ProviderForm
                  token={token}
                  text={t(identity_provider === 'required' ? 'byCompany' : 'byEither', {
                    tenant: tenant_name,
                  })}
                />
              )}
              {identity_provider !== 'required' && <AcceptForm token={token} tenant={tenant_name} />}
            </>
          )}
        </QueryView>
      )}
    </EntryFrame>
  );
}

function AcceptForm({ token, tenant }: { token: string; tenant: string }) {
  const t = useMessages('entry.invitation');
  const locale = useLocale();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: (fields: FormData) =>
      client.registration.acceptInvitation({
        token,
        full_name: textOf(fields, 'full_name'),
        password: secretOf(fields, 'password'),
        locale,
      }),
    onSuccess: async ({ access_token }) => {
      startSession(access_token);
      await navigate({ to: '/overview' });
    },
  });
  const faults = usePasswordFaults(accept.error);
  return (
    <Form onSubmit={accept.mutate} error={accept.error} errorTexts={{ conflict: t('hasAccount') }}>
      <PersonFields faults={faults} />
      <Button type="submit" look="primary" isBusy={accept.isPending}>
        {t('accept', { tenant })}
      </Button>
    </Form>
  );
}

function ProviderForm({ token, text }: { token: string; text: string }) {
  const t = useMessages('entry.invitation');
  const enter = useMutation({
    mutationFn: () => client.authentication.startOpenIdSignIn({ invitation: token }),
    onSuccess: ({ authorization_url }) => location.assign(authorization_url),
  });
  return (
    <Form onSubmit={() => enter.mutate()} error={enter.error}>
      <p className="text-soft">{text}</p>
      <Button type="submit" look="primary" isBusy={enter.isPending}>
        {t('enter')}
      </Button>
    </Form>
  );
}
