import { useMessages } from '../i18n/locale.ts';
import { Notice } from '../ui/states.tsx';

/** Says plainly that what stands below is not the market. */
export function SimulatedLine({ simulated }: { simulated: boolean }) {
  const t = useMessages('shell.simulatedLine');
  return simulated ? <Notice kind="warn">{t('simulated')}</Notice> : null;
}
