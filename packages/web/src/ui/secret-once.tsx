import { Download } from 'lucide-react';
import { saveFile } from '../charts/save-file.ts';
import { useMessages } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Notice } from './states.tsx';

interface SecretOnceProps {
  label: string;
  secret: string;
  /** Of the file that the secret can be saved as. */
  fileName: string;
}

/** A secret in the moment of its making. */
export function SecretOnce({ label, secret, fileName }: SecretOnceProps) {
  const t = useMessages('parts.secretOnce');
  return (
    <div className="grid gap-2">
      <span className="text-sm font-medium text-soft">{label}</span>
      <div className="flex flex-wrap items-center gap-2">
        <code className="w-full min-w-0 rounded-md bg-sunken px-2.5 py-2 font-mono text-sm break-all">
          {secret}
        </code>
        <CopyButton text={secret} />
        <Button onClick={() => saveFile(fileName, `${secret}\n`, 'text/plain')}>
          <Download aria-hidden size={15} />
          {t('download')}
        </Button>
      </div>
      <Notice kind="warn">{t('warning')}</Notice>
    </div>
  );
}
