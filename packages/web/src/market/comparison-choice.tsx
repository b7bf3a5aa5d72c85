import { useMessages } from '../i18n/locale.ts';
import { COMPARISONS, readComparison, useComparison } from './comparison.ts';

/** Which run forecasts are compared with. The browser keeps it, for all pages. */
export function ComparisonChoice() {
  const t = useMessages('shell.compared');
  const [comparison, choose] = useComparison();
  return (
    <select
      aria-label={t('compare')}
      value={comparison}
      onChange={({ target }) => choose(readComparison(target.value).compare ?? 'previous')}
      className="h-9 rounded-md border border-line bg-raised px-2 text-sm"
    >
      {COMPARISONS.map((name) => (
        <option key={name} value={name}>
          {`${t('compare')}: ${t(name)}`}
        </option>
      ))}
    </select>
  );
}
