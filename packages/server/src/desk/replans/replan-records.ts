import { formatMadrid } from '@lonja/forecasting/market';
import type { CsvValue } from '../../ground/http/csv.ts';
import { formatInstant, roundMoney, roundPercent, roundPower, roundPrice } from '../../ground/http/wire.ts';
import type { MoneyRange } from '../portfolio/money.ts';
import type { replanSite } from './replan-site.ts';
import type { StoredCharge } from './charges.ts';
import type { ChargeRecord, Replan } from './schemas.ts';

export function toReplan(
  { site, outlook, plan, options, last, ...made }: Awaited<ReturnType<typeof replanSite>>,
  query: Pick<Replan, 'plan' | 'resolution'>,
): Replan {
  const { periodHours, run } = outlook;
  const { energyMwh = 0 } = site;
  const energyOf = (mw: Float64Array) => roundPower(periodHours * mw.reduce((sum, each) => sum + each, 0));
  const percent = (mwh: number) => Math.min(Math.max(roundPercent((100 * mwh) / energyMwh), 0), 100);
  return {
    site_id: site.id,
    date: outlook.day,
    ...query,
    prices: made.isCleared ? 'cleared' : 'forecast',
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    simulated: run.dataOrigin === 'simulator',
    measured_at: formatInstant(last.at),
    soc: last.soc,
    used_cycles: roundPercent(made.usedCycles),
    cycles_left: roundPercent(made.cyclesLeft),
    end_soc: roundPercent(100 * options.endShare),
    total: {
      ...toMoney(made.total),
      charged_mwh: energyOf(plan.chargeMw),
      discharged_mwh: energyOf(plan.dischargeMw),
      wear_eur: roundMoney(made.wear),
    },
    periods: outlook.periods.map(({ start, hour, value }, t) => ({
      hour,
      start: formatMadrid(start),
      price: roundPrice(value),
      power_mw: roundPower(plan.netMw[t]),
      charge_mw: roundPower(plan.chargeMw[t]),
      discharge_mw: roundPower(plan.dischargeMw[t]),
      stored_mwh: roundPower(plan.storedMwh[t]),
      soc: percent(plan.storedMwh[t]),
      ...toMoney(made.periods[t]),
    })),
  };
}

function toMoney({ expected, p10, p90 }: MoneyRange) {
  return { expected_eur: roundMoney(expected), p10_eur: roundMoney(p10), p90_eur: roundMoney(p90) };
}

export function toCharge({ at, soc, uploadedAt }: StoredCharge): ChargeRecord['measured'][number] {
  return { at: formatInstant(at), soc, uploaded_at: formatInstant(uploadedAt) };
}

/** As it can be uploaded again; in Madrid time, with its offset. */
export const CHARGE_CSV_COLUMNS = ['time', 'soc'];

export function chargeCsvRow({ at, soc }: StoredCharge): CsvValue[] {
  return [formatMadrid(at), soc];
}
