import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const CONTROL =
  'h-9 w-full min-w-0 rounded-md border border-edge bg-raised px-2.5 text-[1rem] text-ink md:text-sm placeholder:text-faint aria-invalid:border-danger disabled:opacity-60';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; read out with the field. */
  error?: string | undefined;
  className?: string | undefined;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint and fault, wired together for those who do not see them together. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    (part) => part !== false,
  );
  return (
    <div className={classNames('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium text-soft">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => <input className={CONTROL} {...input} {...wiring} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <textarea rows={5} className={classNames(CONTROL, 'h-auto py-2')} {...input} {...wiring} />
      )}
    </Field>
  );
}

export interface Choice<T extends string> {
  value: T;
  label: string;
  /** The name under which it stands with others, after those without one. */
  group?: string;
}

interface SelectProps<T extends string> extends FieldProps {
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  disabled?: boolean;
  name?: string;
}

export function SelectField<T extends string>({
  value,
  choices,
  onChange,
  disabled,
  name,
  ...field
}: SelectProps<T>) {
  return (
    <Field {...field}>
      {(wiring) => (
        <select
          className={classNames(CONTROL, 'pr-7')}
          name={name}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = choices.find((choice) => choice.value === target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          {...wiring}
        >
          {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([group, ofGroup]) => {
            const options = ofGroup.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ));
            if (group === '') return options;
            return (
              <optgroup key={group} label={group}>
                {options}
              </optgroup>
            );
          })}
        </select>
      )}
    </Field>
  );
}

export function CheckboxField({
  label,
  hint,
  ...input
}: { label: string; hint?: string } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
