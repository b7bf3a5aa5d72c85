import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const KINDS = {
  plain: 'bg-sunken text-soft',
  good: 'bg-sunken text-good',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  accent: 'bg-wash text-accent',
} as const;

/** A state in a word or two. */
export function Badge({ kind = 'plain', children }: { kind?: keyof typeof KINDS; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-sm px-1.5 text-xs/5 font-medium whitespace-nowrap',
        KINDS[kind],
      )}
    >
      {children}
    </span>
  );
}
