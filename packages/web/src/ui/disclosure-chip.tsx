import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A state in a word or two that opens what is behind it, which is made then. Closes by Escape and by a press beside it. */
export function DisclosureChip({ label, children }: { label: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = () => {
      if (details.current !== null) details.current.open = false;
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      details.current?.querySelector('summary')?.focus();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || details.current?.contains(target) !== true) close();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, [isOpen]);
  return (
    <details
      ref={details}
      className="min-w-25"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="inline-flex min-w-25 list-none items-center gap-1 rounded-sm bg-warn-wash px-1.5 text-xs/5 font-medium whitespace-nowrap text-warn after:ml-auto after:content-['▾'] [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      <div className="absolute z-20 mt-1.5 max-w-[min(34rem,calc(100vw-2rem))] rounded-lg bg-raised p-4 text-ink shadow-(--shadow)">
        {isOpen && children}
      </div>
    </details>
  );
}
