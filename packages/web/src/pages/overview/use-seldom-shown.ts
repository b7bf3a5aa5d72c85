import { useEffect, useState } from 'react';

/** The parts that are shown on few days: undefined until they are needed and have come. */
export function useSeldomShown(isNeeded: boolean) {
  const [parts, setParts] = useState<typeof import('./seldom-shown.ts')>();
  useEffect(() => {
    if (isNeeded) void import('./seldom-shown.ts').then(setParts, () => undefined);
  }, [isNeeded]);
  return parts;
}
