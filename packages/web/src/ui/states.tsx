import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { isUnreached } from '../api/connection-state.ts';
import { useErrorText } from '../api/error-text.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { serviceTime } from '../time/service-clock.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Fills the place of the content, at its final size. */
  placeholder: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What a query has to show: a placeholder, the data, the data with a line that says since when they are stale, that it waits for the
 * network, or the error. While the service is not reached the market bar says how old all data are, and nothing on the page moves for it.
 */
export function QueryView<T>({ query, placeholder, children }: QueryViewProps<T>) {
  // What has just come is drawn in slices, between which the browser can answer the reader.
  const isDrawn = useDeferredValue(query.data !== undefined);
  if (query.data === undefined && query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined && query.fetchStatus === 'paused') return <Waiting />;
  if (query.data === undefined || !isDrawn) return <Loading>{placeholder}</Loading>;
  return (
    <>
      {query.isError && !isUnreached(query.error) && <StaleLine query={query} />}
      {children(query.data)}
    </>
  );
}

function Waiting() {
  const t = useMessages('shell.states');
  return (
    <div role="status">
      <Notice kind="warn">{t('waiting')}</Notice>
    </div>
  );
}

function StaleLine({ query }: { query: Pick<UseQueryResult, 'dataUpdatedAt' | 'refetch'> }) {
  const t = useMessages('shell.states');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (
    <Notice kind="warn">
      {t('stale', { time: format.clock(serviceTime(query.dataUpdatedAt)) })}{' '}
      <button type="button" className="underline" onClick={() => void query.refetch()}>
        {common('retry')}
      </button>
    </Notice>
  );
}

/** Placeholders, read out as one word. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useMessages('shell.common');
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden>{children}</div>
    </div>
  );
}

/** A quiet block of the size that the content will have. */
export function Placeholder({ className }: { className: string }) {
  return <div className={classNames('placeholder-block', className)} />;
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const errorText = useErrorText();
  const t = useMessages('shell.common');
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-lg border border-line px-4 py-6">
      <p>{errorText(error)}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  );
}

/** One sentence and, where there is one, the action that ends the emptiness. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line px-4 py-6">
      <p className="max-w-2xl text-sm text-soft">{text}</p>
      {children}
    </div>
  );
}

/** A line of text that qualifies what stands below it. */
export function Notice({
  kind,
  className,
  children,
}: {
  kind: 'warn' | 'info';
  className?: string;
  children: ReactNode;
}) {
  return (
    <p
      className={classNames(
        'justify-self-start rounded-md px-3 py-1.5 text-sm',
        kind === 'warn' ? 'bg-warn-wash text-warn' : 'bg-sunken text-soft',
        className,
      )}
    >
      {children}
    </p>
  );
}
