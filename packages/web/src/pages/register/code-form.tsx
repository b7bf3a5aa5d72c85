import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { startSession } from '../../api/session.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { LocalMail } from '../local-mail.tsx';
import { PersonFields } from '../person-fields.tsx';
import { usePasswordFaults } from '../../ui/new-password-field.tsx';

interface CodeFormProps {
  id: string;
  email: string;
  onBack: () => void;
}

/** The second step: the mailed code, a name and a password. */
export function CodeForm({ id, email, onBack }: CodeFormProps) {
  const t = useMessages('entry.register');
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText({ conflict: t('codesSpent') });
  const complete = useMutation({
    mutationFn: (fields: FormData) =>
      client.registration.complete({
        registration_id: id,
        code: textOf(fields, 'code').replaceAll(' ', ''),
        full_name: textOf(fields, 'full_name'),
        password: secretOf(fields, 'password'),
        locale,
      }),
    onSuccess: async ({ access_token }) => {
      startSession(access_token);
      await navigate({ to: '/overview' });
    },
  });
  const resend = useMutation({
    mutationFn: () => client.registration.resendCode({ registration_id: id }),
    onSuccess: () => showToast(t('resent')),
    onError: (error) => showToast(errorText(error)),
  });
  const faults = usePasswordFaults(complete.error);
  return (
    <EntryFrame title={t('codeTitle')}>
      <p className="text-soft">{t('sent', { email })}</p>
      <LocalMail />
      <Form onSubmit={complete.mutate} error={complete.error} errorTexts={{ conflict: t('addressTaken') }}>
        <TextField
          label={t('code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          required
          error={faults['code']}
        />
        <PersonFields faults={faults} />
        <Button type="submit" look="primary" isBusy={complete.isPending}>
          {t('create')}
        </Button>
      </Form>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" isBusy={resend.isPending} onClick={() => resend.mutate()}>
          {t('resend')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('other')}
        </Button>
      </div>
    </EntryFrame>
  );
}
