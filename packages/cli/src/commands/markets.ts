import { apiCommand } from '../command/api-command.ts';
import { marketIdInput } from '../command/market-inputs.ts';
import { plain } from '../output/cell.ts';
import { cautions } from '../output/notes.ts';
import { tableOf, timeColumn } from '../output/view.ts';

const productsCommand = apiCommand({
  name: 'products',
  summary: 'List the auctions, when their gates close and their latest forecasts.',
  inputs: { marketId: marketIdInput },
  examples: [['lonja markets products', 'day-ahead and the three intraday auctions']],
  async load({ client }, { marketId }) {
    const reply = await client.markets.products({ market_id: marketId });
    return {
      data: reply,
      head: cautions(reply),
      table: tableOf(reply.items, {
        product: ({ product }) => plain(product),
        name: ({ name }) => plain(name),
        'gate closes': ({ gate_closure: gate }) => plain(gate),
        hours: ({ delivery_from_hour: from, delivery_to_hour: to }) => plain(`${from}-${to}`),
        'latest forecast': timeColumn('latest_issued_at', ({ latest_issued_at: at }) => at),
      }),
    };
  },
});

export const marketsCommand = apiCommand({
  name: 'markets',
  summary: 'List the markets.',
  examples: [['lonja markets', 'identifier, zone and currency of each']],
  commands: [productsCommand],
  async load({ client }) {
    const reply = await client.markets.list();
    return {
      data: reply,
      table: tableOf(reply.items, {
        id: ({ market_id: id }) => plain(id),
        name: ({ name }) => plain(name),
        'bidding zone': ({ bidding_zone: zone }) => plain(zone),
        'time zone': ({ timezone }) => plain(timezone),
        unit: ({ unit }) => plain(unit),
      }),
    };
  },
});
