import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './states.tsx';

const messages = defineMessages({
  en: { warning: 'Copy it now: it is shown this once and cannot be read again.' },
  es: { warning: 'Cópielo ahora: solo se muestra esta vez y no podrá volver a leerse.' },
});

/** A secret in the moment of its making. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const t = useMessages(messages);
  return (
    <div className="grid gap-2">
      <span className="text-sm font-medium text-soft">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md bg-sunken px-2.5 py-2 font-mono text-sm break-all">
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <Notice kind="warn">{t('warning')}</Notice>
    </div>
  );
}
