import { useMessages } from '../i18n/locale.ts';
import { Segmented } from '../ui/segmented.tsx';
import { useResolution } from './resolution.ts';

/** Whether pages show hours or quarter hours. The browser keeps it, for all pages. */
export function ResolutionChoice() {
  const t = useMessages('shell.resolutionChoice');
  const [resolution, choose] = useResolution();
  return (
    <Segmented
      label={t('resolution')}
      value={resolution}
      choices={[
        { value: 'PT1H', label: '60 min' },
        { value: 'PT15M', label: '15 min' },
      ]}
      onChange={choose}
    />
  );
}
