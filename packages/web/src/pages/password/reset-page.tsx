import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { endSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordField, usePasswordFaults } from '../../ui/new-password-field.tsx';
import { Form, secretOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { EntryFrame } from '../entry-frame.tsx';

const route = getRouteApi('/public/reset');

export function ResetPage() {
  const t = useMessages('entry.password');
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (password: string) => client.authentication.resetPassword({ token, password }),
    onSuccess: async () => {
      endSession();
      showToast(t('done'));
      await navigate({ to: '/sign-in' });
    },
  });
  const faults = usePasswordFaults(reset.error);
  return (
    <EntryFrame title={t('resetTitle')}>
      <Form onSubmit={(fields) => reset.mutate(secretOf(fields, 'password'))} error={reset.error}>
        <NewPasswordField
          label={t('password')}
          hint={t('passwordHint')}
          error={faults['password'] ?? faults['token']}
        />
        <Button type="submit" look="primary" isBusy={reset.isPending}>
          {t('set')}
        </Button>
      </Form>
    </EntryFrame>
  );
}
