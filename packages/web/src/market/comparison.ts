import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

/** Which run a forecast is compared with: the previous one that differs, the first of the same day, the last of the day before. */
export const COMPARISONS = ['previous', 'morning', 'yesterday'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The part of an address that says what is compared with: that of a shared link. */
export interface ComparisonSearch {
  compare?: Comparison;
}

const stored = createStoredValue('lonja.compare');

/** For a route's `validateSearch`. */
export function readComparison(value: unknown): ComparisonSearch {
  const compare = COMPARISONS.find((name) => name === value);
  return compare === undefined ? {} : { compare };
}

/** What the reader chose last, where the address does not say it. */
export function storedComparison(): Comparison {
  return readComparison(stored.get()).compare ?? 'previous';
}

/** What forecasts are compared with, and how to choose another: one choice for all pages, kept as that of the resolution is. */
export function useComparison(): [Comparison, (wanted: Comparison) => void] {
  const kept = useSyncExternalStore(stored.subscribe, storedComparison);
  const navigate = useNavigate();
  const { compare: shared }: ComparisonSearch = useSearch({ strict: false });
  const choose = (wanted: Comparison) => {
    stored.set(wanted === 'previous' ? null : wanted);
    if (shared === undefined) return;
    void navigate({ to: '.', search: ({ compare: _compare, ...rest }) => rest, replace: true });
  };
  return [shared ?? kept, choose];
}
