import { AUCTION_CALENDAR, formatMadrid, instantFor, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { daySpanParameters } from '../../ground/http/common-names.ts';
import { resolveSpan } from '../../ground/http/day-range.ts';
import {
  dayField,
  ForecastIdField,
  HourField,
  instantField,
  priceField,
  ProductField,
  ResolutionField,
  SimulatedField,
  StartField,
} from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { CsvLocale, dayParameter, Format } from '../../ground/http/parameters.ts';
import { idField } from '../../people/access/account-fields.ts';
import {
  cyclesParameter,
  moneyField,
  moneyFields,
  percentParameter,
  quantityField,
  SiteIdField,
} from '../portfolio/schemas.ts';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { formatInstant, onWire, roundMoney, roundPower, roundPrice } from '../../ground/http/wire.ts';
import type { findKeptPlan, ListedPlan, Settlement, sumSettlements } from './store.ts';

const KINDS = ['plan', 'offer'] as const;

export const NewKeptPlan = z
  .strictObject({
    date: dayParameter(`Delivery day in ${TIME_ZONE}`),
    kind: z.enum(KINDS).default('plan').meta({
      description: 'The plan, which stands at any price, or the offer with its steps',
    }),
    plan: z.enum(['expected', 'robust']).default('expected').meta({ description: 'As of the schedule' }),
    limits: z.enum(['cost', 'none']).default('cost').meta({ description: 'As of the offer' }),
    contract_mw: z.number().min(0).max(9999).default(0).meta({ description: 'As of the offer, MW' }),
    start_soc: percentParameter(
      'Battery: charge at the start of the day, percent; as the site says when absent',
    ),
    end_soc: percentParameter(
      'Battery: least charge at the end of the day, percent; as the site says when absent',
    ),
    max_cycles: cyclesParameter('Battery: most fillings taken out in the day; as the site says when absent'),
  })
  .meta({ id: 'NewKeptPlan' });

const AuthorField = z
  .object({
    kind: z.enum(['user', 'api_key', 'system']).meta({ description: 'system: the service, at the gate' }),
    id: z.string().nullable().meta({ description: 'Of the user or the key' }),
  })
  .meta({ id: 'PlanAuthor', description: 'Who kept it' });

const settledFields = {
  bid_mwh: quantityField('Energy that it meant to trade, both directions added up, MWh', 36),
  traded_mwh: quantityField('Energy that it traded, MWh', 34.2),
  earned_eur: moneyField('What it earned, less wear', 790.1),
  foresight_eur: moneyField('The most that any plan could have earned', 842.9),
  missed_eur: moneyField('That less what it earned', 52.8),
};

const SettlementRecord = z
  .object({
    revision: z.int().min(1).meta({ description: 'More than 1: the prices were corrected' }),
    settled_at: instantField('When it was settled'),
    ...settledFields,
    last_day_eur: moneyField(
      'What the plan that was kept for the day before would have earned on this one; null: none was',
      610,
    ).nullable(),
    gained_eur: moneyField('What it earned beyond that', 180.1).nullable(),
  })
  .meta({ id: 'PlanSettlement', description: 'At the prices that cleared' });

export const KeptPlanRecord = z
  .object({
    id: idField('Identifier of what was kept'),
    site_id: SiteIdField,
    date: dayField('Delivery day'),
    product: ProductField,
    kind: z.enum(KINDS),
    automatic: z
      .boolean()
      .meta({ description: 'Whether it was kept by itself, by what was known when the gate closed' }),
    gate_closes_at: instantField('When the gate of the auction closes'),
    frozen_at: instantField('When it was kept; after the gate where a stop was made up for'),
    author: AuthorField,
    forecast_id: ForecastIdField,
    issued_at: instantField('When that forecast was issued'),
    simulated: SimulatedField,
    ...moneyFields,
    settlement: SettlementRecord.nullable().meta({
      description: 'The newest; null until all prices of the day are public',
    }),
  })
  .meta({ id: 'KeptPlan' });
export type KeptPlanRecord = z.infer<typeof KeptPlanRecord>;

export const KeptPlanPage = pageOf(KeptPlanRecord).meta({ id: 'KeptPlanPage' });

export const KeptPlanDetail = KeptPlanRecord.extend({
  resolution: ResolutionField,
  inputs: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The site as it was, how it was to be run, and the expected prices' }),
  settlements: z.array(SettlementRecord).meta({ description: 'All of them, the newest first' }),
  periods: z.array(
    z
      .object({
        hour: HourField,
        start: StartField,
        planned_mw: quantityField('Power of the plan, feed-in positive, MW', 8.4),
        steps: z
          .array(z.object({ price: priceField('Price', 62.5), power_mw: quantityField('Power, MW', 2.5) }))
          .meta({ description: 'Of an offer' }),
        side: z.enum(['sale', 'purchase']).nullable().meta({ description: 'Of an offer' }),
        expected_eur: moneyField('Expected', 84.1),
        cleared_price: priceField('Price that cleared; null until all have', 79.9).nullable(),
        traded_mw: quantityField('Traded, MW; null until then', 8.4).nullable(),
        earned_eur: moneyField('Earned; null until then', 80.2).nullable(),
      })
      .meta({ id: 'KeptPeriod' }),
  ),
}).meta({ id: 'KeptPlanDetail' });

const SPAN_DAYS = 3660;
const range = {
  site_id: z.uuid().optional().meta({ description: 'Only of this site' }),
  ...daySpanParameters,
};
const files = { format: Format, locale: CsvLocale };

export const KeptPlansQuery = z
  .strictObject({
    ...range,
    ...pageParameters,
    ...files,
    format: Format.meta({
      description:
        'Format of the answer; wins over the Accept header (`text/csv`). `csv` has all that matches, whatever the page',
    }),
  })
  .transform((query, check) => resolveSpan(query, SPAN_DAYS, check));

export const SettlementsQuery = z
  .strictObject({
    ...range,
    group_by: z.enum(['day', 'month', 'site']).default('day').meta({
      description: 'What a row is of; of several plans of a site and a day the one that was kept last counts',
    }),
    ...files,
  })
  .transform((query, check) => resolveSpan(query, SPAN_DAYS, check));

const GroupRecord = z
  .object({
    group: z.string().meta({ description: 'Day, month or site', examples: ['2026-03'] }),
    plans: z.int().min(1).meta({ description: 'Settled plans' }),
    expected_eur: moneyField('What they were expected to earn', 820),
    ...settledFields,
    last_day_eur: moneyField(
      'What the plans of the days before would have earned, where there were any; null: none',
      610,
    ).nullable(),
    gained_eur: moneyField('What the plans of those days earned beyond that', 180.1).nullable(),
  })
  .meta({ id: 'SettlementGroup' });

export const Settlements = z
  .object({
    group_by: z.enum(['day', 'month', 'site']),
    items: z.array(GroupRecord),
  })
  .meta({ id: 'Settlements', description: 'EUR; cost is negative' });
export type Settlements = z.infer<typeof Settlements>;

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

/** The columns of a file of kept plans, with the newest settlement of each. */
export const KEPT_CSV: CsvColumns<KeptPlanRecord> = {
  date: (plan) => plan.date,
  site_id: (plan) => plan.site_id,
  kind: (plan) => plan.kind,
  automatic: (plan) => plan.automatic,
  'frozen_at (UTC)': (plan) => plan.frozen_at,
  author: ({ author }) => (author.id === null ? author.kind : `${author.kind} ${author.id}`),
  forecast_id: (plan) => plan.forecast_id,
  'expected (EUR)': (plan) => plan.expected_eur,
  'p10 (EUR)': (plan) => plan.p10_eur,
  'p90 (EUR)': (plan) => plan.p90_eur,
  revision: ({ settlement }) => settlement?.revision ?? null,
  'settled_at (UTC)': ({ settlement }) => settlement?.settled_at ?? null,
  'bid (MWh)': ({ settlement }) => settlement?.bid_mwh ?? null,
  'traded (MWh)': ({ settlement }) => settlement?.traded_mwh ?? null,
  'earned (EUR)': ({ settlement }) => settlement?.earned_eur ?? null,
  'foresight (EUR)': ({ settlement }) => settlement?.foresight_eur ?? null,
  'missed (EUR)': ({ settlement }) => settlement?.missed_eur ?? null,
  'last_day (EUR)': ({ settlement }) => settlement?.last_day_eur ?? null,
  'gained (EUR)': ({ settlement }) => settlement?.gained_eur ?? null,
  simulated: (plan) => plan.simulated,
};

export function toSettlementGroup({
  group,
  plans,
  expected_eur,
  comparable,
  ...settled
}: Awaited<ReturnType<typeof sumSettlements>>[number]): Settlements['items'][number] {
  return { group, plans, expected_eur: roundMoney(expected_eur), ...settledMoney(settled, comparable) };
}

/** The columns of a file of sums. */
export const SETTLEMENT_CSV: CsvColumns<Settlements['items'][number]> = {
  group: (settled) => settled.group,
  plans: (settled) => settled.plans,
  'expected (EUR)': (settled) => settled.expected_eur,
  'bid (MWh)': (settled) => settled.bid_mwh,
  'traded (MWh)': (settled) => settled.traded_mwh,
  'earned (EUR)': (settled) => settled.earned_eur,
  'foresight (EUR)': (settled) => settled.foresight_eur,
  'missed (EUR)': (settled) => settled.missed_eur,
  'last_day (EUR)': (settled) => settled.last_day_eur,
  'gained (EUR)': (settled) => settled.gained_eur,
};
