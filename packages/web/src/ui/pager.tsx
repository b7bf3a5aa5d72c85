import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { Button } from './button.tsx';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Leads through the pages of a list; nothing where there is but one. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const t = useMessages('parts.pager');
  const common = useMessages('shell.common');
  const format = useFormat();
  if (total <= pageSize) return null;
  const last = Math.ceil(total / pageSize);
  return (
    <div className="flex items-center justify-end gap-2 text-sm text-soft">
      <span className="tabular mr-2">
        {t('place', {
          from: format.number((page - 1) * pageSize + 1),
          to: format.number(Math.min(page * pageSize, total)),
          total: format.number(total),
        })}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, last))}>
        {common('previous')}
      </Button>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        {common('next')}
      </Button>
    </div>
  );
}
