import { InvalidArgumentError } from 'commander';
import type { Client, Site } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { argument, choice, option, parseNumber, required } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { CommandFailure } from '../errors.ts';
import { fixed, instant, plain } from '../output/cell.ts';
import { type View, recordTable, tableOf } from '../output/view.ts';

const KINDS = ['solar', 'wind', 'battery', 'load', 'hybrid'] as const satisfies Site['kind'][];
const TECHNOLOGIES = ['solar', 'wind'] as const satisfies NonNullable<Site['technology']>[];
const STORAGE_TECHNOLOGIES = [
  'lithium_ion',
  'lead_acid',
  'flow',
  'pumped_hydro',
] as const satisfies NonNullable<Site['storage_technology']>[];
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A tenant has fewer sites than this, or names them by id. */
const SEARCHED = 1000;

export const siteInput = argument('site', 'identifier or name of the site; "lonja sites" lists them');

/** Fields that the kind of the site decides on; the service says which one is missing or too many. */
const fieldInputs = {
  technology: choice('technology', 'of the plant of a hybrid', TECHNOLOGIES),
  place: option('name', 'municipality of Spain or town of Portugal, in place of latitude and longitude'),
  latitude: option('degrees', 'north', parseNumber),
  longitude: option('degrees', 'east', parseNumber),
  storageMw: option('MW', 'power of the battery of a hybrid', parseNumber),
  storageTechnology: choice(
    'technology',
    'what the battery stores with; its usual wear cost follows from it (default: lithium_ion)',
    STORAGE_TECHNOLOGIES,
  ),
  energyMwh: option('MWh', 'energy that the battery holds', parseNumber),
  efficiency: option(
    'share',
    'of the energy drawn that a whole cycle of the battery gives back',
    parseNumber,
  ),
  startSoc: option('percent', 'charge of the battery at the start of a day (default: 50)', parseNumber),
  endSoc: option('percent', 'least charge at the end of a day (default: as at the start)', parseNumber),
  maxCycles: option(
    'count',
    'most cycles of the battery in a day (default: 1.5; 100 never binds)',
    parseNumber,
  ),
  wearCost: option(
    'EUR/MWh',
    'what each MWh that the battery gives costs (default: as usual for what it stores with; 0: nothing)',
    parseNumber,
  ),
  offerFloor: option(
    'EUR/MWh',
    'price below which the plant does not produce (default: it produces at any)',
    parseNumber,
  ),
  profile: option(
    'shares',
    '24 shares of the capacity, one for each local hour, separated by commas',
    parseNumbers,
  ),
  keepsAtGate: choice('what', 'is kept by itself when the gate of the day-ahead auction closes', [
    'plan',
    'offer',
    'none',
  ]),
  notes: option('text', 'for people'),
};

const createCommand = apiCommand({
  name: 'create',
  summary: 'Add a site.',
  inputs: {
    name: argument('name', 'name of the site'),
    kind: required(choice('kind', 'what it is', KINDS)),
    capacityMw: required(option('MW', 'power of the plant, the battery or the consumer', parseNumber)),
    ...fieldInputs,
  },
  notes: 'For managers.',
  examples: [
    [
      'lonja sites create Brunete --kind battery --capacity-mw 10 --energy-mwh 20 --efficiency 0.88',
      'a battery of two hours',
    ],
    [
      'lonja sites create Elvas --kind solar --capacity-mw 50 --latitude 38.9 --longitude -7.1 --offer-floor 0',
      'a solar plant that is curtailed at negative prices',
    ],
    [
      'lonja sites create Escatron --kind solar --capacity-mw 50 --place "Escatrón, Zaragoza"',
      'its place by name; after the comma the province, where several are called so',
    ],
  ],
  async load({ client }, { name, kind, capacityMw, place: named, ...fields }) {
    const place = await placedBy(client, named, fields);
    const site = { name, kind, capacity_mw: capacityMw, ...wireFields(fields), ...place };
    return siteView(await client.portfolio.createSite(site));
  },
});

const showCommand = apiCommand({
  name: 'show',
  summary: 'Show a site.',
  inputs: { site: siteInput },
  examples: [['lonja sites show Brunete', 'all its fields']],
  async load({ client }, { site }) {
    return siteView(await client.portfolio.site({ id: await siteId(client, site) }));
  },
});

const changeCommand = apiCommand({
  name: 'change',
  summary: 'Change a site.',
  inputs: {
    site: siteInput,
    name: option('name', 'new name'),
    kind: choice('kind', 'what it is', KINDS),
    capacityMw: option('MW', 'power of the plant, the battery or the consumer', parseNumber),
    ...fieldInputs,
  },
  notes: 'For managers.',
  examples: [['lonja sites change Brunete --efficiency 0.86', 'one field']],
  async load({ client }, { site, name, kind, capacityMw, place: named, ...fields }) {
    const place = await placedBy(client, named, fields);
    const change = { name, kind, capacity_mw: capacityMw, ...wireFields(fields), ...place };
    return siteView(await client.portfolio.changeSite({ id: await siteId(client, site), ...change }));
  },
});

const deleteCommand = apiCommand({
  name: 'delete',
  summary: 'Delete a site.',
  inputs: { site: siteInput },
  notes: 'For managers.',
  examples: [
    ['lonja sites delete Brunete', 'asks first'],
    ['lonja sites delete Brunete --yes', 'from a script'],
  ],
  question: ({ site }) => `Delete the site ${site}?`,
  async load({ client }, { site }) {
    const id = await siteId(client, site);
    await client.portfolio.deleteSite({ id });
    return { data: { id, deleted: true }, head: [`The site ${site} is deleted.`] };
  },
});

/** The list of sites; the commands on what they are worth are put beside its own. */
export const siteCommands = [createCommand, showCommand, changeCommand, deleteCommand];

export const sitesList = {
  summary: 'List the sites of the organisation.',
  inputs: { kind: choice('kind', 'of one kind', KINDS), ...listInputs },
  async load(
    { client }: { client: Client },
    { kind, limit }: { kind: Site['kind'] | undefined; limit: number },
  ): Promise<View> {
    const sites = await collect(client.portfolio.sites, { kind }, limit);
    return {
      data: sites,
      table: tableOf(sites.items, {
        id: ({ id }) => plain(id),
        name: ({ name }) => plain(name),
        kind: (site) => plain(site.kind),
        MW: ({ capacity_mw: capacity }) => fixed(capacity, 1),
        MWh: ({ energy_mwh: energy }) => fixed(energy, 1),
        notes: ({ notes }) => plain(notes),
      }),
      foot: moreThanShown(sites),
    };
  },
};

/** The identifier of a site that is named by it or by its name. */
export async function siteId(client: Client, idOrName: string): Promise<string> {
  if (UUID.test(idOrName)) return idOrName;
  const sites = await listedSites(client);
  const [site, namesake] = sites.filter(({ name }) => name === idOrName);
  if (site === undefined)
    throw new CommandFailure(`There is no site "${idOrName}"; "lonja sites" lists them.`, EXIT_CODE.notFound);
  if (namesake !== undefined)
    throw new CommandFailure(
      `Several sites are called "${idOrName}"; name it by its id.`,
      EXIT_CODE.badInput,
    );
  return site.id;
}

export async function listedSites(client: Client): Promise<Site[]> {
  const { items } = await collect(client.portfolio.sites, {}, SEARCHED);
  return items;
}

/** The coordinates of a municipality by its name; nothing where none was named. */
async function placedBy(
  client: Client,
  place: string | undefined,
  { latitude, longitude }: Pick<SiteFields, 'latitude' | 'longitude'>,
): Promise<{ latitude?: number; longitude?: number }> {
  if (place === undefined) return {};
  if (latitude !== undefined || longitude !== undefined)
    throw new CommandFailure('Give --place, or --latitude and --longitude.', EXIT_CODE.badInput);
  const { items } = await client.portfolio.findPlaces({ name: place });
  const [wanted = ''] = place.split(',');
  const named = items.filter(({ name }) => name.split('/').some((each) => isSameName(each, wanted)));
  const [found, other] = named.length > 0 ? named : items;
  if (found === undefined)
    throw new CommandFailure(`There is no municipality "${place}" in Spain or Portugal.`, EXIT_CODE.notFound);
  if (other !== undefined) {
    const choices = (named.length > 0 ? named : items).map(({ name, region }) => `"${name}, ${region}"`);
    throw new CommandFailure(
      `Several places are called like "${place}"; name one of them: ${choices.join(', ')}.`,
      EXIT_CODE.badInput,
    );
  }
  return { latitude: found.latitude, longitude: found.longitude };
}

function isSameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other.trim(), 'es', { sensitivity: 'base' }) === 0;
}

interface SiteFields {
  technology: Site['technology'] | undefined;
  latitude: number | undefined;
  longitude: number | undefined;
  storageMw: number | undefined;
  storageTechnology: Site['storage_technology'] | undefined;
  energyMwh: number | undefined;
  efficiency: number | undefined;
  startSoc: number | undefined;
  endSoc: number | undefined;
  maxCycles: number | undefined;
  wearCost: number | undefined;
  offerFloor: number | undefined;
  profile: number[] | undefined;
  keepsAtGate: 'plan' | 'offer' | 'none' | undefined;
  notes: string | undefined;
}

function wireFields({
  storageMw,
  storageTechnology,
  energyMwh,
  startSoc,
  endSoc,
  maxCycles,
  wearCost,
  offerFloor,
  keepsAtGate,
  ...fields
}: SiteFields) {
  return {
    ...fields,
    storage_mw: storageMw,
    storage_technology: storageTechnology,
    energy_mwh: energyMwh,
    start_soc: startSoc,
    end_soc: endSoc,
    max_cycles: maxCycles,
    wear_cost: wearCost,
    offer_floor: offerFloor,
    keeps_at_gate: keepsAtGate === 'none' ? null : keepsAtGate,
  };
}

function siteView(site: Site): View {
  return {
    data: site,
    table: recordTable({
      id: plain(site.id),
      name: plain(site.name),
      kind: plain(site.kind),
      technology: plain(site.technology),
      'capacity, MW': fixed(site.capacity_mw, 3),
      'storage, MW': fixed(site.storage_mw, 3),
      'stores with': plain(site.storage_technology),
      'energy, MWh': fixed(site.energy_mwh, 3),
      efficiency: plain(site.efficiency),
      'initial charge, %': plain(site.start_soc),
      'final charge, %': plain(site.end_soc),
      'cycles a day': plain(site.max_cycles),
      'wear, EUR/MWh': plain(site.wear_cost),
      'offer floor, EUR/MWh': plain(site.offer_floor),
      latitude: plain(site.latitude),
      longitude: plain(site.longitude),
      profile: plain(site.profile?.join(' ')),
      'kept at the gate': plain(site.keeps_at_gate),
      notes: plain(site.notes),
      changed: instant(site.updated_at),
    }),
  };
}

function parseNumbers(text: string): number[] {
  const numbers = text.split(',').map((part) => parseNumber(part.trim()));
  if (numbers.length !== 24) throw new InvalidArgumentError('It has not 24 numbers.');
  return numbers;
}
