import { useMessages } from '../i18n/locale.ts';
import { TextField } from '../ui/field.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';

/** Who begins an account: name and password, as `full_name` and `password` of the form. */
export function PersonFields({ faults }: { faults: Record<string, string> }) {
  const t = useMessages('parts.personFields');
  return (
    <>
      <TextField
        label={t('fullName')}
        name="full_name"
        autoComplete="name"
        required
        maxLength={200}
        error={faults['full_name']}
      />
      <NewPasswordField label={t('password')} hint={t('passwordHint')} error={faults['password']} />
    </>
  );
}
