import { ToggleGroup } from 'radix-ui';
import type { Choice } from './field.tsx';

interface ToggleSetProps<T extends string> {
  label: string;
  values: readonly T[];
  choices: readonly Choice<T>[];
  /** Never called without a value. */
  onChange: (values: T[]) => void;
}

/** Several of a few choices, at least one. */
export function ToggleSet<T extends string>({ label, values, choices, onChange }: ToggleSetProps<T>) {
  return (
    <ToggleGroup.Root
      type="multiple"
      aria-label={label}
      value={[...values]}
      onValueChange={(next) => {
        const chosen = choices.map(({ value }) => value).filter((value) => next.includes(value));
        if (chosen.length > 0) onChange(chosen);
      }}
      className="inline-flex max-w-full flex-wrap gap-1"
    >
      {choices.map(({ value, label: name }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          className="min-h-9 rounded-md border border-line px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink data-[state=on]:border-accent data-[state=on]:bg-wash data-[state=on]:font-medium data-[state=on]:text-ink"
        >
          {name}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
