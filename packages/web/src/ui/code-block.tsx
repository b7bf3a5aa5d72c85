import { CopyButton } from './copy-button.tsx';

/** Text for a terminal or an editor, with a button that copies it. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium text-soft">{label}</span>
        <CopyButton text={code} />
      </div>
      <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md bg-sunken px-3 py-2.5">
        <pre className="font-mono text-sm">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
