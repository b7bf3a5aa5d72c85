import { writeFile } from 'node:fs/promises';
import { type SiteOffer, fetchFile } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { choice, option, parseNumber, withDefault } from '../command/inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { decimal, fixed, plain } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';
import { PLANS, PLAN_LIMIT_INPUTS, planLimitsOf } from './plan-limits.ts';
import { siteId, siteInput } from './sites.ts';

export const offersCommand = apiCommand({
  name: 'offers',
  summary: 'Show what a site should offer to the day-ahead auction: steps of price and power.',
  inputs: {
    site: siteInput,
    date: withDefault(dayInput('delivery day'), 'tomorrow'),
    plan: withDefault(
      choice('plan', 'expected: best on average; robust: best when prices turn out badly', PLANS),
      'expected',
    ),
    resolution: choice('length', 'of the periods (default: as the auction takes)', [
      'PT15M',
      'PT1H',
    ] as const),
    limits: withDefault(
      choice(
        'limits',
        'cost: a battery trades at the prices at which it pays; none: it trades at any price',
        ['cost', 'none'] as const,
      ),
      'cost',
    ),
    contractMw: option(
      'MW',
      'power that bilateral contracts deliver, or bring, in every period, and that is not offered',
      parseNumber,
    ),
    ...PLAN_LIMIT_INPUTS,
    workbook: option('file', 'write a workbook (.xlsx) with steps, periods and checks'),
    omie: option('file', "write the fields of OMIE's message of offers as CSV"),
    saleUnit: option('code', 'of the unit that sells, for --omie'),
    purchaseUnit: option('code', 'of the unit that buys, for --omie'),
  },
  notes:
    'It sends nothing to the market. The offer is checked by the rules of the auction; a file for OMIE is not written while a check fails.',
  examples: [
    ['lonja offers Brunete', 'tomorrow, by the periods of the auction'],
    ['lonja offers Brunete --limits none --workbook offer.xlsx', 'at any price, as a workbook'],
    [
      'lonja offers Brunete --omie offer.csv --sale-unit BRUN1 --purchase-unit BRUN2',
      'the fields of the message',
    ],
  ],
  async load({ client, connection }, { site, contractMw, workbook, omie, saleUnit, purchaseUnit, ...rest }) {
    const { date, plan, resolution, limits } = rest;
    const query = {
      date,
      plan,
      resolution,
      limits,
      contract_mw: contractMw?.toString(),
      ...planLimitsOf(rest),
    };
    const id = await siteId(client, site);
    const offer = await client.portfolio.offerSite({ id, ...query });
    const written: string[] = [];
    if (workbook !== undefined) {
      const given = Object.entries({ ...query, format: 'xlsx' }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const route = `/portfolio/sites/${id}/offer?${new URLSearchParams(given).toString()}`;
      await writeFile(workbook, await fetchFile(connection, route));
      written.push(workbook);
    }
    if (omie !== undefined) {
      const units = { sale_unit: saleUnit, purchase_unit: purchaseUnit };
      const rows = { format: 'csv', layout: 'omie' } as const;
      await writeFile(omie, await client.portfolio.offerSite({ id, ...query, ...units, ...rows }));
      written.push(omie);
    }
    const steps = offer.periods.flatMap((period) => stepsOf(period));
    const { total } = offer;
    return {
      data: offer,
      head: [
        `${site}, ${offer.date}: ${money(total.expected_eur)} expected, ${money(total.p10_eur)} to ${money(total.p90_eur)}; ${decimal(total.sale_mwh, 1)} MWh offered for sale, ${decimal(total.purchase_mwh, 1)} MWh to buy`,
        ...(total.left_eur === 0
          ? []
          : [`left in the battery: ${money(total.left_eur)} at what it costs to buy again`]),
        `at any price ${money(total.at_any_price.expected_eur)}; forecast issued ${madridTime(offer.issued_at)}, gate closes ${madridTime(offer.rules.gate_closes_at)}`,
        ...cautions(offer),
      ],
      table: tableOf(steps, {
        period: ({ period }) => plain(period.period),
        start: startColumn(({ period }) => period.start),
        side: ({ period }) => plain(period.side),
        'EUR/MWh': named('price (EUR/MWh)', ({ price }) => fixed(price, 2)),
        MW: named('power (MW)', ({ power }) => fixed(power, 1)),
        'taken %': named('probability (%)', ({ probability }) => fixed(probability, 0)),
        EUR: named('expected (EUR)', ({ period }) => fixed(period.expected_eur, 2)),
        forecast_id: csvOnly(() => plain(offer.forecast_id)),
      }),
      foot: [
        ...offer.checks.map(
          ({ severity, message }) => `${severity === 'error' ? 'Error' : 'Note'}: ${message}`,
        ),
        ...written.map((file) => `Written: ${file}`),
      ],
    };
  },
});

/** A row a step; a period without an offer has none. */
function stepsOf(period: SiteOffer['periods'][number]) {
  return period.steps.map(({ price, power_mw: power, probability }) => ({
    period,
    price,
    power,
    probability,
  }));
}

function money(eur: number): string {
  return `${decimal(eur, 2)} EUR`;
}
