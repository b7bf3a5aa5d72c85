import type { SiteWaiting } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { option, parseNumber, withDefault } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { decimal, fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';
import { siteId, siteInput } from './sites.ts';

export const waitingCommand = apiCommand({
  name: 'waiting',
  summary: 'Show what it is worth for a site to wait for an intraday auction, and at which risk.',
  inputs: {
    site: siteInput,
    date: withDefault(dayInput('delivery day'), 'tomorrow'),
    quarterHours: quarterHoursInput,
    maxLoss: option(
      'EUR',
      'most that waiting may lose over the day; gives the size that keeps to it',
      parseNumber,
    ),
    confidence: option(
      'share',
      'probability with which no more is lost, 0.5 to 0.95 (default: 0.9)',
      parseNumber,
    ),
  },
  notes:
    'Money is against the day-ahead price, losses negative, from the spreads of up to 91 days before as known before the day-ahead gate.',
  examples: [
    ['lonja sites waiting Elvas', 'tomorrow, each intraday auction'],
    ['lonja sites waiting Elvas --max-loss 200', 'how much of it may wait where 200 EUR may be lost'],
  ],
  async load({ client }, { site, date, quarterHours, maxLoss, confidence }) {
    const reply = await client.portfolio.valueWaiting({
      id: await siteId(client, site),
      date,
      resolution: resolutionOf(quarterHours),
      max_loss: maxLoss?.toString(),
      confidence: confidence?.toString(),
    });
    const rows = reply.auctions.flatMap(({ product, points }) =>
      points.map((point) => ({ product, ...point })),
    );
    return {
      data: reply,
      head: [
        `${site}, ${reply.date}: as known until ${madridTime(reply.known_until)}, forecast issued ${madridTime(reply.issued_at)}`,
        ...reply.auctions.flatMap((auction) => auctionLines(auction, reply)),
        ...cautions(reply),
      ],
      table: tableOf(rows, {
        product: ({ product }) => plain(product),
        start: startColumn(({ time }) => time),
        MW: named('power (MW)', ({ power_mw: power }) => fixed(power, 2)),
        mean: named('spread_mean (EUR/MWh)', (point) => fixed(point.spread_mean, 2)),
        spread: named('spread (EUR/MWh)', ({ spread }) => fixed(spread, 2)),
        p10: named('spread_p10 (EUR/MWh)', (point) => fixed(point.spread_p10, 2)),
        p90: named('spread_p90 (EUR/MWh)', (point) => fixed(point.spread_p90, 2)),
        '> 0': named('probability_positive (0-1)', (point) => fixed(point.probability_positive, 2)),
        EUR: named('expected (EUR)', (point) => fixed(point.expected_eur, 2)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

function auctionLines(
  { product, worth, size, spread_days: days }: SiteWaiting['auctions'][number],
  { confidence }: Pick<SiteWaiting, 'confidence'>,
): string[] {
  if (worth === null)
    return [`${product}: ${days} past days of both auctions, fewer than the 28 that it takes`];
  const percent = decimal(100 * confidence, 0);
  return [
    `${product}, ${days} days: ${money(worth.expected_eur)} expected (error ${money(worth.error_eur)}), ${money(worth.p10_eur)} to ${money(worth.p90_eur)}, worst ${money(worth.lowest_eur)}; ${percent} %: no loss above ${money(worth.loss_eur)}`,
    ...(size === null
      ? []
      : [
          `  may wait: ${decimal(100 * size.share, 0)} %, up to ${decimal(size.peak_mw, 2)} MW, ${decimal(size.energy_mwh, 1)} MWh; ${percent} %: no loss above ${money(size.loss_eur)}`,
        ]),
  ];
}

function money(eur: number): string {
  return `${decimal(eur, 2)} EUR`;
}
