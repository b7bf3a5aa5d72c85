import { useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';

interface Toast {
  id: number;
  text: string;
  /** No longer seen, but its place is kept as long as others are, so that none of them moves. */
  isOver: boolean;
}

const SHOWN_MS = 6000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something in passing, seen and read out. Nothing that the reader must act on. */
export function showToast(text: string): void {
  const id = ++lastId;
  change([...toasts, { id, text, isOver: false }]);
  setTimeout(() => {
    const left = toasts.map((toast) => (toast.id === id ? { ...toast, isOver: true } : toast));
    change(left.every(({ isOver }) => isOver) ? [] : left);
  }, SHOWN_MS);
}

/** The oldest at the bottom, newer ones above it. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 bottom-20 z-50 flex flex-col-reverse items-center gap-2 overflow-hidden px-4 md:bottom-6"
    >
      {shown.map(({ id, text, isOver }) => (
        <p
          key={id}
          className={classNames(
            'animate-[rise_0.18s_ease-out] rounded-md bg-rail px-4 py-2.5 text-sm text-rail-ink shadow-(--shadow)',
            isOver && 'invisible',
          )}
        >
          {text}
        </p>
      ))}
    </div>
  );
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
