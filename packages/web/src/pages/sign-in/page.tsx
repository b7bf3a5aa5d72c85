import { useMutation } from '@tanstack/react-query';
import { Link, getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, secretOf, textOf } from '../../ui/form.tsx';
import { Notice } from '../../ui/states.tsx';
import { EntryFrame } from '../entry-frame.tsx';

const route = getRouteApi('/public/sign-in');

export function SignInPage() {
  const t = useMessages('entry.signIn');
  const { next = '/overview', expired } = route.useSearch();
  const router = useRouter();
  const [hasOtp, setHasOtp] = useState(false);
  const signIn = useMutation({
    mutationFn: (fields: FormData) => {
      const otp = textOf(fields, 'otp').replaceAll(' ', '');
      return client.authentication.createToken({
        username: textOf(fields, 'username'),
        password: secretOf(fields, 'password'),
        ...(otp !== '' && { otp }),
      });
    },
    onSuccess: ({ access_token }) => {
      startSession(access_token);
      router.history.push(next);
    },
  });
  return (
    <EntryFrame title={t('title')}>
      {expired === true && signIn.error === null && (
        <div role="status">
          <Notice kind="warn">{t('expired')}</Notice>
        </div>
      )}
      <Form
        onSubmit={signIn.mutate}
        error={signIn.error}
        errorTexts={{
          rate_limited: t('tooMany'),
          sign_in_refused: t('companyOnly'),
          ...(!hasOtp && { invalid_credentials: t('wrong') }),
        }}
      >
        <TextField
          label={t('email')}
          name="username"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
        />
        <TextField
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        {hasOtp ? (
          <TextField
            label={t('otp')}
            hint={t('otpHint')}
            name="otp"
            autoComplete="one-time-code"
            maxLength={16}
          />
        ) : (
          <button
            type="button"
            className="justify-self-start text-sm text-accent underline"
            onClick={() => setHasOtp(true)}
          >
            {t('hasOtp')}
          </button>
        )}
        <Button type="submit" look="primary" isBusy={signIn.isPending}>
          {t('title')}
        </Button>
      </Form>
      <div className="grid gap-1 text-sm text-soft">
        <Link
          to="/sign-in/$by"
          params={{ by: 'company' }}
          className="justify-self-start text-accent underline"
        >
          {t('byCompany')}
        </Link>
        <Link to="/forgot" className="justify-self-start text-accent underline">
          {t('forgot')}
        </Link>
        <p>
          {t('noAccount')}{' '}
          <Link to="/register" className="text-accent underline">
            {t('register')}
          </Link>
        </p>
      </div>
    </EntryFrame>
  );
}
