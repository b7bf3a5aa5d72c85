import { type Comparison, FEWEST_TEST_DAYS } from './compare-rivals.ts';
import type { Evaluation } from './evaluate-backtest.ts';
import { decimals, markdownTable, markdownText, probability, statistic } from './markdown-table.ts';

const SIGNIFICANT = 0.05;

/** Whether differences to the rivals are more than luck. */
export function comparisonSection({ model, days, comparisons }: Evaluation): string {
  if (comparisons.length === 0) return '';
  if (days < FEWEST_TEST_DAYS) return `Tests against other forecasts need at least ${FEWEST_TEST_DAYS} days.`;
  return [
    '### Better by more than luck?',
    `Differences are ${markdownText(model)} minus the other, so negative ones favour it. The Diebold-Mariano test takes the norm of a day's errors as its loss and allows for dependence between days; its p is that of the hypothesis that ${markdownText(model)} is no better. The Giacomini-White test tests whether yesterday's difference in loss predicts which of the two is better today.`,
    markdownTable(
      ['against', 'norm', 'mean difference per day', 'DM', 'p', 'GW', 'p', `days that favour ${model}`],
      comparisons.flatMap(dayRows),
    ),
    `Hour by hour (5 % level, absolute errors; in comparison.csv):`,
    markdownTable(
      ['against', 'hours tested', `${model} better`, 'other better', 'neither', 'GW rejects'],
      comparisons.map(slotRow),
    ),
  ].join('\n\n');
}

function dayRows({ rival, days }: Comparison): string[][] {
  if (days === null) return [];
  const { absolute, squared, conditional } = days;
  return [
    [
      rival,
      'L1',
      decimals(absolute.meanDifference),
      statistic(absolute.statistic),
      probability(absolute.pFirstBetter),
      statistic(conditional.statistic),
      probability(conditional.p),
      `${conditional.firstPreferredPercent.toFixed(0)} %`,
    ],
    [
      rival,
      'L2',
      decimals(squared.meanDifference),
      statistic(squared.statistic),
      probability(squared.pFirstBetter),
      '',
      '',
      '',
    ],
  ];
}

function slotRow({ rival, slots }: Comparison): string[] {
  const count = (holds: (slot: Comparison['slots'][number]) => boolean) => slots.filter(holds).length;
  const own = count(({ dieboldMariano }) => dieboldMariano.pFirstBetter < SIGNIFICANT);
  const other = count(({ dieboldMariano }) => dieboldMariano.pSecondBetter < SIGNIFICANT);
  const conditional = count(({ giacominiWhite }) => giacominiWhite.p < SIGNIFICANT);
  return [rival, ...[slots.length, own, other, slots.length - own - other, conditional].map(String)];
}
