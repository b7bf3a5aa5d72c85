import { earningsPerMw } from '@lonja/forecasting/backtest';
import type { DecileCalibration } from '@lonja/forecasting/distribution';
import type { CalibrationScores, ForecastScores, PricedHour } from '@lonja/forecasting/metrics';
import { BATTERY, type BatteryDay, type BatteryValue } from './measure-battery.ts';
import type { ComparedHour } from './compared-hours.ts';
import type { PeriodSummary } from './summarise-prices.ts';
import { HOUR_COLUMNS, POINT_COLUMNS } from '../runs/wire.ts';
import type { CsvColumns } from '../../ground/http/csv.ts';
import type { FundamentalsScore } from './fundamentals-accuracy.ts';
import type { FundamentalsStatistics } from './schemas.ts';
import { roundOrNull } from '../fundamentals/record.ts';
import {
  formatInstant,
  roundHalfAway,
  roundMoney,
  roundPercent,
  roundSystemPower,
  roundPrice,
} from '../../ground/http/wire.ts';

export const COMPARED_CSV: CsvColumns<ComparedHour & { simulated: boolean; cutoff: string }> = {
  ...HOUR_COLUMNS,
  'price (EUR/MWh)': ({ price }) => roundPrice(price),
  ...POINT_COLUMNS,
  'weekly_naive (EUR/MWh)': ({ naive }) => (naive === undefined ? null : roundPrice(naive)),
  lead_day: ({ leadDay }) => leadDay,
  forecast_id: ({ runId }) => runId,
  'issued_at (UTC)': ({ issuedAt }) => formatInstant(issuedAt),
  model_version: ({ modelVersionId }) => modelVersionId,
  simulated: ({ simulated }) => simulated,
  cutoff: ({ cutoff }) => cutoff,
};

export const FUNDAMENTALS_CSV: CsvColumns<FundamentalsRecord & { simulated: boolean }> = {
  quantity: ({ quantity }) => quantity,
  lead_day: ({ lead_day }) => lead_day,
  hours: ({ n_observations }) => n_observations,
  'mae (MW)': ({ mae_mw }) => mae_mw,
  'rmse (MW)': ({ rmse_mw }) => rmse_mw,
  'bias (MW)': ({ bias_mw }) => bias_mw,
  'naive_mae (MW)': ({ naive_mae_mw }) => naive_mae_mw,
  simulated: ({ simulated }) => simulated,
};

export const PRICED_CSV: CsvColumns<PricedHour & { simulated: boolean }> = {
  ...HOUR_COLUMNS,
  'price (EUR/MWh)': ({ priceEurPerMwh }) => roundPrice(priceEurPerMwh),
  'wind (MW)': ({ windMw }) => roundOrNull(windMw),
  'solar (MW)': ({ solarMw }) => roundOrNull(solarMw),
  simulated: ({ simulated }) => simulated,
  'lowest (EUR/MWh)': ({ lowestEurPerMwh }) => roundPrice(lowestEurPerMwh),
  'highest (EUR/MWh)': ({ highestEurPerMwh }) => roundPrice(highestEurPerMwh),
  'negative (h)': ({ negativeShare }) => negativeShare,
};

export const BATTERY_CSV: CsvColumns<BatteryDay & { simulated: boolean }> = {
  'date (Europe/Madrid)': ({ day }) => day,
  resolution: ({ resolution }) => resolution,
  'floor (EUR/MW)': (day) => roundMoney(earningsPerMw(day, BATTERY).floor),
  'forecast (EUR/MW)': (day) => roundMoney(earningsPerMw(day, BATTERY).earned),
  'optimum (EUR/MW)': (day) => roundMoney(earningsPerMw(day, BATTERY).optimum),
  forecast_id: ({ runId }) => runId,
  'issued_at (UTC)': ({ issuedAt }) => formatInstant(issuedAt),
  simulated: ({ simulated }) => simulated,
};

/** Ratios such as rMAE are near 1; a third decimal distinguishes models. */
function roundRatio(ratio: number): number {
  return roundHalfAway(ratio, 3);
}

export function toAccuracyGroup(group: string, scores: ForecastScores) {
  const { pinballEurPerMwh } = scores;
  return {
    group,
    n_observations: scores.count,
    mae: roundPrice(scores.maeEurPerMwh),
    rmse: roundPrice(scores.rmseEurPerMwh),
    mape: scores.mapePercent === null ? null : roundPercent(scores.mapePercent),
    mape_n_observations: scores.mapeCount,
    rmae: scores.relativeMae === null ? null : roundRatio(scores.relativeMae),
    bias: roundPrice(scores.biasEurPerMwh),
    pinball_loss: {
      p10: roundPrice(pinballEurPerMwh.p10),
      p50: roundPrice(pinballEurPerMwh.p50),
      p90: roundPrice(pinballEurPerMwh.p90),
    },
    coverage: roundPercent(scores.coveragePercent),
    mean_width: roundPrice(scores.meanWidthEurPerMwh),
  };
}

export function toCalibrationGroup(group: string, scores: CalibrationScores, deciles: DecileCalibration) {
  return {
    group,
    n_observations: scores.count,
    coverage: roundPercent(scores.coveragePercent),
    mean_width: roundPrice(scores.meanWidthEurPerMwh),
    winkler_score: roundPrice(scores.winklerEurPerMwh),
    levels: scores.levels.map(({ level, observedPercent }) => ({
      level,
      observed: roundPercent(observedPercent),
    })),
    histogram: scores.bins.map(({ from, to, expectedPercent, observedPercent }) => ({
      from,
      to,
      expected: roundPercent(expectedPercent),
      observed: roundPercent(observedPercent),
    })),
    deciles: {
      n_observations: deciles.count,
      levels: deciles.levels.map(({ level, observedPercent }) => ({
        level,
        observed: roundPercent(observedPercent),
      })),
    },
  };
}

const INTERVAL_LEVEL = 95;

export function toBatteryFigures({ earnings, days, pricesSince }: BatteryValue) {
  const { powerMw, capacityMwh, efficiency, wearEurPerMwh } = BATTERY;
  const moneyOf = (eur: number | undefined) => (eur === undefined ? null : roundMoney(eur));
  const captured = earnings?.capturedPercent ?? null;
  const gap = earnings?.gap ?? null;
  const interval = gap?.interval ?? null;
  return {
    battery: {
      power_mw: powerMw,
      energy_mwh: capacityMwh,
      efficiency,
      wear_eur_per_mwh: wearEurPerMwh,
    },
    floor: moneyOf(earnings?.floor),
    forecast: moneyOf(earnings?.forecast),
    optimum: moneyOf(earnings?.optimum),
    captured: captured === null ? null : roundPercent(captured),
    gap: gap && {
      share: roundPercent(gap.percent),
      interval: interval && {
        level: INTERVAL_LEVEL,
        low: roundPercent(interval.low),
        high: roundPercent(interval.high),
      },
    },
    quarter_hour_days: days.filter(({ resolution }) => resolution === 'PT15M').length,
    prices_since: pricesSince ?? null,
  };
}

export function toPriceGroup(summary: PeriodSummary) {
  const priceOrNull = (price: number | null) => (price === null ? null : roundPrice(price));
  return {
    group: summary.group,
    date_from: summary.from,
    date_to: summary.to,
    n_hours: summary.hours,
    mean: roundPrice(summary.base),
    min: roundPrice(summary.min),
    max: roundPrice(summary.max),
    negative_hours: summary.negativeHours,
    base: roundPrice(summary.base),
    peak: priceOrNull(summary.peak),
    daily_spread: roundPrice(summary.dailySpread),
    capture_price_solar: priceOrNull(summary.captureSolar),
    capture_price_wind: priceOrNull(summary.captureWind),
  };
}

type FundamentalsRecord = FundamentalsStatistics['items'][number];

export function toFundamentalsScore(score: FundamentalsScore): FundamentalsRecord {
  return {
    quantity: score.quantity,
    lead_day: score.leadDay,
    n_observations: score.count,
    mae_mw: roundSystemPower(score.mae),
    rmse_mw: roundSystemPower(score.rmse),
    bias_mw: roundSystemPower(score.bias),
    naive_mae_mw: roundOrNull(score.naiveMae),
  };
}
