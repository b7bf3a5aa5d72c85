import { useFieldFaults } from '../api/field-faults.ts';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { TextField } from './field.tsx';

/** Why a password is refused, by the kind of fault. */
const messages = defineMessages({
  en: {
    password_length: 'Choose a password of 8 to 128 characters.',
    password_common: 'This is a very common password. Choose another.',
    password_repetition:
      'Repetitions and sequences such as “aaaaaaaa” or “abcd1234” are easy to guess. Choose another.',
    password_disguise: 'This is a very common password with digits or symbols added. Choose another.',
    password_address:
      'Without the parts of your e-mail address, it has fewer than 8 characters. Choose a longer one.',
    password_organisation:
      'Without the name of your organisation, it has fewer than 8 characters. Choose a longer one.',
  },
  es: {
    password_length: 'Elija una contraseña de 8 a 128 caracteres.',
    password_common: 'Es una contraseña muy común. Elija otra.',
    password_repetition:
      'Las repeticiones y secuencias como «aaaaaaaa» o «abcd1234» son fáciles de adivinar. Elija otra.',
    password_disguise: 'Es una contraseña muy común con cifras o símbolos añadidos. Elija otra.',
    password_address: 'Sin las partes de su correo tiene menos de 8 caracteres. Elija una más larga.',
    password_organisation:
      'Sin el nombre de su organización tiene menos de 8 caracteres. Elija una más larga.',
  },
});

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
  const t = useMessages(messages);
  return useFieldFaults(error, Object.fromEntries(RULES.map((rule) => [rule, t(rule)])));
}
