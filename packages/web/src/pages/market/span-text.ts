import { type Format, useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import type { Span } from '../../market/missing-spans.ts';
import { madridClock, madridDay, madridSpan } from '../../time/madrid-time.ts';

const MOST_NAMED = 4;

/** Names spans in words, the first few of many. */
export function useSpanText(): (spans: readonly Span[]) => string {
  const format = useFormat();
  const firstFew = useFirstFew();
  return (spans) => firstFew(spans.map((span) => spanText(span, format)));
}

/** The same of spans within one day, by their hours. */
export function useHoursText(): (spans: readonly Span[]) => string {
  const firstFew = useFirstFew();
  return (spans) => firstFew(spans.map(({ fromMs, toMs }) => madridSpan(fromMs, toMs)));
}

function useFirstFew(): (texts: readonly string[]) => string {
  const t = useMessages('market.page');
  return (texts) => {
    const rest = texts.length - MOST_NAMED;
    return [...texts.slice(0, MOST_NAMED), ...(rest > 0 ? [t('more', { count: rest })] : [])].join('; ');
  };
}

/** `Tue 31 Mar, 10:00–12:00`, with the day at its end where that is another one. */
function spanText({ fromMs, toMs }: Span, format: Format): string {
  const [first, last] = [madridDay(fromMs), madridDay(toMs - 1)];
  if (first === last) return `${format.day(first)}, ${madridSpan(fromMs, toMs)}`;
  return `${format.day(first)}, ${madridClock(fromMs)}–${format.day(last)}, ${madridClock(toMs)}`;
}
