import { earningsPerMw } from '@lonja/forecasting/backtest';
import type { DecileCalibration } from '@lonja/forecasting/distribution';
import type { CalibrationScores, ForecastScores, PricedHour } from '@lonja/forecasting/metrics';
import { BATTERY, type BatteryDay, type BatteryValue } from './measure-battery.ts';
import type { ComparedHour } from './compared-hours.ts';
import type { PeriodSummary } from './summarise-prices.ts';
import { HOUR_COLUMNS, hourCells, POINT_COLUMNS, pointCells } from '../runs/wire.ts';
import type { CsvValue } from '../../ground/http/csv.ts';
import type { FundamentalsScore } from './fundamentals-accuracy.ts';
import type { FundamentalsStatistics } from './schemas.ts';
import {
  formatInstant,
  roundHalfAway,
  roundMoney,
  roundPercent,
  roundSystemPower,
  roundPrice,
} from '../../ground/http/wire.ts';

export const COMPARED_CSV_COLUMNS = [
  ...HOUR_COLUMNS,
  'price (EUR/MWh)',
  ...POINT_COLUMNS,
  'weekly_naive (EUR/MWh)',
  'lead_day',
  'forecast_id',
  'issued_at (UTC)',
  'model_version',
  'simulated',
  'cutoff',
];

export const FUNDAMENTALS_CSV_COLUMNS = [
  'quantity',
  'lead_day',
  'hours',
  'mae (MW)',
  'rmse (MW)',
  'bias (MW)',
  'naive_mae (MW)',
  'simulated',
];

export const PRICED_CSV_COLUMNS = [
  ...HOUR_COLUMNS,
  'price (EUR/MWh)',
  'wind (MW)',
  'solar (MW)',
  'simulated',
  'lowest (EUR/MWh)',
  'highest (EUR/MWh)',
  'negative (h)',
];

export const BATTERY_CSV_COLUMNS = [
  'date (Europe/Madrid)',
  'resolution',
  'floor (EUR/MW)',
  'forecast (EUR/MW)',
  'optimum (EUR/MW)',
  'forecast_id',
  'issued_at (UTC)',
  'simulated',
];

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

export function batteryCsvRows(days: readonly BatteryDay[], simulated: boolean): CsvValue[][] {
  return days.map((day) => {
    const { floor, earned, optimum } = earningsPerMw(day, BATTERY);
    return [
      day.day,
      day.resolution,
      ...[floor, earned, optimum].map(roundMoney),
      day.runId,
      formatInstant(day.issuedAt),
      simulated,
    ];
  });
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

export function comparedCsvRows(
  hours: readonly ComparedHour[],
  simulated: boolean,
  cutoff: string,
): CsvValue[][] {
  return hours.map((hour) => [
    ...hourCells(hour.day, hour),
    roundPrice(hour.price),
    ...pointCells(hour),
    hour.naive === undefined ? null : roundPrice(hour.naive),
    hour.leadDay,
    hour.runId,
    formatInstant(hour.issuedAt),
    hour.modelVersionId,
    simulated,
    cutoff,
  ]);
}

export function pricedCsvRows(hours: readonly PricedHour[], simulated: boolean): CsvValue[][] {
  const megawatts = (power: number | undefined) => (power === undefined ? null : roundSystemPower(power));
  return hours.map((hour) => [
    ...hourCells(hour.day, hour),
    roundPrice(hour.priceEurPerMwh),
    megawatts(hour.windMw),
    megawatts(hour.solarMw),
    simulated,
    roundPrice(hour.lowestEurPerMwh),
    roundPrice(hour.highestEurPerMwh),
    hour.negativeShare,
  ]);
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
    naive_mae_mw: score.naiveMae === undefined ? null : roundSystemPower(score.naiveMae),
  };
}

export function fundamentalsCsvRows(
  records: readonly FundamentalsRecord[],
  simulated: boolean,
): CsvValue[][] {
  return records.map((record) => [...Object.values(record), simulated]);
}
