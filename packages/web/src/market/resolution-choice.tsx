import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { Segmented } from '../ui/segmented.tsx';
import { useResolution } from './resolution.ts';

const messages = defineMessages({
  en: { resolution: 'Hours or quarter hours', hours: '60 min', quarters: '15 min' },
  es: { resolution: 'Horas o cuartos de hora', hours: '60 min', quarters: '15 min' },
});

/** Whether pages show hours or quarter hours. The browser keeps it, for all pages. */
export function ResolutionChoice() {
  const t = useMessages(messages);
  const [resolution, choose] = useResolution();
  return (
    <Segmented
      label={t('resolution')}
      value={resolution}
      choices={[
        { value: 'PT1H', label: t('hours') },
        { value: 'PT15M', label: t('quarters') },
      ]}
      onChange={choose}
    />
  );
}
