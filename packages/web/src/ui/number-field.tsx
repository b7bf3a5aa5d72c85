import { TextField } from './field.tsx';

interface NumberFieldProps<Name extends string> {
  /** Of the field in the form and in what the service says is wrong. */
  name: Name;
  label: string;
  hint?: string | undefined;
  /** What it holds at first. */
  value: number | string | null | undefined;
  faults: Readonly<Record<string, string>>;
  min?: number | undefined;
  max?: number | undefined;
  /** Absent: any number. */
  step?: number;
  isOptional?: boolean;
}

/** A number in a form, with what was wrong with it. */
export function NumberField<Name extends string>({
  name,
  label,
  hint,
  value,
  faults,
  min,
  max,
  step,
  isOptional = false,
}: NumberFieldProps<Name>) {
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      type="number"
      min={min}
      max={max}
      step={step ?? 'any'}
      defaultValue={value ?? undefined}
      required={!isOptional}
      autoComplete="off"
      error={faults[name]}
    />
  );
}
