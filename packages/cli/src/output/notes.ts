import type { BatteryStatistics, Drift } from '@lonja/client';

/** What a reader must know of an answer before its figures. */
export function cautions({
  simulated,
  degraded = [],
}: {
  simulated: boolean;
  degraded?: string[];
}): string[] {
  return [
    ...(simulated ? ['SIMULATED: from the built-in market simulator, not the real market.'] : []),
    ...degraded.map((reason) => `Degraded: ${reason}.`),
  ];
}

interface ScoredDays {
  cutoff: string;
  basis?: 'issued' | 'backtested';
  day_counts: { asked: number; counted: number; without_forecast: number };
  provisional: boolean;
}

/** Which runs figures of accuracy are of, and how many of the days that were asked for. */
export function scoredDaysNotes({
  cutoff,
  basis = 'issued',
  day_counts: days,
  provisional,
}: ScoredDays): string[] {
  const of = basis === 'issued' ? 'Issued forecasts' : 'Back-tested forecasts, made afterwards';
  const part = days.counted < days.asked ? `${days.counted} of ${daysOf(days.asked)}` : daysOf(days.counted);
  const without =
    days.without_forecast === 0
      ? ''
      : ` Without such a forecast: ${daysOf(days.without_forecast)} with prices.`;
  return [
    `${of}, ${cutoffName(cutoff)}; ${provisional ? 'provisional: ' : ''}${part}.${without}`,
    ...(provisional ? ['PROVISIONAL: the past is still being made, and these figures will change.'] : []),
  ];
}

function daysOf(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function cutoffName(cutoff: string): string {
  if (cutoff === 'official')
    return 'the last run before the results, of intraday auctions before the gate (cutoff official)';
  if (cutoff === 'gate') return 'the last run that one could bid with (cutoff gate)';
  return `the last run by ${cutoff} (cutoff ${cutoff})`;
}

/** Why figures of before may promise too much; none where prices and errors are what they were, or a service does not say. */
export function driftNotes({ drift }: { drift?: Drift | undefined }): string[] {
  const { until, level, errors } = drift ?? {};
  const notes: string[] = [];
  if (level?.outside) {
    const [what, limit] =
      level.outside === 'above' ? (['highest', level.highest] as const) : (['lowest', level.lowest] as const);
    notes.push(
      `DRIFT: prices of the 7 days to ${until} were ${level.mean.toFixed(2)} on average, ${level.outside} the ${what} ` +
        `7 days of the ${daysOf(level.days)} before (${limit.toFixed(2)}).`,
    );
  }
  if (errors?.beyond) {
    const last = errors.last.map(({ mae }) => mae.toFixed(2)).join(', ');
    notes.push(
      `DRIFT: the errors of the last ${daysOf(errors.last.length)} (${last}) are beyond what 95 % of ${daysOf(errors.days)} did not exceed (${errors.usual.toFixed(2)}).`,
    );
  }
  return notes;
}

/** What a battery earned by the forecasts of days past, between a floor and prices known. */
export function batteryNote({
  battery,
  floor,
  forecast,
  optimum,
  captured,
  gap,
  day_counts: days,
}: BatteryStatistics): string {
  const { power_mw: power, energy_mwh: energy, efficiency, wear_eur_per_mwh: wear } = battery;
  const what = `Battery of ${power} MW and ${energy} MWh, efficiency ${efficiency}, wear ${wear} EUR/MWh`;
  if (floor === null || forecast === null || optimum === null)
    return `${what}: no day has prices and a forecast of before the gate in every period.`;
  const interval = gap?.interval ?? null;
  const range =
    interval === null
      ? 'too few days for an interval'
      : `${interval.level} % interval ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}`;
  const share = gap === null ? '' : `; of the gap ${gap.share.toFixed(1)} % (${range})`;
  const ofOptimum = captured === null ? '' : `; of the optimum ${captured.toFixed(1)} %`;
  return (
    `${what}, ${daysOf(days.counted)}, before the gate: ${forecast.toFixed(0)} EUR per MW and year by the forecast, ` +
    `${floor.toFixed(0)} by past means (floor), ${optimum.toFixed(0)} by known prices${share}${ofOptimum}.`
  );
}
