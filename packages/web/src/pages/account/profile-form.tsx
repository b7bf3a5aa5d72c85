import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { meQuery, useMe } from '../../api/me.ts';
import { LANGUAGE_NAMES, LOCALES } from '../../i18n/texts.ts';
import { setLocale, useLocale, useMessages } from '../../i18n/locale.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';

/** Name and language. The language is that of the application on every device, and of the account's mail. */
export function ProfileForm() {
  const t = useMessages('account.page');
  const common = useMessages('shell.common');
  const me = useMe();
  const shown = useLocale();
  const [locale, setChosen] = useState(shown);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (fields: FormData) =>
      client.account.changeMe({ full_name: textOf(fields, 'full_name'), locale }),
    onSuccess: (changed) => {
      queryClient.setQueryData(meQuery.queryKey, changed);
      void setLocale(changed.locale).catch(() => undefined);
      showToast(common('saved'));
    },
  });
  const faults = useFieldFaults(save.error);
  return (
    <Form onSubmit={save.mutate} error={save.error}>
      <TextField
        label={t('fullName')}
        name="full_name"
        defaultValue={me.full_name}
        autoComplete="name"
        required
        maxLength={200}
        error={faults['full_name']}
      />
      <SelectField
        label={t('mailLanguage')}
        value={locale}
        choices={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={setChosen}
      />
      <Button type="submit" look="primary" isBusy={save.isPending} className="justify-self-start">
        {common('save')}
      </Button>
    </Form>
  );
}
