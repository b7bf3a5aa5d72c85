import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { beyondSentences, type ClearedExtremes, type Marks, SIGNS } from './beyond-cleared.ts';

interface BeyondNoteProps {
  /** Of which auction, where several are shown. */
  of?: string;
  marks: readonly Marks[];
  extremes: ClearedExtremes | undefined;
}

/** What the signs mean, and how many periods have one; nothing where none has. */
export function BeyondNote({ of, marks, extremes = null }: BeyondNoteProps) {
  const t = useMessages('parts.beyondCleared');
  const format = useFormat();
  const sentences = beyondSentences({ t, format }, marks, extremes);
  if (sentences.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm text-warn">
      {sentences.map(({ side, text }) => (
        <p key={side}>
          <span aria-hidden>{SIGNS[side]} </span>
          {of === undefined ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : `${of}: ${text}`}
        </p>
      ))}
    </div>
  );
}
