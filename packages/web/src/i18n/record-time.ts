import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '../api/settings.ts';
import { zonedInstant } from '../time/zone-time.ts';
import { defineMessages } from './define-messages.ts';
import { TAGS } from './format.ts';
import { useLocale, useMessages } from './locale.ts';

const messages = defineMessages({
  en: { note: 'Times in the zone {zone}.', never: 'never' },
  es: { note: 'Horas en la zona {zone}.', never: 'nunca' },
});

const MARKET_ZONE = 'Europe/Madrid';

/** When something happened to a record, in the zone that the tenant chose. Delivery hours stay in the market's. */
export interface RecordTime {
  /** `31 Mar 2026, 12:05`; a word for never where there is no instant. */
  instant(instant: string | null): string;
  /** ISO 8601 in UTC of a local time `YYYY-MM-DDTHH:MM`. */
  parse(local: string): string;
  zone: string;
  /** Says the zone, once on a page. */
  note: string;
}

export function useRecordTime(): RecordTime {
  const locale = useLocale();
  const t = useMessages(messages);
  const zone = useQuery(settingsQuery).data?.time_zone ?? MARKET_ZONE;
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(TAGS[locale], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    return {
      instant: (instant) => (instant === null ? t('never') : format.format(new Date(instant))),
      parse: (local) => new Date(zonedInstant(local, zone)).toISOString(),
      zone,
      note: t('note', { zone }),
    };
  }, [locale, t, zone]);
}
