import { useId } from 'react';
import type { Choice } from './field.tsx';
import { classNames } from './class-names.ts';

interface ChoiceListProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (Choice<T> & { hint: string })[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** One of a few choices, each with a line that explains it. */
export function ChoiceList<T extends string>({
  label,
  value,
  choices,
  onChange,
  disabled = false,
}: ChoiceListProps<T>) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium text-soft">{label}</legend>
      {choices.map((choice) => (
        <div
          key={choice.value}
          className={classNames(
            'flex items-start gap-2.5 rounded-md border px-3 py-2',
            choice.value === value ? 'border-accent' : 'border-line',
            disabled && 'opacity-60',
          )}
        >
          <input
            id={`${id}-${choice.value}`}
            type="radio"
            name={id}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            aria-describedby={`${id}-${choice.value}-hint`}
            className="mt-1 size-4 accent-accent"
          />
          <div>
            <label
              htmlFor={`${id}-${choice.value}`}
              className="inline-block text-sm font-medium first-letter:uppercase"
            >
              {choice.label}
            </label>
            <p id={`${id}-${choice.value}-hint`} className="text-sm text-faint">
              {choice.hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
