import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { LocalMail } from '../local-mail.tsx';

export function ForgotPage() {
  const t = useMessages('entry.password');
  const send = useMutation({
    mutationFn: async (email: string) => {
      await client.authentication.forgotPassword({ email });
      return email;
    },
  });
  const faults = useFieldFaults(send.error);
  return (
    <EntryFrame title={t('forgotTitle')}>
      {send.isSuccess ? (
        <>
          <p role="status">{t('sent', { email: send.data })}</p>
          <LocalMail />
        </>
      ) : (
        <>
          <p className="text-soft">{t('forgotText')}</p>
          <Form onSubmit={(fields) => send.mutate(textOf(fields, 'email'))} error={send.error}>
            <TextField
              label={t('email')}
              name="email"
              type="email"
              autoComplete="username"
              required
              maxLength={254}
              error={faults['email']}
            />
            <Button type="submit" look="primary" isBusy={send.isPending}>
              {t('send')}
            </Button>
          </Form>
        </>
      )}
      <div>
        <ButtonLink to="/sign-in" look="quiet">
          {t('back')}
        </ButtonLink>
      </div>
    </EntryFrame>
  );
}
