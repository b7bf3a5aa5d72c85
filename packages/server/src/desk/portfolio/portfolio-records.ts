import { formatMadrid } from '@lonja/forecasting/market';
import { toDegraded } from '../../forecasts/runs/degraded.ts';
import {
  formatInstant,
  roundMoney,
  roundMoneyParts,
  roundPercent,
  roundPower,
  roundPrice,
} from '../../ground/http/wire.ts';
import { PRICE_UNIT } from '../../ground/market-ids.ts';
import { toBeyond, toExtremes } from '../../market/prices/cleared-record.ts';
import type { SiteOnDay } from './day-profiles.ts';
import type { MoneyRange } from './money.ts';
import { storeOf } from './plan-site.ts';
import type { Curtailment } from './position-of-site.ts';
import type { PriceOutlook } from './read-outlook.ts';
import type { Schedule as PlannedSite } from './schedule-site.ts';
import type { PortfolioSummary, Schedule, Valuation } from './schemas.ts';
import type { PortfolioSummary as Summary } from './summarise-portfolio.ts';
import type { Valuation as ValuedSite } from './value-site.ts';

/** What was asked of a plant; undefined: as the site says. */
interface AskedCurtailment {
  curtail: boolean | undefined;
}

export function toValuation(
  { site, outlook, options, position, ...valued }: ValuedSite,
  { resolution, curtail }: Pick<Valuation, 'resolution'> & AskedCurtailment,
): Valuation {
  const { cleared, periodHours } = outlook;
  const isPlanned = position.plan !== undefined;
  // A plan has left out what it holds back, a floor takes it away scenario by scenario.
  const powerMw = isPlanned ? position.netMw : position.netMw.map((mw, t) => mw - position.curtailedMw[t]);
  const floor = position.plant && options.offerFloor;
  const hours = toMoneyParts(valued.hours);
  const settled = roundMoneyParts(valued.settled?.hours ?? []);
  return {
    site_id: site.id,
    kind: site.kind,
    date: outlook.day,
    unit: PRICE_UNIT,
    volume_source: position.source,
    uploaded_profile: toUploaded(site),
    curtail: curtail ?? floor !== undefined,
    resolution,
    offer_floor: floor ?? null,
    ...toOutlook(outlook),
    total: {
      ...toMoney(valued.total),
      settled_eur: valued.settled === undefined ? null : roundMoney(valued.settled.total),
      energy_mwh: energyOf(powerMw, periodHours),
      curtailed_mwh: energyOf(position.curtailedMw, periodHours),
    },
    curtailment: toCurtailment(valued.curtailment),
    hours: hours.map((money, t) => ({
      ...toPrices(outlook, t),
      power_mw: roundPower(powerMw[t]),
      curtailed_mw: roundPower(position.curtailedMw[t]),
      ...money,
      settled_eur: cleared === undefined ? null : settled[t],
    })),
  };
}

export function toSchedule(
  { site, outlook, options, plan, plant, ...planned }: PlannedSite,
  { curtail, ...query }: Pick<Schedule, 'resolution' | 'plan'> & AskedCurtailment,
): Schedule {
  const { periodHours, cleared } = outlook;
  const { energyMwh, efficiency } = storeOf(site);
  const isLoad = site.kind === 'load';
  const floor = plant && options.offerFloor;
  const dischargedMwh = energyOf(plan.dischargeMw, periodHours);
  const settled = roundMoneyParts(planned.outcome?.periods ?? []);
  return {
    site_id: site.id,
    kind: site.kind,
    date: outlook.day,
    ...query,
    optimality_gap_eur: roundMoney(plan.gapEur ?? 0),
    unit: PRICE_UNIT,
    curtail: curtail ?? floor !== undefined,
    offer_floor: floor ?? null,
    battery: isLoad
      ? null
      : {
          start_mwh: roundPower(options.startShare * energyMwh),
          start_soc: roundPercent(100 * options.startShare),
          end_soc: roundPercent(100 * options.endShare),
          max_cycles: options.maxCycles,
          wear_cost: options.wearCost,
          defaults: options.defaults,
        },
    volume_source: plant?.source ?? 'plan',
    uploaded_profile: toUploaded(site),
    ...toOutlook(outlook),
    total: {
      ...toMoney(planned.total),
      unplanned_eur: roundMoney(planned.unplanned),
      charged_mwh: energyOf(plan.chargeMw, periodHours),
      discharged_mwh: dischargedMwh,
      cycles: isLoad ? 0 : roundPercent(dischargedMwh / Math.sqrt(efficiency) / energyMwh),
      wear_eur: roundMoney(planned.wear),
      curtailed_mwh: energyOf(plan.curtailedMw, periodHours),
    },
    curtailment: toCurtailment(planned.curtailment),
    outcome:
      planned.outcome === undefined
        ? null
        : {
            earned_eur: roundMoney(planned.outcome.earned),
            perfect_foresight_eur: roundMoney(planned.outcome.withForesight),
          },
    periods: toMoneyParts(planned.periods).map((money, t) => ({
      ...toPrices(outlook, t),
      power_mw: roundPower(plan.netMw[t]),
      charge_mw: roundPower(plan.chargeMw[t]),
      discharge_mw: roundPower(plan.dischargeMw[t]),
      stored_mwh: roundPower(plan.storedMwh[t]),
      soc: isLoad ? 0 : roundPercent((100 * plan.storedMwh[t]) / energyMwh),
      load_mw: roundPower(plan.loadMw[t]),
      generation_mw: roundPower(plant?.mw[t] ?? 0),
      curtailed_mw: roundPower(plan.curtailedMw[t]),
      ...money,
      cleared_price: cleared === undefined ? null : roundPrice(cleared[t]),
      settled_eur: planned.outcome === undefined ? null : settled[t],
    })),
  };
}

export function toSummary(summary: Summary, resolution: PortfolioSummary['resolution']): PortfolioSummary {
  const values = summary.siteValues.map(({ site, money, source }) => ({
    site,
    money: toMoney(money),
    source,
  }));
  return {
    date: summary.day,
    sites: summary.sites,
    kinds: summary.kinds.map(({ kind, sites, capacityMw, energyMwh, value }) => ({
      kind,
      sites,
      capacity_mw: roundPower(capacityMw),
      energy_mwh: roundPower(energyMwh),
      value:
        value === undefined
          ? null
          : toSum(
              value,
              values.filter(({ site }) => site.kind === kind),
            ),
    })),
    site_values: values.map(({ site, money, source }) => ({
      site_id: site.id,
      ...money,
      volume_source: source,
    })),
    resolution,
    value: summary.value === undefined ? null : toSum(summary.value, values),
    outlook: summary.outlook === undefined ? null : toOutlook(summary.outlook),
    unvalued: summary.unvalued.map(({ site, code, reason }) => ({ site_id: site.id, code, reason })),
  };
}

function toCurtailment(curtailment: Curtailment | undefined): Valuation['curtailment'] {
  if (curtailment === undefined) return null;
  return {
    offer_floor: curtailment.offerFloor,
    with_floor: toMoney(curtailment.withFloor),
    without_floor: toMoney(curtailment.withoutFloor),
    curtailed_mwh: roundPower(curtailment.mwh),
    curtailed_hours: roundPower(curtailment.hours),
  };
}

/** What was uploaded of the day, where the power rests on that. */
export function toUploaded({ uploaded }: SiteOnDay): Valuation['uploaded_profile'] {
  if (uploaded === undefined) return null;
  return { resolution: uploaded.resolution, uploaded_at: formatInstant(uploaded.uploadedAt) };
}

/** What a day's figures rest on, as it is on the wire. */
export function toOutlook({ run, scenarios, scenarioSource }: PriceOutlook) {
  return {
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    model_version: run.modelVersionId,
    ...toDegraded(run),
    cleared_extremes: toExtremes(run.clearedExtremes),
    scenarios: scenarios.length,
    scenario_source: scenarioSource,
    simulated: run.dataOrigin === 'simulator',
  };
}

function toPrices({ run, periods }: PriceOutlook, t: number) {
  const { hour, start, value, p10, p90 } = periods[t];
  return {
    hour,
    start: formatMadrid(start),
    price: roundPrice(value),
    price_p10: roundPrice(p10),
    price_p90: roundPrice(p90),
    ...toBeyond(run.clearedExtremes, periods[t]),
  };
}

export function toMoney({ expected, p10, p90 }: MoneyRange) {
  return { expected_eur: roundMoney(expected), p10_eur: roundMoney(p10), p90_eur: roundMoney(p90) };
}

/** Of the periods of a day; what is expected of them adds up to what is expected of the day. */
function toMoneyParts(parts: readonly MoneyRange[]) {
  const expected = roundMoneyParts(parts.map((money) => money.expected));
  return parts.map((money, t) => withExpected(money, expected[t]));
}

/** Of several sites: what is expected of them together is the sum of what is shown of each. */
function toSum(money: MoneyRange, sites: readonly { money: { expected_eur: number } }[]) {
  return withExpected(money, roundMoney(sites.reduce((sum, site) => sum + site.money.expected_eur, 0)));
}

function withExpected({ p10, p90 }: MoneyRange, expected: number) {
  return {
    expected_eur: expected,
    p10_eur: Math.min(roundMoney(p10), expected),
    p90_eur: Math.max(roundMoney(p90), expected),
  };
}

/** The energy of powers as they are shown. */
function energyOf(powerMw: Float64Array, periodHours: number): number {
  return roundPower(periodHours * powerMw.reduce((sum, mw) => sum + roundPower(mw), 0));
}
