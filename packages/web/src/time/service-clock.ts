import { useEffect, useState } from 'react';

/**
 * The service's own time, ticking: it told `now` when the answer came at `receivedMs` of the browser's clock, and the two need not
 * agree.
 */
export function useServiceNow(now: string, receivedMs: number, everyMs = 1000): number {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Date.parse(now) + Math.max(0, browserNow - receivedMs);
}

/** What is left as H:MM:SS, with days in front where there are any. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}
