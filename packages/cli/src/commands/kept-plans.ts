import type { Client, KeptPlan, KeptPlanDetail, Settlements } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, option, parseNumber, withDefault } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { decimal, fixed, plain, whole, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { csvOnly, named, startColumn, tableOf, timeColumn } from '../output/view.ts';
import { PLANS, PLAN_LIMIT_INPUTS } from './plan-limits.ts';
import { listedSites, siteId, siteInput } from './sites.ts';

const rangeInputs = {
  site: option('site', 'of this site alone: identifier or name'),
  from: dayInput('first delivery day'),
  to: dayInput('last delivery day'),
};

async function rangeOf(
  client: Client,
  { site, from, to }: Record<keyof typeof rangeInputs, string | undefined>,
) {
  return {
    site_id: site === undefined ? undefined : await siteId(client, site),
    date_from: from,
    date_to: to,
  };
}

const { startSoc, endSoc, maxCycles } = PLAN_LIMIT_INPUTS;

const keepCommand = apiCommand({
  name: 'keep',
  summary: 'Keep the plan or the offer of a site as it is now.',
  inputs: {
    site: siteInput,
    date: withDefault(dayInput('delivery day'), 'tomorrow'),
    kind: withDefault(
      choice('kind', 'plan: at any price; offer: with its steps', ['plan', 'offer'] as const),
      'plan',
    ),
    plan: withDefault(
      choice('plan', 'expected: best on average; robust: best when prices turn out badly', PLANS),
      'expected',
    ),
    limits: withDefault(choice('limits', 'of an offer: cost or none', ['cost', 'none'] as const), 'cost'),
    contractMw: option('MW', 'power of bilateral contracts in every period', parseNumber),
    startSoc,
    endSoc,
    maxCycles,
  },
  notes:
    'For traders. Nothing changes what was kept. It is settled once the prices of the day are public; a day whose prices are public is refused.',
  examples: [
    ['lonja kept-plans keep Brunete', "tomorrow's plan"],
    ['lonja kept-plans keep Brunete --kind offer --start-soc 40', 'the offer, with a charge of 40 %'],
  ],
  async load({ client }, { site, date, kind, plan, limits, contractMw, ...charge }) {
    const kept = await client.portfolio.keepPlan({
      id: await siteId(client, site),
      date,
      kind,
      plan,
      limits,
      contract_mw: contractMw,
      start_soc: charge.startSoc,
      end_soc: charge.endSoc,
      max_cycles: charge.maxCycles,
    });
    return {
      data: kept,
      head: [
        `The ${kept.kind} of ${site} for ${kept.date} is kept as ${kept.id}.`,
        `${money(kept.expected_eur)} expected, ${money(kept.p10_eur)} to ${money(kept.p90_eur)}; forecast issued ${madridTime(kept.issued_at)}`,
      ],
    };
  },
});

const showCommand = apiCommand({
  name: 'show',
  summary: 'Show what was kept, period by period, and what came of it.',
  inputs: { plan: argument('plan', 'identifier; "lonja kept-plans" lists them') },
  examples: [
    ['lonja kept-plans show 0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de', 'plan, prices and money by period'],
  ],
  async load({ client }, { plan: id }) {
    const kept = await client.portfolio.keptPlan({ id });
    return {
      data: kept,
      head: [
        `${kept.kind} for ${kept.date}, kept ${madridTime(kept.frozen_at)}: ${money(kept.expected_eur)} expected, ${money(kept.p10_eur)} to ${money(kept.p90_eur)}`,
        ...settledLines(kept),
      ],
      table: tableOf(kept.periods, {
        start: startColumn(({ start }) => start),
        MW: named('planned (MW)', ({ planned_mw: power }) => fixed(power, 2)),
        side: ({ side }) => plain(side),
        steps: ({ steps }) => plain(steps.map((step) => `${step.power_mw} at ${step.price}`).join(', ')),
        'EUR/MWh': named('cleared (EUR/MWh)', ({ cleared_price: price }) => fixed(price, 2)),
        traded: named('traded (MW)', ({ traded_mw: power }) => fixed(power, 2)),
        EUR: named('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
        earned: named('earned (EUR)', ({ earned_eur: value }) => fixed(value, 2)),
      }),
    };
  },
});

const settlementsCommand = apiCommand({
  name: 'settlements',
  summary: 'Show what kept plans earned and missed, by day, month or site.',
  inputs: {
    by: withDefault(choice('group', 'day, month or site', ['day', 'month', 'site'] as const), 'day'),
    ...rangeInputs,
  },
  notes: 'Of several plans of a site and a day the one that was kept last counts.',
  examples: [
    ['lonja kept-plans settlements --by month', 'a row a month'],
    ['lonja kept-plans settlements --site Brunete --from 2026-03-01 --to 2026-03-31 --csv', 'a row a day'],
  ],
  async load({ client }, { by, ...range }) {
    const reply = await client.portfolio.settlements({ group_by: by, ...(await rangeOf(client, range)) });
    const names = by === 'site' ? await siteNames(client) : undefined;
    return { data: reply, table: tableOf(reply.items, settlementColumns(names)) };
  },
});

export const keptPlansCommand = apiCommand({
  name: 'kept-plans',
  summary: 'List the plans and offers that were kept, with what came of them.',
  inputs: { ...rangeInputs, ...listInputs },
  examples: [
    ['lonja kept-plans', 'the newest day first'],
    ['lonja kept-plans --site Brunete --from 2026-03-01 --csv', 'of a site, for a spreadsheet'],
  ],
  commands: [keepCommand, showCommand, settlementsCommand],
  async load({ client }, { limit, ...range }) {
    const plans = await collect(client.portfolio.keptPlans, await rangeOf(client, range), limit);
    const names = await siteNames(client);
    return {
      data: plans,
      table: tableOf(plans.items, {
        id: ({ id }) => plain(id),
        date: ({ date }) => whole(date),
        site: ({ site_id: id }) => plain(names.get(id) ?? id),
        site_id: csvOnly(({ site_id: id }) => plain(id)),
        kind: ({ kind }) => plain(kind),
        kept: timeColumn('frozen_at', ({ frozen_at: at }) => at),
        by: ({ author }) => plain(author.kind),
        EUR: named('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
        earned: named('earned (EUR)', ({ settlement }) => fixed(settlement?.earned_eur, 2)),
        missed: named('missed (EUR)', ({ settlement }) => fixed(settlement?.missed_eur, 2)),
        gained: named('gained (EUR)', ({ settlement }) => fixed(settlement?.gained_eur, 2)),
        revision: csvOnly(({ settlement }) => plain(settlement?.revision)),
        forecast_id: csvOnly((plan) => plain(plan.forecast_id)),
        simulated: csvOnly((plan) => yesOrNo(plan.simulated)),
      }),
      foot: moreThanShown(plans),
    };
  },
});

function settlementColumns(names: ReadonlyMap<string, string> | undefined) {
  type Row = Settlements['items'][number];
  return {
    group: ({ group }: Row) => whole(names?.get(group) ?? group),
    plans: ({ plans }: Row) => plain(plans),
    EUR: named<Row>('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
    bid: named<Row>('bid (MWh)', ({ bid_mwh: energy }) => fixed(energy, 1)),
    traded: named<Row>('traded (MWh)', ({ traded_mwh: energy }) => fixed(energy, 1)),
    earned: named<Row>('earned (EUR)', ({ earned_eur: value }) => fixed(value, 2)),
    foresight: named<Row>('foresight (EUR)', ({ foresight_eur: value }) => fixed(value, 2)),
    missed: named<Row>('missed (EUR)', ({ missed_eur: value }) => fixed(value, 2)),
    'last day': named<Row>('last_day (EUR)', ({ last_day_eur: value }) => fixed(value, 2)),
    gained: named<Row>('gained (EUR)', ({ gained_eur: value }) => fixed(value, 2)),
  };
}

function settledLines({ settlement }: KeptPlan | KeptPlanDetail): string[] {
  if (settlement === null) return ['Not settled: the prices of the day are not all public.'];
  const { earned_eur: earned, foresight_eur: foresight, missed_eur: missed, gained_eur: gained } = settlement;
  return [
    `${money(earned)} earned, ${money(missed)} less than the best plan (${money(foresight)})`,
    ...(gained === null ? [] : [`${money(gained)} more than the plan of the day before`]),
  ];
}

/** A site that is gone has no name any more. */
async function siteNames(client: Client): Promise<Map<string, string>> {
  const sites = await listedSites(client);
  return new Map(sites.map(({ id, name }) => [id, name]));
}

function money(eur: number): string {
  return `${decimal(eur, 2)} EUR`;
}
