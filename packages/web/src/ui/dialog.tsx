import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { type ErrorTexts, useErrorText } from '../api/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Closes by its buttons alone, where what it shows would be lost. */
  isSticky?: boolean;
  children: ReactNode;
  className?: string;
}

/**
 * A modal dialog for as long as it is rendered. The browser's own: it keeps the focus inside and gives it back. Once something was typed
 * into its form, a press beside it does nothing, and Escape and the cross ask first.
 */
export function Dialog({ title, onClose, isSticky = false, children, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const t = useMessages('shell.common');
  const own = useMessages('shell.dialog');
  const isTyped = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => {
    if (isTyped.current) setIsAsking(true);
    else onClose();
  };
  const titleId = useId();
  // A layout effect ends before the element is gone: closed later it could not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Who opened a form means to fill it in.
    element?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSticky) leave();
      }}
      onInput={({ target }) => {
        if (target instanceof Element && target.closest('form[data-fields]') !== null) isTyped.current = true;
      }}
      onMouseDown={(event) => {
        if (!isSticky && !isTyped.current && event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        'm-auto w-[min(32rem,calc(100vw-1.5rem))] rounded-lg bg-raised p-0 [--surface:var(--raised)] text-ink shadow-(--shadow) backdrop:bg-black/45',
        className,
      )}
    >
      <div className="grid gap-4 p-5">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="pt-1 text-lg font-semibold">
            {title}
          </h2>
          <IconButton label={t('close')} onClick={leave} className="-mt-1 -mr-2">
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        {isAsking && (
          <div
            role="alertdialog"
            aria-label={own('unsaved')}
            className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warn-wash px-3 py-2 text-sm text-warn"
          >
            {own('unsaved')}
            <span className="flex gap-2">
              <Button autoFocus onClick={() => setIsAsking(false)}>
                {own('keep')}
              </Button>
              <Button look="danger" onClick={onClose}>
                {own('discard')}
              </Button>
            </span>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  text: string;
  action: string;
  isBusy?: boolean;
  /** Why the last try failed. */
  error?: unknown;
  /** What refusals mean here, by error code. */
  errorTexts?: ErrorTexts;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  isBusy = false,
  error,
  errorTexts,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useMessages('shell.common');
  const errorText = useErrorText(errorTexts);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-soft">{text}</p>
      <div role="alert" className="contents">
        {error !== undefined && error !== null && <p className="text-sm text-danger">{errorText(error)}</p>}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
