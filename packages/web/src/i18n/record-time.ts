import { ZONE } from '../market/shown-markets.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '../api/settings.ts';
import { serviceNow } from '../time/service-clock.ts';
import { zonedInstant } from '../time/zone-time.ts';
import { TAGS } from './format.ts';
import { useLocale, useMessages } from './locale.ts';

/** When something happened to a record, in the zone that the tenant chose. Delivery hours stay in the market's. */
export interface RecordTime {
  /** `31 Mar, 12:05`, with the year where it is not this one; a word for never where there is no instant. */
  instant(instant: string | null): string;
  /** ISO 8601 in UTC of a local time `YYYY-MM-DDTHH:MM`. */
  parse(local: string): string;
  zone: string;
  /** Says the zone, once on a page. */
  note: string;
}

export function useRecordTime(): RecordTime {
  const locale = useLocale();
  const t = useMessages('parts.recordTime');
  const zone = useQuery(settingsQuery).data?.time_zone ?? ZONE;
  return useMemo(() => {
    const clock = {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    } as const;
    const thisYear = new Intl.DateTimeFormat(TAGS[locale], clock);
    const otherYear = new Intl.DateTimeFormat(TAGS[locale], { ...clock, year: 'numeric' });
    const show = (at: Date) =>
      at.getUTCFullYear() === new Date(serviceNow()).getUTCFullYear()
        ? thisYear.format(at)
        : otherYear.format(at);
    return {
      instant: (instant) => (instant === null ? t('never') : show(new Date(instant))),
      parse: (local) => new Date(zonedInstant(local, zone)).toISOString(),
      zone,
      note: t('note', { zone }),
    };
  }, [locale, t, zone]);
}
