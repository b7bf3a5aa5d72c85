import { AUCTION_CALENDAR, formatMadrid, instantFor } from '@lonja/forecasting/market';
import type { z } from 'zod';
import type { CsvValue } from '../../ground/http/csv.ts';
import { formatInstant, onWire, roundMoney, roundPower, roundPrice } from '../../ground/http/wire.ts';
import type { findKeptPlan, ListedPlan, Settlement, sumSettlements } from './kept-plans.ts';
import type { KeptPlanDetail, KeptPlanRecord, Settlements } from './schemas.ts';

export function toKeptPlanRecord(plan: ListedPlan): KeptPlanRecord {
  const { author_kind, author_id, settlement } = plan;
  return {
    ...onWire(plan),
    date: plan.delivery_day,
    automatic: plan.is_automatic,
    gate_closes_at: formatInstant(instantFor(plan.delivery_day, AUCTION_CALENDAR[plan.product].gateClosure)),
    author: { kind: author_kind, id: author_id },
    expected_eur: roundMoney(plan.expected_eur),
    p10_eur: roundMoney(plan.p10_eur),
    p90_eur: roundMoney(plan.p90_eur),
    settlement: settlement === undefined ? null : toSettlementRecord(settlement),
  };
}

function toSettlementRecord(settled: Settlement): NonNullable<KeptPlanRecord['settlement']> {
  const money = settledMoney(settled, settled.earned_eur);
  return { revision: settled.revision, settled_at: formatInstant(settled.settled_at.getTime()), ...money };
}

/** Quantities and money of one settlement or of a sum of them; `comparable` is what was earned where there is a plan of the day before. */
function settledMoney(settled: Omit<Settlement, 'revision' | 'settled_at'>, comparable: number) {
  const earned_eur = roundMoney(settled.earned_eur);
  const foresight_eur = roundMoney(settled.foresight_eur);
  const last_day_eur = settled.last_day_eur === null ? null : roundMoney(settled.last_day_eur);
  return {
    bid_mwh: roundPower(settled.bid_mwh),
    traded_mwh: roundPower(settled.traded_mwh),
    earned_eur,
    foresight_eur,
    missed_eur: roundMoney(foresight_eur - earned_eur),
    last_day_eur,
    gained_eur: last_day_eur === null ? null : roundMoney(comparable - last_day_eur),
  };
}

export function toKeptPlanDetail({
  plan,
  content,
  settlements,
}: NonNullable<Awaited<ReturnType<typeof findKeptPlan>>>): z.infer<typeof KeptPlanDetail> {
  const newest = settlements.at(0);
  return {
    ...toKeptPlanRecord({ ...plan, settlement: newest }),
    resolution: content.resolution,
    inputs: { ...content.inputs },
    settlements: settlements.map(toSettlementRecord),
    periods: content.starts.map((start, t) => {
      const settled = newest?.periods[t];
      const offer = content.offers?.[t] ?? undefined;
      return {
        hour: content.hours[t],
        start: formatMadrid(start),
        planned_mw: roundPower(content.netMw[t]),
        side: offer?.side ?? null,
        steps: (offer?.steps ?? []).map(({ price, mw }) => ({
          price: roundPrice(price),
          power_mw: roundPower(mw),
        })),
        expected_eur: roundMoney(content.expectedEur[t]),
        cleared_price: settled === undefined ? null : roundPrice(settled.price),
        traded_mw: settled === undefined ? null : roundPower(settled.tradedMw),
        earned_eur: settled === undefined ? null : roundMoney(settled.earned),
      };
    }),
  };
}

export const KEPT_CSV_COLUMNS = [
  'date',
  'site_id',
  'kind',
  'automatic',
  'frozen_at (UTC)',
  'author',
  'forecast_id',
  'expected (EUR)',
  'p10 (EUR)',
  'p90 (EUR)',
  'revision',
  'settled_at (UTC)',
  'bid (MWh)',
  'traded (MWh)',
  'earned (EUR)',
  'foresight (EUR)',
  'missed (EUR)',
  'last_day (EUR)',
  'gained (EUR)',
  'simulated',
];

export function keptCsvRow(plan: KeptPlanRecord): CsvValue[] {
  const { settlement, author } = plan;
  return [
    plan.date,
    plan.site_id,
    plan.kind,
    plan.automatic,
    plan.frozen_at,
    author.id === null ? author.kind : `${author.kind} ${author.id}`,
    plan.forecast_id,
    plan.expected_eur,
    plan.p10_eur,
    plan.p90_eur,
    settlement?.revision ?? null,
    settlement?.settled_at ?? null,
    settlement?.bid_mwh ?? null,
    settlement?.traded_mwh ?? null,
    settlement?.earned_eur ?? null,
    settlement?.foresight_eur ?? null,
    settlement?.missed_eur ?? null,
    settlement?.last_day_eur ?? null,
    settlement?.gained_eur ?? null,
    plan.simulated,
  ];
}

export function toSettlementGroup({
  group,
  plans,
  expected_eur,
  comparable,
  ...settled
}: Awaited<ReturnType<typeof sumSettlements>>[number]): Settlements['items'][number] {
  return { group, plans, expected_eur: roundMoney(expected_eur), ...settledMoney(settled, comparable) };
}

export const SETTLEMENT_CSV_COLUMNS = [
  'group',
  'plans',
  'expected (EUR)',
  'bid (MWh)',
  'traded (MWh)',
  'earned (EUR)',
  'foresight (EUR)',
  'missed (EUR)',
  'last_day (EUR)',
  'gained (EUR)',
];

export function settlementCsvRow(group: Settlements['items'][number]): CsvValue[] {
  return [
    group.group,
    group.plans,
    group.expected_eur,
    group.bid_mwh,
    group.traded_mwh,
    group.earned_eur,
    group.foresight_eur,
    group.missed_eur,
    group.last_day_eur,
    group.gained_eur,
  ];
}
