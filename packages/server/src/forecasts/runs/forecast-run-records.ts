import { type Product, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import type { Evolution } from './get-evolution.ts';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import type { ForecastRun } from './visible-runs.ts';
import { runOccasion } from './run-occasion.ts';
import { toDegraded } from './degraded-fields.ts';
import { beyondCell, toBeyond } from '../../market/prices/cleared-record.ts';
import type { CsvValue } from '../../ground/http/csv.ts';
import type { Evolution as EvolutionRecord, RunSummary } from './forecast-runs-schemas.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

export const RUN_LIST_CSV_COLUMNS = [
  'forecast_id',
  'product',
  'issued_at (UTC)',
  `first_date (${TIME_ZONE})`,
  `last_date (${TIME_ZONE})`,
  'model_version',
  'data_as_of (UTC)',
  'known_until (UTC)',
  'degraded',
  'simulated',
  'scheduled_for (UTC)',
  'trigger',
  'before_gate',
];

export const EVOLUTION_CSV_COLUMNS = [
  'delivery (UTC)',
  `delivery (${TIME_ZONE})`,
  'forecast_id',
  'issued_at (UTC)',
  'value (EUR/MWh)',
  'p10 (EUR/MWh)',
  'p90 (EUR/MWh)',
  'price (EUR/MWh)',
  'beyond_cleared',
  'model_version',
  'simulated',
];

export function toRunSummary(run: ForecastRun): RunSummary {
  return {
    forecast_id: run.id,
    ...productFields(run.product),
    issued_at: formatInstant(run.issuedAt),
    first_date: run.firstDay,
    last_date: run.lastDay,
    model_version: run.modelVersionId,
    published_at: formatInstant(run.publishedAt),
    data_as_of: formatInstant(run.dataAsOf),
    known_until: formatInstant(run.knownUntil),
    ...runOccasion(run),
    ...toDegraded(run),
    simulated: run.dataOrigin === 'simulator',
  };
}

export function runListCsvRows(items: RunSummary[]): CsvValue[][] {
  return items.map((item) => [
    item.forecast_id,
    item.product,
    item.issued_at,
    item.first_date,
    item.last_date,
    item.model_version,
    item.data_as_of,
    item.known_until,
    item.degraded.join('; '),
    item.simulated,
    item.scheduled_for,
    item.trigger,
    item.before_gate,
  ]);
}

export function toEvolution(
  { start, vintages, priceEurPerMwh }: Evolution,
  query: { product: Product; resolution: 'PT1H' | 'PT15M'; simulated: boolean },
): EvolutionRecord {
  const { product, resolution, simulated } = query;
  return {
    ...productFields(product),
    delivery: formatInstant(start),
    resolution,
    unit: PRICE_UNIT,
    price: priceEurPerMwh === undefined ? null : roundPrice(priceEurPerMwh),
    items: vintages.map(({ run, point }) => ({
      forecast_id: run.id,
      issued_at: formatInstant(run.issuedAt),
      model_version: run.modelVersionId,
      value: roundPrice(point.value),
      p10: roundPrice(point.p10),
      p90: roundPrice(point.p90),
      ...toDegraded(run),
      ...toBeyond(run.clearedExtremes, point),
    })),
    total: vintages.length,
    simulated,
  };
}

export function evolutionCsvRows({ start, vintages, priceEurPerMwh }: Evolution): CsvValue[][] {
  return vintages.map(({ run, point }) => [
    formatInstant(start),
    formatMadrid(start),
    run.id,
    formatInstant(run.issuedAt),
    roundPrice(point.value),
    roundPrice(point.p10),
    roundPrice(point.p90),
    priceEurPerMwh === undefined ? null : roundPrice(priceEurPerMwh),
    beyondCell(run.clearedExtremes, point),
    run.modelVersionId,
    run.dataOrigin === 'simulator',
  ]);
}
