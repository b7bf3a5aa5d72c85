import { useEffect, useState } from 'react';
import { currentLocale } from '../../i18n/locale.ts';
import { loadTexts } from '../../i18n/texts.ts';
import type * as SeldomShown from './seldom-shown.ts';

/** The parts that are shown on few days: undefined until they are needed and have come. */
export function useSeldomShown(isNeeded: boolean) {
  const [parts, setParts] = useState<typeof SeldomShown>();
  useEffect(() => {
    if (!isNeeded) return;
    const load = async () => {
      const [parts] = await Promise.all([import('./seldom-shown.ts'), loadTexts(currentLocale(), 'parts')]);
      setParts(parts);
    };
    void load().catch(() => undefined);
  }, [isNeeded]);
  return parts;
}
