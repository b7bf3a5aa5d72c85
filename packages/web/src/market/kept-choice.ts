import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

/** One choice for all pages. */
interface KeptChoice<Name extends string, T extends string> {
  /** The part of an address that says it, for a route's `validateSearch`: that of a shared link. */
  readSearch: (value: unknown) => { [name in Name]?: T };
  /** What the reader chose last, otherwise the first value. */
  stored: () => T;
  /** The choice of the page, and how to make another. A link that says one shows that until the reader chooses. */
  use: () => [T, (wanted: T) => void];
}

/** A choice between `values`, the usual one first, that the browser keeps and that an address says as the parameter `name`. */
export function createKeptChoice<Name extends 'resolution' | 'compare' | 'market', T extends string>(
  name: Name,
  values: readonly [T, ...T[]],
): KeptChoice<Name, T> {
  const memory = createStoredValue(`lonja.${name}`);
  const read = (value: unknown) => values.find((one) => one === value);
  const stored = () => read(memory.get()) ?? values[0];
  const useChoice = (): [T, (wanted: T) => void] => {
    const kept = useSyncExternalStore(memory.subscribe, stored);
    const navigate = useNavigate();
    const search: { resolution?: unknown; compare?: unknown; market?: unknown } = useSearch({
      strict: false,
    });
    const shared = read(search[name]);
    const choose = (wanted: T) => {
      memory.set(wanted === values[0] ? null : wanted);
      if (shared === undefined) return;
      void navigate({ to: '.', search: (old) => ({ ...old, [name]: undefined }), replace: true });
    };
    return [shared ?? kept, choose];
  };
  const readSearch = (value: unknown) => {
    const found = read(value);
    return (found === undefined ? {} : { [name]: found }) as { [name in Name]?: T };
  };
  return { readSearch, stored, use: useChoice };
}
