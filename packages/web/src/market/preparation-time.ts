import type { Preparation } from '@lonja/client';
import { useMessages } from '../i18n/locale.ts';

const FEW_S = 20;
const MINUTE_S = 60;

/** About how long the first forecast will still take. */
export function usePreparationTime({ first_forecast_in_s: seconds }: Preparation): string {
  const t = useMessages('shell.preparationTime');
  if (seconds === null || seconds <= FEW_S) return t('seconds');
  const count = Math.round(seconds / MINUTE_S);
  return count <= 1 ? t('minute') : t('minutes', { count });
}
