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
