/** How many places Page Up and Page Down pass. */
const LEAP = 24;

/** The place that a key leads to among `count` in a row, from none where `at` is -1; undefined for a key that leads nowhere. */
export function nextIndex(key: string, at: number, count: number): number | undefined {
  const within = (index: number) => Math.max(0, Math.min(index, count - 1));
  if (key === 'ArrowRight') return within(at + 1);
  if (key === 'ArrowLeft') return within(at - 1);
  if (key === 'PageDown') return within(at + LEAP);
  if (key === 'PageUp') return within(at - LEAP);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
