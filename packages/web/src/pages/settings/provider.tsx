import type { IdentityProvider } from '@lonja/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { isMissing } from '../../api/is-missing.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ROLES, type Role } from '../../api/me.ts';
import { formatRoles, parseRoles } from './role-lines.ts';

const providerQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: async ({ signal }) => {
    try {
      return await client.settings.identityProvider({}, { signal });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
});

const DEFAULT_ROLES = ['', ...ROLES] as const;
const PEOPLE = ['refuse', 'create'] as const;
const PASSWORDS = ['optional', 'required'] as const;

/** The provider by which the members of the tenant sign in. */
export function ProviderSettings() {
  const t = useMessages('settings.provider');
  const provider = useQuery(providerQuery);
  return (
    <QueryView query={provider} placeholder={<Placeholder className="h-96" />}>
      {(found) => (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
          <Section title={t('title')} note={t('note')}>
            <ProviderForm key={found?.id} provider={found} />
          </Section>
          {found !== null && (
            <Section title={t('addresses')} note={t('addressesNote')}>
              <Addresses provider={found} />
              <Actions />
            </Section>
          )}
        </div>
      )}
    </QueryView>
  );
}

function ProviderForm({ provider }: { provider: IdentityProvider | null }) {
  const t = useMessages('settings.provider');
  const common = useMessages('shell.common');
  const roleText = useMessages('parts.role');
  const queryClient = useQueryClient();
  const [defaultRole, setDefaultRole] = useState<(typeof DEFAULT_ROLES)[number]>(
    provider?.default_role ?? '',
  );
  const [people, setPeople] = useState<(typeof PEOPLE)[number]>(
    provider?.creates_users === true ? 'create' : 'refuse',
  );
  const [passwords, setPasswords] = useState<(typeof PASSWORDS)[number]>(
    provider?.required === true ? 'required' : 'optional',
  );
  const [areRolesUnread, setAreRolesUnread] = useState(false);
  const save = useMutation({
    mutationFn: ({ fields, roles }: { fields: FormData; roles: Record<string, Role> }) => {
      const secret = secretOf(fields, 'client_secret');
      const roleClaim = textOf(fields, 'role_claim');
      return client.settings.setIdentityProvider({
        issuer: textOf(fields, 'issuer'),
        client_id: textOf(fields, 'client_id'),
        ...(secret !== '' && { client_secret: secret }),
        scopes: textOf(fields, 'scopes').split(/\s+/),
        role_claim: roleClaim === '' ? null : roleClaim,
        roles,
        default_role: defaultRole === '' ? null : defaultRole,
        creates_users: people === 'create',
        required: passwords === 'required',
      });
    },
    onSuccess(changed) {
      queryClient.setQueryData(providerQuery.queryKey, changed);
      showToast(common('saved'));
    },
  });
  const faults = useFieldFaults(save.error);
  const submit = (fields: FormData) => {
    const roles = parseRoles(secretOf(fields, 'roles'));
    setAreRolesUnread(roles === undefined);
    if (roles !== undefined) save.mutate({ fields, roles });
  };
  return (
    <Form onSubmit={submit} error={save.error} errorTexts={conflictText(save.error)}>
      <TextField
        label={t('issuer')}
        hint={t('issuerHint')}
        name="issuer"
        type="url"
        required
        maxLength={500}
        placeholder="https://login.example.com"
        defaultValue={provider?.issuer}
        error={faults['issuer']}
      />
      <TextField
        label={t('clientId')}
        name="client_id"
        required
        maxLength={500}
        autoComplete="off"
        defaultValue={provider?.client_id}
        error={faults['client_id']}
      />
      <TextField
        label={t('clientSecret')}
        hint={provider?.has_client_secret === true ? t('secretKept') : t('secretNone')}
        name="client_secret"
        type="password"
        maxLength={500}
        autoComplete="off"
        error={faults['client_secret']}
      />
      <TextField
        label={t('scopes')}
        name="scopes"
        required
        defaultValue={(provider?.scopes ?? ['openid', 'email', 'profile']).join(' ')}
        error={faults['scopes']}
      />
      <TextField
        label={t('roleClaim')}
        hint={t('roleClaimHint')}
        name="role_claim"
        maxLength={200}
        defaultValue={provider?.role_claim ?? ''}
        error={faults['role_claim']}
      />
      <TextArea
        label={t('roles')}
        hint={t('rolesHint')}
        name="roles"
        rows={3}
        defaultValue={formatRoles(provider?.roles ?? {})}
        error={areRolesUnread ? t('rolesFault') : faults['roles']}
      />
      <SelectField
        label={t('defaultRole')}
        value={defaultRole}
        choices={DEFAULT_ROLES.map((value) => ({
          value,
          label: value === '' ? t('refuse') : roleText(value),
        }))}
        onChange={setDefaultRole}
      />
      <SelectField
        label={t('newPeople')}
        hint={t('newPeopleHint')}
        value={people}
        choices={PEOPLE.map((value) => ({ value, label: t(`people.${value}`) }))}
        onChange={setPeople}
      />
      <SelectField
        label={t('passwords')}
        hint={t('passwordsHint')}
        value={passwords}
        choices={PASSWORDS.map((value) => ({ value, label: t(value) }))}
        onChange={setPasswords}
      />
      <Button type="submit" look="primary" isBusy={save.isPending} className="justify-self-start">
        {common('save')}
      </Button>
    </Form>
  );
}

/** Why a provider cannot be required yet is said by the service. */
function conflictText(error: unknown): Record<string, string> {
  return error instanceof Error && 'detail' in error && typeof error.detail === 'string'
    ? { conflict: error.detail }
    : {};
}

function Addresses({ provider }: { provider: IdentityProvider }) {
  const t = useMessages('settings.provider');
  const time = useRecordTime();
  const { redirect_uri, sign_in_url, domains, proven_at } = provider;
  return (
    <dl className="grid gap-3">
      {[
        { label: t('redirect'), text: redirect_uri },
        { label: t('signIn'), text: sign_in_url },
      ].map(({ label, text }) => (
        <div key={label} className="grid justify-items-start gap-1">
          <dt className="text-sm text-faint">{label}</dt>
          <dd className="break-all">{text}</dd>
          <dd>
            <CopyButton text={text} />
          </dd>
        </div>
      ))}
      <div>
        <dt className="text-sm text-faint">{t('domains')}</dt>
        <dd>{domains.length === 0 ? t('noDomains') : domains.join(', ')}</dd>
      </div>
      <div>
        <dt className="text-sm text-faint">{t('proven')}</dt>
        <dd>{proven_at === null ? t('notProven') : time.instant(proven_at)}</dd>
      </div>
    </dl>
  );
}

function Actions() {
  const t = useMessages('settings.provider');
  const queryClient = useQueryClient();
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useMutation({ mutationFn: () => client.settings.testIdentityProvider() });
  const remove = useMutation({
    mutationFn: () => client.settings.removeIdentityProvider(),
    onSuccess() {
      queryClient.setQueryData(providerQuery.queryKey, null);
      showToast(t('removed'));
    },
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
        <Button look="danger" onClick={() => setIsRemoving(true)}>
          {t('remove')}
        </Button>
      </div>
      <div role="status" className="grid gap-2">
        {test.data?.faults.map(({ detail }) => (
          <Notice key={detail} kind="warn">
            <span lang="en">{detail}</span>
          </Notice>
        ))}
        {test.data?.faults.length === 0 && (
          <p className="text-sm text-soft">
            {t(test.data.client_accepted === true ? 'testGood' : 'testUnsure', {
              keys: test.data.signing_keys,
            })}
          </p>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText')}
          action={t('remove')}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  );
}
