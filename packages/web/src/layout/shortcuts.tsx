import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/states.tsx';
import { lazyPart, retryParts } from './load-part.ts';
import { areSingleKeysOn } from './single-keys.ts';

const GoToDialog = lazyPart(() => import('./go-to-dialog.tsx'), 'GoToDialog', 'parts');
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog', 'parts');

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
    <CatchBoundary
      getResetKey={() => shown ?? ''}
      errorComponent={(props) => <HelperFailure {...props} onClose={close} />}
    >
      <Suspense>
        {shown === 'go-to' && <GoToDialog onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </CatchBoundary>
  );
}

function HelperFailure({ error, reset, onClose }: ErrorComponentProps & { onClose: () => void }) {
  const t = useMessages('shell.shortcuts');
  const retry = () => {
    retryParts();
    reset();
  };
  const close = () => {
    retryParts();
    onClose();
  };
  return (
    <Dialog title={t('failed')} onClose={close}>
      <ErrorState error={error} onRetry={retry} />
    </Dialog>
  );
}

function helperOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Helper | undefined {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'go-to';
  const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
  if (ctrlKey || metaKey || altKey || isTyping || !areSingleKeysOn()) return undefined;
  if (key === '/') return 'go-to';
  return key === '?' ? 'shortcuts' : undefined;
}
