import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';

let pagesShown = 0;

interface PageProps {
  title: string;
  /** Beside the title: what the page is of. */
  subtitle?: ReactNode;
  /** As on the cover of the whole. */
  isCover?: boolean;
  /** Controls that belong to the page as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of every page: the document's title, and a heading that takes the focus when the reader has come from another page. */
export function Page({ title, subtitle, isCover = false, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (pagesShown++ > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Lonja`;
  }, [title]);
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 sm:gap-y-3">
        <div className="min-w-0 flex-1 basis-52">
          <h1
            ref={heading}
            tabIndex={-1}
            className={classNames(
              'font-semibold tracking-tight text-balance',
              isCover ? 'text-2xl sm:text-3xl' : 'text-xl sm:text-2xl',
            )}
          >
            {title}
          </h1>
          {subtitle !== undefined && <div className="text-sm text-faint">{subtitle}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  actions,
  note,
  children,
}: {
  title: string;
  actions?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </div>
      {note !== undefined && <p className="-mt-2 text-sm text-faint">{note}</p>}
      {children}
    </section>
  );
}
