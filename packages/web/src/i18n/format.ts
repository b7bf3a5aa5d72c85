import { ZONE } from '../market/shown-markets.ts';
import { madridDay } from '../time/madrid-time.ts';
import { serviceNow } from '../time/service-clock.ts';
import type { Locale } from './texts.ts';
import { useLocale } from './locale.ts';

/** Numbers, days and instants as the reader writes them. Instants are shown in the market's zone. */
export interface Format {
  /** EUR/MWh with two decimals. */
  price: (value: number) => string;
  /** Signed, for changes and contributions. */
  change: (value: number) => string;
  number: (value: number, decimals?: number) => string;
  /** From percent, not from a share. */
  percent: (value: number, decimals?: number) => string;
  /** `Tue 31 Mar` of a calendar day; with the year, and without the weekday, where it is not this one. */
  day: (day: string) => string;
  /** `31/03/2026` */
  numericDay: (day: string) => string;
  /** `Tuesday, 31 March`, with the year where it is not this one. */
  longDay: (day: string) => string;
  month: (day: string) => string;
  /** `12:05` in the market's zone. */
  clock: (instant: string | number) => string;
  /** `31 Mar, 12:05` in the market's zone, with the year where it is not this one. */
  instant: (instant: string | number) => string;
  /** Short name; 0 is Monday. */
  weekday: (index: number) => string;
}

export const TAGS: Record<Locale, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' };

export function createFormat(locale: Locale): Format {
  const tag = TAGS[locale];
  const formats = new Map<string, Intl.NumberFormat>();
  const numbers = (digits: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat => {
    const key = `${digits} ${options.style ?? ''} ${options.signDisplay ?? ''}`;
    const format =
      formats.get(key) ??
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'negative',
        ...options,
      });
    formats.set(key, format);
    return format;
  };
  // Made when it is first used: each takes the browser a millisecond, and a page needs a few of them.
  const dates = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return { format: (at: number | Date) => (made ??= new Intl.DateTimeFormat(tag, options)).format(at) };
  };
  const days = (options: Intl.DateTimeFormatOptions) => dates({ ...options, timeZone: 'UTC' });
  const time = { hour: '2-digit', minute: '2-digit', timeZone: ZONE } as const;
  const shortDay = days({ weekday: 'short', day: 'numeric', month: 'short' });
  const datedDay = days({ day: 'numeric', month: 'short', year: 'numeric' });
  const numericDay = days({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const longDay = days({ weekday: 'long', day: 'numeric', month: 'long' });
  const datedLongDay = days({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const month = days({ month: 'short', year: 'numeric' });
  const weekday = days({ weekday: 'short' });
  const clock = dates(time);
  const instant = dates({ day: 'numeric', month: 'short', ...time });
  const datedInstant = dates({ day: 'numeric', month: 'short', year: 'numeric', ...time });
  const thisYear = () => madridDay(serviceNow()).slice(0, 4);
  return {
    price: (value) => minus(numbers(2).format(value)),
    change: (value) => minus(numbers(2, { signDisplay: 'exceptZero' }).format(value)),
    number: (value, digits = 0) => minus(numbers(digits).format(value)),
    percent: (value, digits = 1) => minus(numbers(digits, { style: 'percent' }).format(value / 100)),
    day: (day) =>
      shortened((day.slice(0, 4) === thisYear() ? shortDay : datedDay).format(Date.parse(day)), locale),
    numericDay: (day) => numericDay.format(Date.parse(day)),
    longDay: (day) => (day.slice(0, 4) === thisYear() ? longDay : datedLongDay).format(Date.parse(day)),
    month: (day) => month.format(Date.parse(day)),
    clock: (at) => clock.format(new Date(at)),
    instant(at) {
      const isThisYear = madridDay(new Date(at).getTime()).slice(0, 4) === thisYear();
      return (isThisYear ? instant : datedInstant).format(new Date(at));
    },
    weekday: (index) => shortened(weekday.format(Date.UTC(2024, 0, 1 + index)), locale),
  };
}

const formats = new Map<Locale, Format>();

/** The same for every part of the page. */
export function useFormat(): Format {
  const locale = useLocale();
  const format = formats.get(locale) ?? createFormat(locale);
  formats.set(locale, format);
  return format;
}

/** The short weekdays of European Portuguese are whole words there, `segunda`, which no column has room for. */
function shortened(text: string, locale: Locale): string {
  return locale === 'pt' ? text.replace(/^(\p{L}{3})\p{L}+/u, '$1') : text;
}

/** A true minus sign is as wide as a digit. */
function minus(text: string): string {
  return text.replace('-', '−');
}
