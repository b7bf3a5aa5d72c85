import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

/** Length of the delivery periods that are shown: hours or quarter hours. */
export type Resolution = 'PT1H' | 'PT15M';

export const PERIOD_MS: Record<Resolution, number> = { PT1H: 3_600_000, PT15M: 900_000 };

/** More days of quarter hours are not served at once; counted from the first day to the last. */
export const MAX_QUARTER_DAYS = 99;

/** The part of an address that says the resolution: that of a shared link. */
export interface ResolutionSearch {
  resolution?: Resolution;
}

const stored = createStoredValue('lonja.resolution');

/** For a route's `validateSearch`. */
export function readResolution(value: unknown): ResolutionSearch {
  return value === 'PT1H' || value === 'PT15M' ? { resolution: value } : {};
}

/** The resolution that the reader chose last, where the address does not say one. */
export function storedResolution(): Resolution {
  return stored.get() === 'PT15M' ? 'PT15M' : 'PT1H';
}

/**
 * The resolution of the page, and how to choose another: one choice for all pages, which the browser keeps. A link that says a resolution
 * shows that one until the reader chooses.
 */
export function useResolution(): [Resolution, (wanted: Resolution) => void] {
  const kept = useSyncExternalStore(stored.subscribe, storedResolution);
  const navigate = useNavigate();
  const { resolution: shared }: ResolutionSearch = useSearch({ strict: false });
  const choose = (wanted: Resolution) => {
    stored.set(wanted === 'PT1H' ? null : wanted);
    if (shared === undefined) return;
    void navigate({ to: '.', search: ({ resolution: _resolution, ...rest }) => rest, replace: true });
  };
  return [shared ?? kept, choose];
}
