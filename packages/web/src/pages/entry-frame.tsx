import type { ReactNode } from 'react';
import { Page } from '../layout/page.tsx';

/** A narrow page with one form. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md py-6 sm:py-12">
      <Page title={title}>{children}</Page>
    </div>
  );
}
