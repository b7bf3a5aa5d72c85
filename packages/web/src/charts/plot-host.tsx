import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { reveal, xSpan, zoomBy } from './plot-zoom.ts';
import { nextIndex } from './step-keys.ts';
import type { TooltipContent } from './tooltip.ts';
import type { Plot } from './use-plot.ts';

interface PlotHostProps {
  /** Says what is shown, to those who do not see it. */
  label: string;
  shown: Plot;
  height: number;
  /** How many places the keys step through. */
  count: number;
  /** Where the cursor stands for a place, in terms of the x axis. */
  xAt: (index: number) => number;
  contentAt: (index: number) => TooltipContent | undefined;
  /** Called with the place that was chosen by a click or Enter. */
  onChoose?: ((index: number) => void) | undefined;
}

/** Where a plot is drawn, and how it is read from the keyboard: each place that the keys reach is said aloud. */
export function PlotHost({ label, shown, height, count, xAt, contentAt, onChoose }: PlotHostProps) {
  const t = useMessages('shell.plotHost');
  const [spoken, setSpoken] = useState('');
  const { element, plot, showAll } = shown;
  const chosen = () => {
    const index = plot.current?.cursor.idx;
    if (index !== null && index !== undefined && index < count) onChoose?.(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const made = plot.current;
    if (made === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = made.cursor.idx ?? -1;
    const { min, max } = xSpan(made);
    const next = nextIndex(event.key, at, count);
    if (event.key === 'Enter') chosen();
    else if (event.key === '+') zoomBy(made, 'in', at < 0 ? (min + max) / 2 : xAt(Math.min(at, count - 1)));
    else if (event.key === '-') zoomBy(made, 'out', at < 0 ? (min + max) / 2 : xAt(Math.min(at, count - 1)));
    else if (event.key === '0') showAll();
    else if (next === undefined) return;
    event.preventDefault();
    if (next === undefined) return;
    reveal(made, xAt(next));
    made.setCursor({ left: made.valToPos(xAt(next), 'x'), top: 10 });
    const content = contentAt(next);
    if (content !== undefined) setSpoken(sentenceOf(content));
  };

  return (
    <div
      role="group"
      aria-label={`${label}. ${t('hint')}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={chosen}
      style={{ height }}
      className="relative"
    >
      <div ref={element} aria-hidden />
      <p className="sr-only" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}

function sentenceOf({ title, rows }: TooltipContent): string {
  return `${title}. ${rows.map(({ label, value }) => `${label}: ${value}`).join('. ')}`;
}
