import type { Client, Site } from '@lonja/client';
import { z } from 'zod';
import { RESOLUTION, dayArgument } from '../arguments.ts';
import { CallFault } from '../describe-failure.ts';
import { ENVELOPE, ROWS_INPUT, ROWS_LEFT_OUT, capRows, envelopeOf } from '../envelope.ts';
import { defineTool } from '../tool.ts';

const PAGE = 100;
const PLANNED: ReadonlySet<string> = new Set(['battery', 'load', 'hybrid']);

export const planTool = defineTool(
  {
    name: 'get_plan',
    title: 'Plan of a battery or load',
    description:
      "When a battery, a hybrid plant or a load of the caller's own sites should run on a day, and what the plan is expected to earn or cost. " +
      'Without a site it takes the only one that can be planned. It plans and changes nothing.',
    input: {
      site: z.string().min(1).max(200).optional().describe('Name or id of a site'),
      date: dayArgument('Delivery day').default('tomorrow'),
      resolution: RESOLUTION,
      plan: z
        .enum(['expected', 'robust'])
        .default('expected')
        .describe('Best on average, or one that loses less on bad days'),
      ...ROWS_INPUT,
    },
    output: {
      date: z.string(),
      site: z.object({ id: z.string(), name: z.string(), kind: z.string() }),
      summary: z.object({
        expected_eur: z.number(),
        p10_eur: z.number(),
        p90_eur: z.number(),
        unplanned_eur: z.number().describe('If nothing is moved'),
        charged_mwh: z.number(),
        discharged_mwh: z.number(),
        cycles: z.number(),
        wear_eur: z.number().describe('What the use of the battery costs; the other money is without it'),
      }),
      rows: z.array(
        z.object({
          start: z.string(),
          price: z.number(),
          power_mw: z.number().describe('Feed-in; negative is drawn'),
          charge_mw: z.number(),
          discharge_mw: z.number(),
          soc: z.number().describe('Charge at the end of the period, percent'),
          load_mw: z.number(),
        }),
      ),
      ...ROWS_LEFT_OUT,
    },
    async read(client, { site: wanted, date, resolution, plan, max_rows: most }) {
      const site = await findSite(client, wanted);
      const found = await client.portfolio.scheduleSite({ id: site.id, date, resolution, plan });
      const { total } = found;
      return {
        ...envelopeOf(found),
        date: found.date,
        site: { id: site.id, name: site.name, kind: site.kind },
        summary: {
          expected_eur: total.expected_eur,
          p10_eur: total.p10_eur,
          p90_eur: total.p90_eur,
          unplanned_eur: total.unplanned_eur,
          charged_mwh: total.charged_mwh,
          discharged_mwh: total.discharged_mwh,
          cycles: total.cycles,
          wear_eur: total.wear_eur,
        },
        ...capRows(
          found.periods.map(({ start, price, power_mw, charge_mw, discharge_mw, soc, load_mw }) => ({
            start,
            price,
            power_mw,
            charge_mw,
            discharge_mw,
            soc,
            load_mw,
          })),
          most,
        ),
      };
    },
  },
  ENVELOPE,
);

async function findSite(client: Client, wanted: string | undefined): Promise<Site> {
  const { items, total } = await client.portfolio.sites({ page_size: PAGE });
  const sites = items.filter(({ kind }) => PLANNED.has(kind));
  const found =
    wanted === undefined
      ? sites
      : sites.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [site] = found;
  if (site !== undefined && found.length === 1) return site;
  if (sites.length === 0) {
    throw new CallFault(
      'No battery, hybrid or load is among the sites of this account: add one in the application under Portfolio, or with POST /api/v1/portfolio/sites.',
    );
  }
  const names = sites.map(({ id, name, kind }) => `${name} (${kind}, ${id})`).join('; ');
  const rest = total > PAGE ? ` These are among the newest ${PAGE} of ${total} sites.` : '';
  const reason =
    wanted === undefined
      ? 'Several sites can be planned: name one with site.'
      : found.length > 1
        ? `Several sites are called ${wanted}: name one by its id.`
        : `No site that can be planned is called ${wanted}.`;
  throw new CallFault(`${reason} There are: ${names}.${rest}`);
}
