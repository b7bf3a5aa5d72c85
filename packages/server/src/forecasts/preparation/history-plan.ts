import { addDays, type DeliveryDay, deliveryDayOf, AUCTIONS, type Product } from '@lonja/forecasting/market';
import { POWER_HISTORY_DAYS } from '@lonja/forecasting/power';
import { isDeclared } from '../../ground/config/declared-name.ts';
import type { LiveSourceName, Publication, Source } from '../../market/connectors/source.ts';
import { daysReadBy, EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { enabledSources } from '../../market/sources/known-sources.ts';

/** Past days of a publication that models read. */
export interface HistoryPart {
  source: Source;
  publication: Publication;
  /** Delivery days, both inclusive; the last ones may not be published yet. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Products whose forecasts read it; none: the service's own forecasts of the power system alone do. */
  readBy: readonly Product[];
  /** Whether the first forecast waits for it. */
  isFirst: boolean;
}

interface HistoryEntry {
  publication: string;
  readBy: readonly Product[];
  isFirst?: boolean;
  /** Left out where one of these sources is followed, whose history serves as well or better. */
  unless?: readonly LiveSourceName[];
}

/** Sources of the operator's forecasts of load, wind and solar power. */
const OF_THE_OPERATOR: readonly LiveSourceName[] = ['esios', 'entsoe'];

/** What is loaded of each source, in this order; docs/operations.md says how far back and why. */
const HISTORY: Readonly<Record<LiveSourceName, readonly HistoryEntry[]>> = {
  omie: prices([]),
  redata: [
    { publication: 'load.actual', readBy: [], unless: ['entsoe'] },
    { publication: 'generation.energy', readBy: [], unless: ['entsoe'] },
    { publication: 'netimport.energy', readBy: [], unless: ['entsoe'] },
  ],
  'open-meteo': [{ publication: 'weather.forecast', readBy: [] }],
  esios: [
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true },
    { publication: 'wind.forecast', readBy: AUCTIONS, isFirst: true },
    { publication: 'solar.forecast', readBy: AUCTIONS, isFirst: true },
    ...prices(['omie']),
  ],
  entsoe: [
    ...prices(['omie', 'esios']),
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true, unless: ['esios'] },
    { publication: 'wind-solar.forecast', readBy: AUCTIONS, isFirst: true, unless: ['esios'] },
    { publication: 'load.actual', readBy: [] },
    { publication: 'generation.actual', readBy: [] },
    { publication: 'netimport.actual', readBy: [] },
  ],
  'energy-charts': [
    { publication: 'price.da', readBy: AUCTIONS, isFirst: true, unless: ['omie', 'esios', 'entsoe'] },
    { publication: 'load.forecast', readBy: AUCTIONS, isFirst: true, unless: OF_THE_OPERATOR },
    { publication: 'wind.forecast', readBy: AUCTIONS, unless: OF_THE_OPERATOR },
    { publication: 'solar.forecast', readBy: AUCTIONS, unless: OF_THE_OPERATOR },
    // Own forecasts of past days are made from here on, each once, and read what was published of the day before.
    { publication: 'generation.actual', readBy: [], unless: ['entsoe'] },
  ],
};

/** An auction's prices are read by the forecasts of its own product and of those after it; the day-ahead forecast reads IDA1 too. */
function prices(unless: readonly LiveSourceName[]): HistoryEntry[] {
  return [
    { publication: 'price.da', readBy: AUCTIONS, isFirst: true, unless },
    { publication: 'price.ida1', readBy: AUCTIONS, unless },
    { publication: 'price.ida2', readBy: ['ida2', 'ida3'], unless },
    { publication: 'price.ida3', readBy: ['ida3'], unless },
  ];
}

/** Whether day-ahead prices are forecast from the service's own forecasts of the power system, of past days as well, for want of others. */
export function restsOnOwnForecasts(context: Pick<DataContext, 'sources' | 'liveSources'>): boolean {
  const followed = enabledSources(context);
  return !OF_THE_OPERATOR.some((name) => followed.has(name));
}

/** The history of every followed source that models read. */
export function planHistory(
  context: Pick<DataContext, 'sources' | 'liveSources' | 'clock' | 'champion'>,
): HistoryPart[] {
  const followed = enabledSources(context);
  const today = deliveryDayOf(context.clock.now());
  const forecastDays = daysReadBy(context.champion);
  const powerDays = restsOnOwnForecasts(context)
    ? Math.max(POWER_HISTORY_DAYS, forecastDays)
    : POWER_HISTORY_DAYS;
  return [...followed.values()].flatMap((source) =>
    entriesOf(source).flatMap(
      ({ publication: name, readBy, isFirst = false, unless = [] }): HistoryPart[] => {
        const publication = source.publications.find((known) => known.name === name);
        if (publication === undefined || unless.some((other) => followed.has(other))) return [];
        const wanted = addDays(today, -(readBy.length === 0 ? powerDays : forecastDays));
        const from = wanted < publication.firstDay ? publication.firstDay : wanted;
        const to = addDays(today, 1);
        return from > to ? [] : [{ source, publication, from, to, readBy, isFirst }];
      },
    ),
  );
}

function entriesOf({ name, publications }: Source): readonly HistoryEntry[] {
  if (name === 'simulator') return [];
  return isDeclared(name) ? publications.filter(isReadByForecasts).map(ofForecasts) : HISTORY[name];
}

/** What declared sources may have that forecasts read. The history of anything else is loaded by a backfill alone. */
const READ_BY_FORECASTS: ReadonlySet<string> = new Set([...EXOGENOUS_KEYS, SIGNAL_KEYS.fuel]);

function isReadByForecasts({ units }: Publication): boolean {
  return Object.keys(units).some((key) => READ_BY_FORECASTS.has(key));
}

function ofForecasts({ name }: Publication): HistoryEntry {
  return { publication: name, readBy: AUCTIONS, isFirst: true };
}
