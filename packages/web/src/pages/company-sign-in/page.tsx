import { LonjaError } from '@lonja/client';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { startSession } from '../../api/session.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Loading, Placeholder } from '../../ui/states.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { arrivedWith } from './route.ts';

/** Where this window began: who is refused can begin there again. */
const BEGAN_AT = 'lonja.company-sign-in';

const route = getRouteApi('/public/sign-in/$by');

/** Signs in by the provider of an organisation: where it begins, and where the provider sends the browser back to. */
export function CompanySignInPage() {
  const t = useMessages('entry.companySignIn');
  const { by } = route.useParams();
  return (
    <EntryFrame title={t('title')}>
      {by === 'return' ? <Finish /> : <Start by={by} />}
      <div>
        <ButtonLink to="/sign-in" look="quiet">
          {t('password')}
        </ButtonLink>
      </div>
    </EntryFrame>
  );
}

function Start({ by }: { by: string }) {
  const t = useMessages('entry.companySignIn');
  const isByEmail = by === 'company';
  const start = useMutation({
    mutationFn: (fields: FormData) =>
      client.authentication.startOpenIdSignIn(isByEmail ? { email: textOf(fields, 'email') } : { name: by }),
    onSuccess({ authorization_url }) {
      sessionStorage.setItem(BEGAN_AT, by);
      location.assign(authorization_url);
    },
  });
  const faults = useFieldFaults(start.error);
  return (
    <>
      <p className="text-soft">{isByEmail ? t('byEmail') : t('byName')}</p>
      <Form
        onSubmit={start.mutate}
        error={start.error}
        errorTexts={{ not_found: t('unknown'), ...(!isByEmail && { validation_error: t('unknown') }) }}
      >
        {isByEmail && (
          <TextField
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            error={faults['email']}
          />
        )}
        <Button type="submit" look="primary" isBusy={start.isPending}>
          {t('continue')}
        </Button>
      </Form>
    </>
  );
}

function Finish() {
  const t = useMessages('entry.companySignIn');
  const router = useRouter();
  const enter = ({ access_token }: { access_token: string }) => {
    startSession(access_token);
    router.history.replace('/overview');
  };
  const finish = useMutation({
    mutationFn: () => client.authentication.finishOpenIdSignIn({ query: arrivedWith.slice(1) }),
    onSuccess: (answer) => 'access_token' in answer && enter(answer),
  });
  // It works once, however often the page is drawn.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    finish.mutate();
  });
  if (finish.isError) return <Refusal error={finish.error} />;
  if (finish.data !== undefined && 'second_factor_needed' in finish.data) return <CodeForm onEnter={enter} />;
  return (
    <Loading>
      <p>{t('finishing')}</p>
      <Placeholder className="h-24" />
    </Loading>
  );
}

function CodeForm({ onEnter }: { onEnter: (answer: { access_token: string }) => void }) {
  const t = useMessages('entry.companySignIn');
  const confirm = useMutation({
    mutationFn: (fields: FormData) =>
      client.authentication.confirmOpenIdSignIn({ otp: textOf(fields, 'otp').replaceAll(' ', '') }),
    onSuccess: onEnter,
  });
  return (
    <Form onSubmit={confirm.mutate} error={confirm.error}>
      <TextField
        label={t('otp')}
        hint={t('otpHint')}
        name="otp"
        autoComplete="one-time-code"
        required
        maxLength={16}
      />
      <Button type="submit" look="primary" isBusy={confirm.isPending}>
        {t('signIn')}
      </Button>
    </Form>
  );
}

/** What was wrong is known to the service alone, in English. */
function Refusal({ error }: { error: Error }): ReactNode {
  const t = useMessages('entry.companySignIn');
  const errorText = useErrorText();
  const reason =
    error instanceof LonjaError && typeof error.detail === 'string' ? error.detail : errorText(error);
  return (
    <>
      <div role="alert" className="grid gap-1 rounded-md bg-danger-wash px-3 py-2 text-sm text-danger">
        <p>{t('refused')}</p>
        <p lang="en">{reason}</p>
      </div>
      <ButtonLink
        to="/sign-in/$by"
        params={{ by: sessionStorage.getItem(BEGAN_AT) ?? 'company' }}
        className="justify-self-start"
      >
        {t('again')}
      </ButtonLink>
    </>
  );
}
