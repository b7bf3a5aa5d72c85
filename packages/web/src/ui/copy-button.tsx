import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.tsx';

const SHOWN_MS = 2000;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useMessages('shell.common');
  const [isDone, setIsDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsDone(true);
    showToast(t('copied'));
    setTimeout(() => setIsDone(false), SHOWN_MS);
  };
  const Icon = isDone ? Check : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon aria-hidden size={15} />
      {label ?? t('copy')}
    </Button>
  );
}
