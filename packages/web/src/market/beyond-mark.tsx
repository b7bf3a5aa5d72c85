import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { type ClearedExtremes, type Side, sideText, SIGNS } from './beyond-cleared.ts';

interface BeyondMarkProps {
  side: Side | undefined;
  extremes: ClearedExtremes | undefined;
}

/** Behind a price that lies beyond anything cleared: a sign, and in words what it says. */
export function BeyondMark({ side, extremes = null }: BeyondMarkProps) {
  const t = useMessages('parts.beyondCleared');
  const format = useFormat();
  if (side === undefined) return null;
  const text = sideText({ t, format }, side, extremes);
  return (
    <span className="text-warn" title={text}>
      {' '}
      <span aria-hidden>{SIGNS[side]}</span>
      <span className="sr-only">({text})</span>
    </span>
  );
}
