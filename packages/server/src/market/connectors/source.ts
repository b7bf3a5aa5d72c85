import type { Reasons } from '../../ground/reasons/reasons.ts';
import type { DeclaredName } from '../../ground/config/declared-name.ts';
import { type DeliveryDay, type Auction, type RelativeTime, deliveryDayOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';

/** Live sources by the name that SOURCES and feeds know them by. */
export const LIVE_SOURCES = ['omie', 'redata', 'open-meteo', 'esios', 'entsoe', 'energy-charts'] as const;
export type LiveSourceName = (typeof LIVE_SOURCES)[number];
export type SourceName = LiveSourceName | 'simulator';
/** `auto`: live sources where they answer, imported data where it reaches the present, otherwise the simulator. */
export type SourcesSetting = 'auto' | SourceName[];

/** Enough of a measured quantity: without any three of the twelve values of an hour the mean of Spain's load moves by 1.3 % at most. */
export const MEASURED_SHARE = 0.75;

/** One thing that a source publishes for every delivery day. */
export interface Publication {
  /** Unique within its source, such as `price.da`. */
  name: string;
  /** Units of the series that a complete day holds, by key. */
  units: Readonly<Record<string, string>>;
  /** Auction whose delivery periods a complete day holds; undefined: all periods of the day. */
  product: Auction | undefined;
  /** When a day is normally public. */
  expected: RelativeTime;
  /** First delivery day there can be. */
  firstDay: DeliveryDay;
  /** Most delivery days that one request may ask for. */
  daysPerRequest: number;
  /** The share of its values that an hour needs, and of its periods that a day needs; 1 where left out: prices and forecasts come whole. */
  leastShare?: number;
  /** Whether a day may lack some of its series, such as a type of production: it is good without them, and says so. */
  mayLackSeries?: boolean;
  /**
   * From when on a day is asked for though it is expected later: nobody states when it is published, so it counts as known from when it was seen,
   * and as `expected` says where it was not awaited.
   */
  watchedFrom?: RelativeTime;
}

/** What a source has published for one delivery day. */
export interface PublishedDay {
  day: DeliveryDay;
  /** As the source numbers it, from 1; 1 where it does not. */
  revision: number;
  /**
   * `availableAt` is the usual instant of publication: where the source does not state one, there is no better information afterwards. Empty: the
   * day is published, but without values, as an auction without a result is.
   */
  series: Series[];
  /** What was found damaged and passed over, or is missing; the day is good without it. */
  warnings?: Reasons;
  /** Higher revisions have not been asked for. */
  isFirstRevisionOnly?: boolean;
}

export interface FetchOptions {
  /** The lowest revision that has values will do for now: a long history is there three times as soon. */
  firstRevisionOnly?: boolean;
}

/** Delivery days, both inclusive. */
export interface DaySpan {
  from: DeliveryDay;
  to: DeliveryDay;
}

/**
 * A source of market data. `fetch` gives what it has published of the asked days in order; days that it has not published are
 * left out. Throws SourceUnavailable when it does not answer and PayloadFault when the answer cannot be used.
 */
export interface Source {
  name: SourceName | DeclaredName;
  publications: readonly Publication[];
  /** What is said of days to come and changes until they are there: it is followed, and cannot be asked for afterwards. */
  outlooks?: readonly Publication[];
  /** Terms of its data as the operator declared them; the data dictionary has those of the others. */
  licence?: string;
  /** Requests that may run at the same time. */
  parallel: number;
  fetch(publication: Publication, span: DaySpan, options?: FetchOptions): Promise<PublishedDay[]>;
  /** Whether the source answers at all, whatever it says; asked once and shortly. */
  reaches(): Promise<boolean>;
}

/** Names of the live sources as people know them. */
export const SOURCE_TITLES: Readonly<Record<LiveSourceName, string>> = {
  omie: 'OMIE',
  redata: 'REData',
  'open-meteo': 'Open-Meteo',
  esios: 'ESIOS',
  entsoe: 'ENTSO-E',
  'energy-charts': 'Energy-Charts',
};

/** Under which terms the data of each source come, and the name to give as the source. docs/data-dictionary.md says more. */
export const SOURCE_LICENCES: Readonly<Record<LiveSourceName, string>> = {
  omie: 'legal notice of omie.es; name as the source: OMIE',
  redata: 'terms of use of REData; name as the source: Red Eléctrica (REE), REData',
  'open-meteo':
    'CC BY 4.0, the free interface for non-commercial use; name as the source: Weather data by Open-Meteo.com',
  esios: 'terms of use of ESIOS; name as the source: Red Eléctrica (REE), ESIOS',
  entsoe: 'terms of the Transparency Platform; name as the source: ENTSO-E Transparency Platform',
  'energy-charts': 'CC BY 4.0; name as the source: Energy-Charts (Fraunhofer ISE)',
};

/** The variables with the tokens of the sources that ask for one. */
export const TOKEN_VARIABLES: Readonly<Partial<Record<LiveSourceName, string>>> = {
  esios: 'ESIOS_TOKEN',
  entsoe: 'ENTSOE_TOKEN',
};

const TITLES = new Map<string, string>(Object.entries(SOURCE_TITLES));

/** A declared source is called by its name, which its operator gave it. */
export function titleOf(source: LiveSourceName | DeclaredName): string {
  return TITLES.get(source) ?? source;
}

/**
 * Days of an outlook: of the asked ones those from today on that `fetchDays` gives, known from now on. Later answers say something else of
 * the same days, so nothing is asked of days past.
 */
export async function fetchOutlook(
  { from, to }: DaySpan,
  { now, lastDay }: { now: number; lastDay: DeliveryDay },
  fetchDays: (span: DaySpan) => Promise<PublishedDay[]>,
): Promise<PublishedDay[]> {
  const today = deliveryDayOf(now);
  const span = { from: from < today ? today : from, to: to > lastDay ? lastDay : to };
  if (span.from > span.to) return [];
  const days = await fetchDays(span);
  return days.map((day) => ({
    ...day,
    series: day.series.map((series) => ({ ...series, availableAt: series.availableAt.map(() => now) })),
  }));
}
