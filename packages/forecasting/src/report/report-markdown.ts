import { formatRecipe } from '../pipelines/format-recipe.ts';
import { LIBRARY_VERSION } from '../version.ts';
import { comparisonSection } from './comparison-section.ts';
import { coverageSection } from './coverage-section.ts';
import { distributionSection } from './distribution-section.ts';
import type { Evaluation } from './evaluate-backtest.ts';
import type { GroupScores } from './group-scores.ts';
import { decimals, markdownTable, markdownText, percent } from './markdown-table.ts';

/** First line of every report, by which a program recognises one. */
export const REPORT_MARK = '<!-- lonja backtest report -->';

/** The report for a reader. Pictures and tables are named as the charts and CSV files are, beside it in one folder. */
export function reportMarkdown(evaluation: Evaluation): string {
  const { model, verdict, unit, days, firstDay, lastDay, overall, breakdowns } = evaluation;
  return `${[
    REPORT_MARK,
    `# Back-test of ${markdownText(model)}`,
    markdownText(verdict),
    `${firstDay} to ${lastDay}: ${days} ${days === 1 ? 'day' : 'days'}, ${overall.periods} periods. Errors, widths and scores are in ${markdownText(unit)}. Every table is also a CSV file at full precision.`,
    '![The last two weeks: forecast, bounds and actual prices](last-two-weeks.svg)',
    '## Accuracy',
    accuracyTable(evaluation),
    comparisonSection(evaluation),
    '## Where the errors are',
    '![Error by hour of the day](error-by-hour.svg)',
    groupTable('hour', breakdowns.hour, evaluation),
    groupTable('weekday', breakdowns.weekday, evaluation),
    '![Error by month](error-by-month.svg)',
    groupTable('month', breakdowns.month, evaluation),
    regimeText(evaluation),
    groupTable('price', breakdowns.regime, evaluation),
    ...(breakdowns.leadDay.length > 1
      ? [
          'Days from issue to delivery; everything else in this report is of the shortest.',
          groupTable('lead day', breakdowns.leadDay, evaluation),
        ]
      : []),
    coverageSection(evaluation),
    distributionSection(evaluation.distributionScores),
    originSection(evaluation),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** What the figures can be made again from. */
function originSection({ unit, origin }: Evaluation): string {
  const facts = [['library version', LIBRARY_VERSION], ['unit of prices', unit], ...(origin?.facts ?? [])];
  const rows = facts.map(([name, value]) => [name, value]);
  return [
    '## How it was made',
    markdownTable(['fact', 'value'], rows),
    ...(origin?.recipe === undefined
      ? []
      : ['The recipe:', `\`\`\`text\n${formatRecipe(origin.recipe).replaceAll(/\n{2,}/g, '\n')}\n\`\`\``]),
  ].join('\n\n');
}

function accuracyTable({ model, overall, comparisons }: Evaluation): string {
  const own = [model, decimals(overall.mae), decimals(overall.rmse), ''];
  const rivals = comparisons.map(({ rival, rivalMae, rivalRmse, relativeMae }) => [
    rival,
    decimals(rivalMae),
    decimals(rivalRmse),
    decimals(relativeMae),
  ]);
  const figures = [
    ['bias (forecast minus actual)', decimals(overall.bias)],
    ['sMAPE', percent(overall.smapePercent)],
    ['coverage of the 10-90 % bounds', percent(overall.coveragePercent)],
    ['mean width of the bounds', decimals(overall.meanWidth)],
    ['Winkler score (80 %)', decimals(overall.winkler)],
    ['pinball loss 0.1', decimals(overall.pinball10)],
    ['pinball loss 0.5', decimals(overall.pinball50)],
    ['pinball loss 0.9', decimals(overall.pinball90)],
    [
      'mean pinball loss of the three',
      decimals((overall.pinball10 + overall.pinball50 + overall.pinball90) / 3),
    ],
  ];
  return [
    markdownTable(['forecast', 'MAE', 'RMSE', `MAE of ${model} over it`], [own, ...rivals]),
    markdownTable([model, 'value'], figures),
  ].join('\n\n');
}

function regimeText({ spikeAbove }: Evaluation): string {
  return `A spike is a price above ${decimals(spikeAbove)}, the 95th percentile of this span. Sorted by what came, any forecast looks too low on spikes and too high on low prices: compare forecasts here, do not judge one by its bias.`;
}

function groupTable(
  name: string,
  groups: readonly GroupScores[],
  { comparisons }: Pick<Evaluation, 'comparisons'>,
): string {
  const yardstick = comparisons.slice(0, 1);
  const header = [
    name,
    'periods',
    'MAE',
    ...yardstick.map(({ rival }) => `MAE of ${rival}`),
    'RMSE',
    'bias',
    'coverage',
    'width',
    'Winkler',
  ];
  const rows = groups.map((scores) => [
    scores.group,
    String(scores.periods),
    decimals(scores.mae),
    ...yardstick.map((_, i) => decimals(scores.rivalMae[i])),
    decimals(scores.rmse),
    decimals(scores.bias),
    percent(scores.coveragePercent),
    decimals(scores.meanWidth),
    decimals(scores.winkler),
  ]);
  return markdownTable(header, rows);
}
