import { formatMadrid } from '@lonja/forecasting/market';
import type { z } from 'zod';
import type { CsvValue } from '../../ground/http/csv.ts';
import { formatInstant, roundMoney, roundPower, roundPrice } from '../../ground/http/wire.ts';
import type { findKeptPlan, ListedPlan, Settlement, sumSettlements } from './kept-plans.ts';
import type { KeptPlanDetail, KeptPlanRecord, Settlements } from './schemas.ts';

export function toKeptPlanRecord(plan: ListedPlan): KeptPlanRecord {
  return {
    id: plan.id,
    site_id: plan.siteId,
    date: plan.day,
    product: plan.product,
    kind: plan.kind,
    automatic: plan.isAutomatic,
    frozen_at: formatInstant(plan.frozenAt),
    author: { kind: plan.author.kind, id: plan.author.id ?? null },
    forecast_id: plan.forecastId,
    issued_at: formatInstant(plan.issuedAt),
    simulated: plan.isSimulated,
    expected_eur: roundMoney(plan.money.expected),
    p10_eur: roundMoney(plan.money.p10),
    p90_eur: roundMoney(plan.money.p90),
    settlement: plan.settlement === undefined ? null : toSettlementRecord(plan.settlement),
  };
}

function toSettlementRecord(settled: Settlement): NonNullable<KeptPlanRecord['settlement']> {
  const earned = roundMoney(settled.earned);
  const foresight = roundMoney(settled.withForesight);
  const lastDay = settled.asLastDay === undefined ? null : roundMoney(settled.asLastDay);
  return {
    revision: settled.revision,
    settled_at: formatInstant(settled.settledAt),
    bid_mwh: roundPower(settled.bidMwh),
    traded_mwh: roundPower(settled.tradedMwh),
    earned_eur: earned,
    foresight_eur: foresight,
    missed_eur: roundMoney(foresight - earned),
    last_day_eur: lastDay,
    gained_eur: lastDay === null ? null : roundMoney(earned - lastDay),
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

export function toSettlementGroup(
  group: Awaited<ReturnType<typeof sumSettlements>>[number],
): Settlements['items'][number] {
  const [earned, foresight] = [roundMoney(group.earned), roundMoney(group.withForesight)];
  const lastDay = group.asLastDay === undefined ? null : roundMoney(group.asLastDay);
  return {
    group: group.group,
    plans: group.plans,
    expected_eur: roundMoney(group.expected),
    bid_mwh: roundPower(group.bidMwh),
    traded_mwh: roundPower(group.tradedMwh),
    earned_eur: earned,
    foresight_eur: foresight,
    missed_eur: roundMoney(foresight - earned),
    last_day_eur: lastDay,
    gained_eur: lastDay === null ? null : roundMoney(group.comparable - lastDay),
  };
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
