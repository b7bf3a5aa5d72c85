import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

/** One choice for all pages. */
interface KeptChoice<T extends string> {
  /** The choice that a value of an address or of the browser's memory says. */
  read: (value: unknown) => T | undefined;
  /** What the reader chose last, otherwise the first value. */
  stored: () => T;
  /** The choice of the page, and how to make another. A link that says one shows that until the reader chooses. */
  use: () => [T, (wanted: T) => void];
}

/** A choice between `values`, the usual one first, that the browser keeps and that an address says as the parameter `name`. */
export function createKeptChoice<T extends string>(
  name: 'resolution' | 'compare',
  values: readonly [T, ...T[]],
): KeptChoice<T> {
  const memory = createStoredValue(`lonja.${name}`);
  const read = (value: unknown) => values.find((one) => one === value);
  const stored = () => read(memory.get()) ?? values[0];
  const useChoice = (): [T, (wanted: T) => void] => {
    const kept = useSyncExternalStore(memory.subscribe, stored);
    const navigate = useNavigate();
    const search: { resolution?: unknown; compare?: unknown } = useSearch({ strict: false });
    const shared = read(search[name]);
    const choose = (wanted: T) => {
      memory.set(wanted === values[0] ? null : wanted);
      if (shared === undefined) return;
      void navigate({ to: '.', search: (old) => ({ ...old, [name]: undefined }), replace: true });
    };
    return [shared ?? kept, choose];
  };
  return { read, stored, use: useChoice };
}
