import type { Choice } from './field.tsx';

interface ToggleSetProps<T extends string> {
  label: string;
  values: readonly T[];
  choices: readonly Choice<T>[];
  /** Never called without a value. */
  onChange: (values: T[]) => void;
}

/** Several of a few choices, at least one; on phones one row, which scrolls where it is too long. */
export function ToggleSet<T extends string>({ label, values, choices, onChange }: ToggleSetProps<T>) {
  const toggle = (toggled: T) => {
    const chosen = choices
      .map(({ value }) => value)
      .filter((value) => values.includes(value) !== (value === toggled));
    if (chosen.length > 0) onChange(chosen);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex max-w-full gap-1 max-sm:scroll-shadow max-sm:overflow-x-auto sm:flex-wrap"
    >
      {choices.map(({ value, label: name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={values.includes(value)}
          onClick={() => toggle(value)}
          className="min-h-9 rounded-md border border-line px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink aria-pressed:border-accent aria-pressed:bg-wash aria-pressed:font-medium aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
