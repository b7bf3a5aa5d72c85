import { useFieldFaults } from '../api/field-faults.ts';
import { useMessages } from '../i18n/locale.ts';
import { TextField } from './field.tsx';

const RULES = [
  'password_length',
  'password_common',
  'password_repetition',
  'password_disguise',
  'password_address',
  'password_organisation',
] as const;

interface NewPasswordFieldProps {
  label: string;
  hint: string;
  name?: string;
  error: string | undefined;
}

/** A password that is being chosen, within the lengths that the service takes. */
export function NewPasswordField({ name = 'password', ...field }: NewPasswordFieldProps) {
  return (
    <TextField
      {...field}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
    />
  );
}

/** The faults of a refused form in which a password is chosen, by field name. */
export function usePasswordFaults(error: unknown): Record<string, string> {
  const t = useMessages('parts.newPasswordField');
  return useFieldFaults(error, Object.fromEntries(RULES.map((rule) => [rule, t(rule)])));
}
