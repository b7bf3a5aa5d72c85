import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  text: string;
}

const SHOWN_MS = 6000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Says something in passing, seen and read out. Nothing that the reader must act on. */
export function showToast(text: string): void {
  const id = ++lastId;
  change([...toasts.slice(-2), { id, text }]);
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-50 grid justify-items-center gap-2 px-4 md:bottom-6"
    >
      {shown.map(({ id, text }) => (
        <p
          key={id}
          className="animate-[rise_0.18s_ease-out] rounded-md bg-rail px-4 py-2.5 text-sm text-rail-ink shadow-(--shadow)"
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
