import { type ReactNode, useEffect, useRef } from 'react';
import { type ErrorTexts, useErrorText } from '../api/error-text.ts';
import { classNames } from './class-names.ts';

interface FormProps {
  onSubmit: (fields: FormData) => void;
  /** Why the last try was refused. */
  error?: unknown;
  /** What refusals mean here, by error code. */
  errorTexts?: ErrorTexts;
  children: ReactNode;
  className?: string;
}

/** A form that says above its fields why it was refused, and takes the reader to the first marked one. */
export function Form({ onSubmit, error, errorTexts, children, className }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errorText = useErrorText(errorTexts);
  const isRefused = error !== undefined && error !== null;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      noValidate={false}
      data-fields
      className={classNames('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <div role="alert" className="contents">
        {isRefused && (
          <p className="rounded-md bg-danger-wash px-3 py-2 text-sm text-danger">{errorText(error)}</p>
        )}
      </div>
      {children}
    </form>
  );
}

/** Text of a form's field, without the space around it. */
export function textOf(fields: FormData, name: string): string {
  return secretOf(fields, name).trim();
}

/** Text of a form's field as it was typed: a password may begin with a space. */
export function secretOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
