import { TextField } from './field.tsx';

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
