import { useId } from 'react';
import type { Choice } from './field.tsx';
import { classNames } from './class-names.ts';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  className?: string;
}

/** One of a few choices, all of them in sight: the browser's own radio buttons, which bring the arrow keys along. */
export function Segmented<T extends string>({
  label,
  value,
  choices,
  onChange,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5', className)}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative flex min-h-8 cursor-pointer items-center rounded-sm px-2.5 text-sm whitespace-nowrap text-soft outline-offset-0 hover:text-ink has-checked:bg-chosen has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(0_0_0/0.12)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
