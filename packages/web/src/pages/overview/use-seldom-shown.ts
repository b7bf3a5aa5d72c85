import { useEffect, useState } from 'react';
import type * as SeldomShown from './seldom-shown.ts';

/** The parts that are shown on few days: undefined until they are needed and have come. */
export function useSeldomShown(isNeeded: boolean) {
  const [parts, setParts] = useState<typeof SeldomShown>();
  useEffect(() => {
    if (isNeeded) void import('./seldom-shown.ts').then(setParts, () => undefined);
  }, [isNeeded]);
  return parts;
}
