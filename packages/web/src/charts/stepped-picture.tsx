import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { nextIndex } from './step-keys.ts';

/** The look of the mark under the cursor. */
export const MARKED = { stroke: 'var(--ink)', strokeWidth: 2 } as const;

export interface StepCursor {
  /** The mark that is read; undefined: none. */
  at: number | undefined;
  /** Whether a key led there, so that it has to be brought into sight. */
  isByKey: boolean;
  point: (index: number | undefined) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A cursor over the marks of a picture, led by the pointer or by keys. `next` says where a key leads from a mark; -1 is none. */
export function useStepCursor(
  count: number,
  next: (key: string, at: number, count: number) => number | undefined = nextIndex,
): StepCursor {
  const [place, setPlace] = useState<{ at: number; isByKey: boolean }>();
  const at = place !== undefined && place.at < count ? place.at : undefined;
  return {
    at,
    isByKey: place?.isByKey ?? false,
    point: (index) => setPlace(index === undefined ? undefined : { at: index, isByKey: false }),
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
      const index = next(event.key, at ?? -1, count);
      if (index === undefined) return;
      event.preventDefault();
      setPlace({ at: index, isByKey: true });
    },
  };
}

interface SteppedPictureProps {
  /** Says what is shown, to those who do not see it. */
  label: string;
  cursor: StepCursor;
  /** What the mark under the cursor says. */
  text: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A picture whose marks are read one by one, with a line below that says the one under the cursor. */
export function SteppedPicture({ label, cursor, text, className, children }: SteppedPictureProps) {
  const t = useMessages('parts.steppedPicture');
  return (
    <>
      <div
        role="group"
        aria-label={`${label}. ${t('hint')}`}
        tabIndex={0}
        className={className}
        onKeyDown={cursor.onKeyDown}
        onBlur={() => cursor.point(undefined)}
        onPointerLeave={() => cursor.point(undefined)}
      >
        {children}
      </div>
      <p aria-live="polite" className="tabular min-h-4 text-xs text-ink">
        {text}
      </p>
    </>
  );
}
