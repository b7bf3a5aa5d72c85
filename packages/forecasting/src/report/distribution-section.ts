import type { DistributionScores } from '../backtest/distribution-scores.ts';
import type { EventScores } from '../backtest/event-scores.ts';
import type { GapShare } from '../backtest/gap-share.ts';
import { decimals, markdownTable, percent } from './markdown-table.ts';

/** How good the whole distributions were; empty where a back-test has none. */
export function distributionSection(scores: DistributionScores | undefined): string {
  if (scores === undefined) return '';
  const { crps, pinball, deciles, zeroOrLess, spikes, spikesAbove, choices } = scores;
  return [
    '## The distributions',
    `The continuous ranked probability score is ${decimals(crps)}: the mean of twice the pinball loss of the 99 percentiles, to be compared with a mean absolute error.`,
    markdownTable(
      ['quantile', 'pinball loss', 'actuals at or below', 'between it and the one before'],
      pinball.map(({ level, loss }, k) => [
        percent(100 * level),
        decimals(loss),
        percent(deciles.levels[k].observedPercent),
        percent(deciles.bins[k].observedPercent),
      ]),
    ),
    pathText(scores),
    '### Events',
    'Climatology is the frequency of the event in the same hour and month of the days before. The skill is the percentage by which the Brier score is below that of climatology.',
    markdownTable(
      ['event', 'came', 'Brier score', 'of climatology', 'skill', 'reliability error'],
      [
        eventRow('price of zero or less', zeroOrLess),
        eventRow(`price above ${decimals(spikesAbove)}`, spikes),
      ],
    ),
    '### Choices within the day',
    'The four cheapest and the four most expensive hours of each day, and a battery of two hours and efficiency 0.85 that follows the plan of the point forecast.',
    markdownTable(
      ['figure', 'value'],
      [
        ['rank correlation of forecast and price', decimals(choices.rankCorrelation)],
        ['cheapest hours found', percent(choices.cheapestHitPercent)],
        ['most expensive hours found', percent(choices.mostExpensiveHitPercent)],
        ['value of the battery, of that with prices known', percentOrNone(choices.batteryCapturedPercent)],
        ['of the gap between usual and known prices, closed by the battery', gapText(choices.batteryGap)],
      ],
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The usual price is the mean of the same month and time of day before. */
function gapText(gap: GapShare | null): string {
  if (gap === null || gap.interval === null) return percentOrNone(gap?.percent ?? null);
  return `${percent(gap.percent)} (95 % interval ${gap.interval.low.toFixed(1)} to ${percent(gap.interval.high)})`;
}

function pathText({ paths }: DistributionScores): string {
  if (paths === null) return '';
  return [
    '### Paths of whole days',
    `Mean scores of ${paths.days} days, 100 paths each; lower is better.`,
    markdownTable(
      ['paths', 'energy score', 'variogram score'],
      [
        ['with the dependence of past errors', decimals(paths.energy), decimals(paths.variogram)],
        ['with independent hours', decimals(paths.energyIndependent), decimals(paths.variogramIndependent)],
      ],
    ),
  ].join('\n\n');
}

function eventRow(name: string, scores: EventScores | null): string[] {
  if (scores === null) return [name, percent(0), '', '', '', ''];
  return [
    name,
    percent(scores.observedPercent),
    decimals(scores.brier),
    decimals(scores.brierClimatology),
    percentOrNone(scores.skillPercent),
    percent(100 * scores.reliability.error),
  ];
}

function percentOrNone(value: number | null): string {
  return value === null ? 'none' : percent(value);
}
