import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { CodeForm } from './code-form.tsx';

interface Started {
  id: string;
  email: string;
}

export function RegisterPage() {
  const t = useMessages('entry.register');
  const locale = useLocale();
  const [started, setStarted] = useState<Started>();
  const start = useMutation({
    mutationFn: async (fields: FormData) => {
      const email = textOf(fields, 'email');
      const reply = await client.registration.start({
        email,
        tenant_name: textOf(fields, 'tenant_name'),
        locale,
      });
      return { id: reply.registration_id, email };
    },
    onSuccess: setStarted,
  });
  const faults = useFieldFaults(start.error);
  if (started !== undefined) return <CodeForm {...started} onBack={() => setStarted(undefined)} />;
  return (
    <EntryFrame title={t('title')}>
      <Form onSubmit={start.mutate} error={start.error}>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={faults['email']}
        />
        <TextField
          label={t('organisation')}
          name="tenant_name"
          autoComplete="organization"
          required
          maxLength={200}
          error={faults['tenant_name']}
        />
        <Button type="submit" look="primary" isBusy={start.isPending}>
          {t('next')}
        </Button>
      </Form>
      <p className="text-sm text-soft">
        {t('hasAccount')}{' '}
        <Link to="/sign-in" className="text-accent underline">
          {t('signIn')}
        </Link>
      </p>
    </EntryFrame>
  );
}
