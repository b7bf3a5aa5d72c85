import {
  HOUR_MS,
  formatMadrid,
  madridOffsetMs,
  type Auction,
  auctionOf,
  type Zone,
  zoneOf,
  isFirstZone,
} from '@lonja/forecasting/market';
import { LANGUAGE_TAGS, type Locale } from '../../ground/config/locale.ts';
import type { AlertContent, AlertDay, AlertKind } from '../../ground/database/notification-schema.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import type { NotificationText } from './describe-notification.ts';

/** What an alert rule found, in words: one paragraph for each delivery day. */
export function describeAlert(locale: Locale, alert: AlertContent): NotificationText {
  const words = WORDS[locale];
  const [first] = alert.days;
  const last = alert.days.at(-1) ?? first;
  const { product: stored } = alert;
  const [market, auction] = [zoneOf(stored), auctionOf(stored)];
  const product = `${isFirstZone(market) ? '' : `${words.markets[market] ?? market.toUpperCase()}, `}${words.auctions[auction]}`;
  const isQuarters = alert.resolution === 'PT15M';
  const path = `/forecasts?${isFirstZone(market) ? '' : `market=${market}&`}products=${auction}&from=${first.day}&to=${last.day}${isQuarters ? '&resolution=PT15M' : ''}`;
  return {
    title: `${alert.ruleName}: ${product}, ${formatDay(locale, first.day)}`,
    paragraphs: [
      ...alert.days.map((day) => {
        const said = words.found[alert.ruleKind](day, {
          threshold: formatNumber(locale, alert.threshold),
          figure: formatNumber(locale, day.figure),
          percent: day.figure.toLocaleString(LANGUAGE_TAGS[locale], { maximumFractionDigits: 0 }),
          at: day.at === null ? '' : formatHour(day.at),
          periods: isQuarters
            ? count(locale, 4 * day.hours, words.quarters)
            : count(locale, day.hours, words.hours),
        });
        return `${capitalized(formatDay(locale, day.day))}: ${said}`;
      }),
      ...(alert.simulated ? [words.simulated] : []),
    ],
    link: { label: words.open, path },
  };
}

/** Figures as they are written in the reader's language. */
interface Figures {
  threshold: string;
  figure: string;
  /** The figure of a probability. */
  percent: string;
  at: string;
  /** How many hours, or quarters, meet the rule. */
  periods: string;
}

interface Words {
  hours: { one: string; other: string };
  quarters: { one: string; other: string };
  markets: Partial<Record<Zone, string>>;
  auctions: Record<Auction, string>;
  found: Record<AlertKind, (day: AlertDay, figures: Figures) => string>;
  simulated: string;
  open: string;
}

const WORDS: Record<Locale, Words> = {
  en: {
    hours: { one: 'hour', other: 'hours' },
    quarters: { one: 'quarter hour', other: 'quarter hours' },
    markets: { es: 'Spain', pt: 'Portugal' },
    auctions: { da: 'day-ahead', ida1: 'intraday 1', ida2: 'intraday 2', ida3: 'intraday 3' },
    found: {
      price_above: (_day, { periods, threshold, figure, at }) =>
        `${periods} above ${threshold} EUR/MWh. Highest: ${figure} EUR/MWh at ${at}.`,
      price_below: (_day, { periods, threshold, figure, at }) =>
        `${periods} below ${threshold} EUR/MWh. Lowest: ${figure} EUR/MWh at ${at}.`,
      negative_hours: (_day, { periods }) => `${periods} with negative price.`,
      forecast_change: (_day, { periods, threshold, figure, at }) =>
        `${periods} changed by ${threshold} EUR/MWh or more since the previous run. Largest change: ${figure} EUR/MWh at ${at}.`,
      spread: (_day, { figure }) => `the daily spread is ${figure} EUR/MWh.`,
      probability_above: ({ hours }, { threshold, percent }) =>
        `${percent} % probability of ${count('en', hours, { one: 'hour', other: 'hours' })} or more above ${threshold} EUR/MWh.`,
      probability_below: ({ hours }, { threshold, percent }) =>
        `${percent} % probability of ${count('en', hours, { one: 'hour', other: 'hours' })} or more at or below ${threshold} EUR/MWh.`,
    },
    simulated: 'Simulated data: these are not market prices.',
    open: 'See the forecast',
  },
  es: {
    hours: { one: 'hora', other: 'horas' },
    quarters: { one: 'cuarto de hora', other: 'cuartos de hora' },
    markets: { es: 'España', pt: 'Portugal' },
    auctions: { da: 'mercado diario', ida1: 'IDA1', ida2: 'IDA2', ida3: 'IDA3' },
    found: {
      price_above: (_day, { periods, threshold, figure, at }) =>
        `${periods} por encima de ${threshold} EUR/MWh. Máximo: ${figure} EUR/MWh a las ${at}.`,
      price_below: (_day, { periods, threshold, figure, at }) =>
        `${periods} por debajo de ${threshold} EUR/MWh. Mínimo: ${figure} EUR/MWh a las ${at}.`,
      negative_hours: (_day, { periods }) => `${periods} a precio negativo.`,
      forecast_change: (_day, { periods, threshold, figure, at }) =>
        `${periods} con un cambio de ${threshold} EUR/MWh o más desde la ejecución anterior. Mayor cambio: ${figure} EUR/MWh a las ${at}.`,
      spread: (_day, { figure }) => `el diferencial diario es de ${figure} EUR/MWh.`,
      probability_above: ({ hours }, { threshold, percent }) =>
        `${percent} % de probabilidad de ${count('es', hours, { one: 'hora', other: 'horas' })} o más por encima de ${threshold} EUR/MWh.`,
      probability_below: ({ hours }, { threshold, percent }) =>
        `${percent} % de probabilidad de ${count('es', hours, { one: 'hora', other: 'horas' })} o más a ${threshold} EUR/MWh o menos.`,
    },
    simulated: 'Datos simulados: no son precios del mercado.',
    open: 'Ver la previsión',
  },
  pt: {
    hours: { one: 'hora', other: 'horas' },
    quarters: { one: 'quarto de hora', other: 'quartos de hora' },
    markets: { es: 'Espanha', pt: 'Portugal' },
    auctions: { da: 'mercado diário', ida1: 'IDA1', ida2: 'IDA2', ida3: 'IDA3' },
    found: {
      price_above: (_day, { periods, threshold, figure, at }) =>
        `${periods} acima de ${threshold} EUR/MWh. Máximo: ${figure} EUR/MWh às ${at}.`,
      price_below: (_day, { periods, threshold, figure, at }) =>
        `${periods} abaixo de ${threshold} EUR/MWh. Mínimo: ${figure} EUR/MWh às ${at}.`,
      negative_hours: (_day, { periods }) => `${periods} a preço negativo.`,
      forecast_change: (_day, { periods, threshold, figure, at }) =>
        `${periods} com uma alteração de ${threshold} EUR/MWh ou mais desde a execução anterior. Maior alteração: ${figure} EUR/MWh às ${at}.`,
      spread: (_day, { figure }) => `o diferencial diário é de ${figure} EUR/MWh.`,
      probability_above: ({ hours }, { threshold, percent }) =>
        `${percent}% de probabilidade de ${count('pt', hours, { one: 'hora', other: 'horas' })} ou mais acima de ${threshold} EUR/MWh.`,
      probability_below: ({ hours }, { threshold, percent }) =>
        `${percent}% de probabilidade de ${count('pt', hours, { one: 'hora', other: 'horas' })} ou mais a ${threshold} EUR/MWh ou menos.`,
    },
    simulated: 'Dados simulados: não são preços do mercado.',
    open: 'Ver a previsão',
  },
};

function count(locale: Locale, number: number, words: { one: string; other: string }): string {
  const isOne = new Intl.PluralRules(locale).select(number) === 'one';
  return `${number} ${isOne ? words.one : words.other}`;
}

function formatNumber(locale: Locale, number: number): string {
  const text = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return roundPrice(number).toLocaleString(LANGUAGE_TAGS[locale], text);
}

function formatDay(locale: Locale, day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(LANGUAGE_TAGS[locale], options);
}

/** Local time with the zone, which distinguishes the two hours 2 of the 25-hour day: `20:00 CEST`. */
function formatHour(start: number): string {
  const zone = madridOffsetMs(start) === 2 * HOUR_MS ? 'CEST' : 'CET';
  return `${formatMadrid(start).slice(11, 16)} ${zone}`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
