import { type Format, useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { Span } from '../../market/missing-spans.ts';
import { madridClock, madridDay } from '../../time/madrid-time.ts';
import { messages } from './messages.ts';

const MOST_NAMED = 4;

/** Names spans in words, the first few of many. */
export function useSpanText(): (spans: readonly Span[]) => string {
  const t = useMessages(messages);
  const format = useFormat();
  return (spans) => {
    const named = spans.slice(0, MOST_NAMED).map((span) => spanText(span, format));
    const rest = spans.length - named.length;
    return [...named, ...(rest > 0 ? [t('more', { count: rest })] : [])].join('; ');
  };
}

/** `Tue 31 Mar, 10:00–12:00`, with the day at its end where that is another one. */
function spanText({ fromMs, toMs }: Span, format: Format): string {
  const [first, last] = [madridDay(fromMs), madridDay(toMs - 1)];
  const end = first === last ? madridClock(toMs) : `${format.day(last)}, ${madridClock(toMs)}`;
  return `${format.day(first)}, ${madridClock(fromMs)}–${end}`;
}
