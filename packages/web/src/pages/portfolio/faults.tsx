import { LonjaError } from '@lonja/client';
import { useErrorText } from '../../api/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Notice } from '../../ui/states.tsx';

/** Each fault of a file with its line. */
export function Faults({ error }: { error: unknown }) {
  const t = useMessages('portfolio.ownData');
  const errorText = useErrorText();
  if (!(error instanceof LonjaError) || typeof error.detail === 'string')
    return <Notice kind="warn">{errorText(error)}</Notice>;
  return (
    <>
      <Notice kind="warn">{t('faults')}</Notice>
      <ul aria-label={t('faults')} className="list-disc pl-5 text-sm">
        {error.detail.map(({ msg }) => (
          <li key={msg}>{msg}</li>
        ))}
      </ul>
    </>
  );
}
