import { useEffect, useState, useSyncExternalStore } from 'react';
import { madridDay } from './madrid-time.ts';

const TICK_MS = 1000;

/** How far the service's clock is ahead of the browser's, ms: the two need not agree. */
let aheadMs = 0;

/** Notes what the service's clock shows at this moment. */
export function setServiceClock(now: string): void {
  aheadMs = Date.parse(now) - Date.now();
}

/** The service's own time, epoch ms: the one that "today", "now" and "in an hour" are of. */
export function serviceNow(): number {
  return serviceTime(Date.now());
}

/** What the service's clock showed when the browser's showed this, epoch ms. */
export function serviceTime(browserMs: number): number {
  return browserMs + aheadMs;
}

/** The service's time, ticking. */
export function useServiceNow(): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The delivery day that the service is in, also after midnight in a page that stayed open. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, serviceDay);
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

function serviceDay(): string {
  return madridDay(serviceNow());
}

/** A time span in a few characters: `4 min`, `2 h 5 min`, `14 h`, `3 d 2 h`. */
export function roughSpan(spanMs: number): string {
  const minutes = Math.max(0, Math.floor(spanMs / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours < 10) return `${hours} h ${minutes % 60} min`;
  if (hours < 24) return `${hours} h`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** What is left as H:MM:SS, with days in front where there are any. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}
