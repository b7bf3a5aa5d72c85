import { ToggleGroup } from 'radix-ui';
import type { Choice } from './field.tsx';
import { classNames } from './class-names.ts';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  className?: string;
}

/** One of a few choices, all of them in sight. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
  className,
}: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className={classNames(
        'inline-flex max-w-full gap-0.5 overflow-x-auto rounded-md bg-sunken p-0.5',
        className,
      )}
    >
      {choices.map((choice) => (
        <ToggleGroup.Item
          key={choice.value}
          value={choice.value}
          className="min-h-8 rounded-sm px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_1px_2px_rgb(0_0_0/0.12)]"
        >
          {choice.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
