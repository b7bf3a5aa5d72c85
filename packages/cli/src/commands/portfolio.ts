import type { SiteValuation } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { choice, withDefault } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { beyondColumns, beyondNotes } from '../output/beyond-cleared.ts';
import { decimal, fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { type Column, csvOnly, named, startColumn, tableOf } from '../output/view.ts';
import { PLAN_COLUMNS } from './plan-columns.ts';
import { curtailOf, FLOOR_INPUTS, PLANS, PLAN_LIMIT_INPUTS, planLimitsOf } from './plan-limits.ts';
import { chargeCommand } from './site-charges.ts';
import { profileCommand } from './site-profiles.ts';
import { waitingCommand } from './waiting.ts';
import { siteCommands, siteId, siteInput, sitesList } from './sites.ts';

const dateInput = withDefault(dayInput('delivery day'), 'tomorrow');

const valuationCommand = apiCommand({
  name: 'valuation',
  summary: 'Show what a site is expected to earn or cost on a day, with the 10-90 % range.',
  inputs: { site: siteInput, date: dateInput, quarterHours: quarterHoursInput, ...FLOOR_INPUTS },
  examples: [['lonja sites valuation Elvas --date tomorrow', 'hour by hour, EUR']],
  async load({ client }, { site, date, quarterHours, ...floor }) {
    const reply = await client.portfolio.valueSite({
      id: await siteId(client, site),
      date,
      resolution: resolutionOf(quarterHours),
      curtail: curtailOf(floor),
    });
    const { total } = reply;
    return {
      data: reply,
      head: [
        `${site}, ${reply.date}: ${money(total.expected_eur)} expected, ${money(total.p10_eur)} to ${money(total.p90_eur)}, ${total.energy_mwh.toFixed(1)} MWh`,
        `forecast issued ${madridTime(reply.issued_at)}, volume from ${reply.volume_source}`,
        ...floorLines(reply),
        ...cautions(reply),
      ],
      table: tableOf(reply.hours, {
        start: startColumn(({ start }) => start),
        'EUR/MWh': named('price (EUR/MWh)', ({ price }) => fixed(price, 2)),
        MW: named('power (MW)', ({ power_mw: power }) => fixed(power, 2)),
        curtailed: unlessZero(reply.hours, 'curtailed (MW)', ({ curtailed_mw: power }) => power),
        EUR: named('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
        p10: named('p10 (EUR)', ({ p10_eur: value }) => fixed(value, 2)),
        p90: named('p90 (EUR)', ({ p90_eur: value }) => fixed(value, 2)),
        settled: named('settled (EUR)', ({ settled_eur: value }) => fixed(value, 2)),
        ...beyondColumns(reply.hours),
        model_version: csvOnly(() => plain(reply.model_version)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
      foot: beyondNotes(reply.hours, reply),
    };
  },
});

const summaryCommand = apiCommand({
  name: 'summary',
  summary: 'Show the expected value of all sites together on a day.',
  inputs: { date: dayInput('delivery day (default: tomorrow)'), quarterHours: quarterHoursInput },
  examples: [['lonja sites summary', 'tomorrow, by kind']],
  async load({ client }, { date, quarterHours }) {
    const reply = await client.portfolio.summary({ date, resolution: resolutionOf(quarterHours) });
    const { value, outlook } = reply;
    return {
      data: reply,
      head: [
        value === null
          ? `${counted(reply.sites)} on ${reply.date}: nothing to value.`
          : `${counted(reply.sites)} on ${reply.date}: ${money(value.expected_eur)} expected, ${money(value.p10_eur)} to ${money(value.p90_eur)}`,
        ...(outlook === null ? [] : cautions(outlook)),
      ],
      table: tableOf(reply.kinds, {
        kind: ({ kind }) => plain(kind),
        sites: ({ sites }) => plain(sites),
        MW: ({ capacity_mw: capacity }) => fixed(capacity, 1),
        EUR: named('expected (EUR)', ({ value: ofKind }) => fixed(ofKind?.expected_eur, 2)),
        p10: named('p10 (EUR)', ({ value: ofKind }) => fixed(ofKind?.p10_eur, 2)),
        p90: named('p90 (EUR)', ({ value: ofKind }) => fixed(ofKind?.p90_eur, 2)),
      }),
      foot: reply.unvalued.map(({ site_id: id, reason }) => `Not valued: ${id}, ${reason}`),
    };
  },
});

export const sitesCommand = apiCommand({
  name: 'sites',
  ...sitesList,
  examples: [
    ['lonja sites', 'all of them'],
    ['lonja sites --kind battery --json', 'the batteries, with every field'],
  ],
  commands: [
    ...siteCommands,
    profileCommand,
    chargeCommand,
    valuationCommand,
    waitingCommand,
    summaryCommand,
  ],
});

export const scheduleCommand = apiCommand({
  name: 'schedule',
  summary: 'Plan a battery or a flexible load against the forecast of a day.',
  inputs: {
    site: siteInput,
    date: dateInput,
    plan: withDefault(
      choice('plan', 'expected: best on average; robust: best when prices turn out badly', PLANS),
      'expected',
    ),
    quarterHours: quarterHoursInput,
    ...PLAN_LIMIT_INPUTS,
  },
  examples: [
    ['lonja schedule Brunete', 'tomorrow, hour by hour'],
    ['lonja schedule Brunete --plan robust --max-cycles 1.5', 'careful with prices and with the battery'],
    ['lonja schedule Brunete --quarter-hours --csv > plan.csv', 'for the control of the battery'],
  ],
  async load({ client }, { site, date, plan, quarterHours, ...limits }) {
    const reply = await client.portfolio.scheduleSite({
      id: await siteId(client, site),
      date,
      plan,
      resolution: resolutionOf(quarterHours),
      ...planLimitsOf(limits),
    });
    const { total, outcome, battery } = reply;
    return {
      data: reply,
      head: [
        `${site}, ${reply.date}, ${reply.plan} plan: ${money(total.expected_eur)} expected, ${money(total.p10_eur)} to ${money(total.p90_eur)}; unplanned ${money(total.unplanned_eur)}`,
        ...(battery === null
          ? []
          : [
              `${total.charged_mwh.toFixed(1)} MWh charged, ${total.discharged_mwh.toFixed(1)} MWh discharged, ${total.cycles.toFixed(2)} cycles, from ${battery.start_mwh.toFixed(1)} MWh at the start; wear ${money(total.wear_eur)}`,
            ]),
        ...floorLines(reply),
        `forecast issued ${madridTime(reply.issued_at)}`,
        ...(outcome === null
          ? []
          : [
              `At the prices that cleared: ${money(outcome.earned_eur)}; the best plan would have made ${money(outcome.perfect_foresight_eur)}`,
            ]),
        ...cautions(reply),
      ],
      table: tableOf(reply.periods, {
        ...PLAN_COLUMNS,
        load: unlessZero(reply.periods, 'load (MW)', ({ load_mw: power }) => power),
        plant: unlessZero(reply.periods, 'generation (MW)', ({ generation_mw: power }) => power),
        EUR: named('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
        ...beyondColumns(reply.periods),
        model_version: csvOnly(() => plain(reply.model_version)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
      foot: beyondNotes(reply.periods, reply),
    };
  },
});

/** What a plant's offer floor is worth on the day. */
function floorLines({ curtailment }: Pick<SiteValuation, 'curtailment'>): string[] {
  if (curtailment === null) return [];
  const { offer_floor: floor, with_floor: held, without_floor: free, curtailed_mwh: mwh } = curtailment;
  return [
    `with an offer floor of ${floor} EUR/MWh ${money(held.expected_eur)} and ${mwh.toFixed(1)} MWh curtailed, without ${money(free.expected_eur)}`,
  ];
}

/** A column that people see only where the site has something of the kind; CSV always has it. */
function unlessZero<Row>(rows: readonly Row[], csvName: string, powerOf: (row: Row) => number): Column<Row> {
  const column = named<Row>(csvName, (row) => fixed(powerOf(row), 2));
  return rows.every((row) => powerOf(row) === 0) ? { ...column, only: 'csv' } : column;
}

function counted(sites: number): string {
  return `${sites} ${sites === 1 ? 'site' : 'sites'}`;
}

function money(eur: number): string {
  return `${decimal(eur, 2)} EUR`;
}
