import { countdown, useServiceNow } from '../../time/service-clock.ts';

/** What is left until an instant, counted down by the second. */
export function Countdown({ to }: { to: string }) {
  return <time dateTime={to}>{countdown(Date.parse(to) - useServiceNow())}</time>;
}
