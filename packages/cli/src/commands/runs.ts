import { apiCommand } from '../command/api-command.ts';
import { argument, choice, sentAs } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import {
  PRODUCTS,
  auctionInputs,
  marketIdInput,
  marketInput,
  quarterHoursInput,
  resolutionOf,
} from '../command/market-inputs.ts';
import { dayInput, instantArgument } from '../command/time-inputs.ts';
import { decimal, fixed, list, plain, whole, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, tableOf, timeColumn } from '../output/view.ts';
import { forecastView } from './forecast.ts';

const showCommand = apiCommand({
  name: 'show',
  summary: 'Show the forecast of one run.',
  inputs: {
    id: sentAs('forecast_id', argument('id', 'identifier of the run; "lonja runs" lists them')),
    quarterHours: quarterHoursInput,
  },
  examples: [['lonja runs show 0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de', 'its whole horizon']],
  async load({ client }, { id, quarterHours }) {
    return forecastView(
      await client.forecasts.run({ forecast_id: id, resolution: resolutionOf(quarterHours) }),
    );
  },
});

const evolutionCommand = apiCommand({
  name: 'evolution',
  summary: 'Show how the forecast of one hour changed from run to run.',
  inputs: {
    delivery: instantArgument('start', 'start of the hour, such as 2026-03-31T18:00:00Z'),
    ...auctionInputs,
    quarterHours: quarterHoursInput,
  },
  examples: [['lonja runs evolution 2026-03-31T18:00:00Z', 'every forecast of that hour']],
  async load({ client }, { delivery, marketId, product, quarterHours }) {
    const reply = await client.forecasts.evolution({
      delivery,
      market_id: marketId,
      product,
      resolution: resolutionOf(quarterHours),
    });
    const price = reply.price === null ? 'not published yet' : `${decimal(reply.price, 2)} ${reply.unit}`;
    return {
      data: reply,
      head: [
        `${reply.market_product_id}, delivery from ${madridTime(reply.delivery)}; price: ${price}`,
        ...cautions(reply),
      ],
      table: tableOf(reply.items, {
        issued: timeColumn('issued_at', ({ issued_at: at }) => at),
        forecast_id: csvOnly(({ forecast_id: id }) => plain(id)),
        price: named(`value (${reply.unit})`, ({ value }) => fixed(value, 2)),
        p10: named(`p10 (${reply.unit})`, ({ p10 }) => fixed(p10, 2)),
        p90: named(`p90 (${reply.unit})`, ({ p90 }) => fixed(p90, 2)),
        model: named('model_version', ({ model_version: version }) => whole(version)),
        degraded: ({ degraded }) => list(degraded),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

export const runsCommand = apiCommand({
  name: 'runs',
  summary: 'List forecast runs, newest first.',
  inputs: {
    marketId: marketIdInput,
    product: choice('product', 'of one market product', PRODUCTS),
    market: marketInput(PRODUCTS),
    date: dayInput('runs that cover this delivery day'),
    ...listInputs,
  },
  examples: [
    ['lonja runs --product da --limit 5', 'the last five day-ahead runs'],
    ['lonja runs --date tomorrow', 'every run that forecasts tomorrow'],
  ],
  commands: [showCommand, evolutionCommand],
  async load({ client }, { marketId, product, date, limit }) {
    const runs = await collect(client.forecasts.runs, { market_id: marketId, product, date }, limit);
    return {
      data: runs,
      table: tableOf(runs.items, {
        id: named('forecast_id', ({ forecast_id: id }) => plain(id)),
        product: (run) => plain(run.product),
        issued: timeColumn('issued_at', ({ issued_at: at }) => at),
        from: named('first_date (Europe/Madrid)', ({ first_date: day }) => whole(day)),
        to: named('last_date (Europe/Madrid)', ({ last_date: day }) => whole(day)),
        model: named('model_version', ({ model_version: version }) => whole(version)),
        'data as of': { ...timeColumn('data_as_of', ({ data_as_of: at }) => at), only: 'csv' },
        'known until': { ...timeColumn('known_until', ({ known_until: at }) => at), only: 'csv' },
        degraded: ({ degraded }) => list(degraded),
        simulated: csvOnly((run) => yesOrNo(run.simulated)),
      }),
      foot: moreThanShown(runs),
    };
  },
});
