import type { ReactNode } from 'react';

/** One number that matters, with its name and what it is measured in. */
export function Figure({
  label,
  value,
  unit,
  note,
}: {
  label: string;
  value: ReactNode;
  unit?: string;
  note?: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-faint">{label}</dt>
      <dd>
        <span className="tabular text-xl font-semibold tracking-tight">{value}</span>
        {unit !== undefined && <span className="text-sm text-faint"> {unit}</span>}
        {note !== undefined && <span className="block text-sm text-soft">{note}</span>}
      </dd>
    </div>
  );
}
