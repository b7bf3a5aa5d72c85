import type { ForecastDifference } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, sentAs } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { decimal, fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf, tableOnly } from '../output/view.ts';

/** Of an hour: the inputs that moved it most. */
const STRONGEST = 3;

export const forecastDiffCommand = apiCommand({
  name: 'diff',
  summary: 'Show what differs between two runs of a product, and which inputs cause it.',
  inputs: {
    from: sentAs('from_run', argument('from', 'identifier of the first run')),
    to: sentAs('to_run', argument('to', 'identifier of the second run')),
    date: dayInput('one delivery day instead of all that both runs cover'),
    quarterHours: quarterHoursInput,
  },
  notes:
    'Changes are the second run minus the first. Contributions come from the explanations that are stored with the runs; "lonja runs" lists the identifiers.',
  examples: [
    [
      'lonja forecast diff 0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de 1c1b8b63-4d5f-4b4a-8e1f-7b4fc1b8f2ef --date tomorrow',
      'what the later run changed in tomorrow',
    ],
  ],
  async load({ client }, { from, to, date, quarterHours }) {
    const reply = await client.forecasts.difference({
      from_run: from,
      to_run: to,
      date,
      resolution: resolutionOf(quarterHours),
    });
    return {
      data: reply,
      head: [
        `${reply.market_product_id}, run of ${madridTime(reply.from.issued_at)} to run of ${madridTime(reply.to.issued_at)}, EUR/MWh`,
        `Mean change ${signed(reply.mean_change, 2)}, mean size ${decimal(reply.mean_absolute_change, 2)}`,
        ...modelNotes(reply),
        ...explanationNotes(reply),
        ...reply.inputs.flatMap(inputNote),
        ...reply.new_reasons.map(({ text }) => `New reason: ${text}.`),
        ...reply.gone_reasons.map(({ text }) => `No longer: ${text}.`),
        ...cautions({ simulated: reply.simulated }),
      ],
      table: tableOf(reply.points, {
        start: startColumn(({ time }) => time),
        from: named('from_value (EUR/MWh)', (point) => fixed(point.from.value, 2)),
        'from p10': named('from_p10 (EUR/MWh)', (point) => fixed(point.from.p10, 2)),
        'from p90': named('from_p90 (EUR/MWh)', (point) => fixed(point.from.p90, 2)),
        to: named('to_value (EUR/MWh)', (point) => fixed(point.to.value, 2)),
        'to p10': named('to_p10 (EUR/MWh)', (point) => fixed(point.to.p10, 2)),
        'to p90': named('to_p90 (EUR/MWh)', (point) => fixed(point.to.p90, 2)),
        change: named('change (EUR/MWh)', ({ change }) => fixed(change, 2)),
        causes: tableOnly(({ contributions }) => plain(causesText(contributions))),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

function modelNotes({ model_changed: isOther, from, to }: ForecastDifference): string[] {
  return isOther ? [`Another model: ${from.model_version}, then ${to.model_version}`] : [];
}

function explanationNotes({ contributions, from, to }: ForecastDifference): string[] {
  if (contributions.length > 0) {
    const means = contributions.slice(0, STRONGEST).map(({ input, mean }) => `${input} ${signed(mean, 2)}`);
    return [`Contributions: ${means.join(', ')}`];
  }
  const without = [from, to].filter(({ explained }) => !explained);
  return without.map(
    ({ issued_at: issuedAt }) =>
      `The run of ${madridTime(issuedAt)} has no stored explanation: no contributions are known.`,
  );
}

function inputNote({
  input,
  unit,
  mean_change: change,
  mean_from: before,
  mean_to: after,
}: ForecastDifference['inputs'][number]) {
  if (change === null || before === null || after === null) return [];
  const decimals = unit === 'MW' ? 0 : 2;
  return [
    `${input}: ${decimal(before, decimals)} to ${decimal(after, decimals)} ${unit} (${signed(change, decimals)} on average)`,
  ];
}

function causesText(contributions: ForecastDifference['points'][number]['contributions']): string {
  return (contributions ?? [])
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, STRONGEST)
    .map(({ input, value }) => `${input} ${signed(value, 2)}`)
    .join(', ');
}

function signed(value: number, decimals: number): string {
  return `${value < 0 ? '' : '+'}${decimal(value, decimals)}`;
}
