import { Suspense, lazy, useEffect } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

const GoToDialog = lazy(async () => ({ default: (await import('./go-to-dialog.tsx')).GoToDialog }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

export type Helper = 'go-to' | 'shortcuts';

interface ShortcutsProps {
  shown: Helper | undefined;
  onShow: (helper: Helper | undefined) => void;
}

/** Keys that work on every page, and what they open. */
export function Shortcuts({ shown, onShow }: ShortcutsProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const helper = helperOf(event);
      if (helper === undefined || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onShow(helper);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onShow]);
  const close = () => onShow(undefined);
  return (
    <Suspense>
      {shown === 'go-to' && <GoToDialog onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}

function helperOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Helper | undefined {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'go-to';
  const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
  if (ctrlKey || metaKey || altKey || isTyping || !areSingleKeysOn()) return undefined;
  if (key === '/') return 'go-to';
  return key === '?' ? 'shortcuts' : undefined;
}
