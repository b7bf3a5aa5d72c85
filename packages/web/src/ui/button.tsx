import { Link, type LinkComponentProps, useRouter } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const BASE =
  'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-55 in-[td]:-my-1 in-[td]:min-h-7 in-[td]:px-2';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  plain: 'border border-edge bg-raised text-ink hover:bg-sunken',
  quiet: 'text-soft hover:bg-sunken hover:text-ink',
  danger: 'border border-danger text-danger hover:bg-danger-wash',
};

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Shows that something is under way and refuses further presses. */
  isBusy?: boolean;
}

export function Button({ look = 'plain', isBusy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      disabled={disabled === true || isBusy}
      className={classNames(BASE, LOOKS[look], isBusy && 'animate-pulse', className)}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', className, ...rest }: LinkComponentProps & { look?: Look }) {
  return <Link className={classNames(BASE, LOOKS[look], className)} {...rest} />;
}

/** A link that looks like a button to an address that is known only as text, such as one that the service gives. */
export function ButtonAnchor({
  href,
  onClick,
  children,
}: {
  href: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const router = useRouter();
  return (
    <a
      href={href}
      className={classNames(BASE, LOOKS.plain)}
      onClick={(event) => {
        onClick?.();
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href });
      }}
    >
      {children}
    </a>
  );
}

export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink disabled:opacity-40',
        className,
      )}
      {...rest}
    />
  );
}
