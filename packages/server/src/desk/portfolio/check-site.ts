import { AppError, type FieldFault } from '../../ground/errors.ts';
import type { SiteFields, SiteKind } from './sites.ts';
import { USUAL_START_SOC } from './plan-site.ts';

type Rule = 'required' | 'optional' | 'forbidden';

/** Fields whose meaning depends on the kind of the site, as they are called on the wire. */
const FIELDS = [
  { field: 'latitude', valueOf: (site: SiteFields) => site.latitude, is: 'its place' },
  { field: 'longitude', valueOf: (site: SiteFields) => site.longitude, is: 'its place' },
  { field: 'energy_mwh', valueOf: (site: SiteFields) => site.energyMwh, is: 'the energy it holds' },
  { field: 'efficiency', valueOf: (site: SiteFields) => site.efficiency, is: 'that of a whole cycle' },
  { field: 'start_soc', valueOf: (site: SiteFields) => site.startSoc, is: 'its charge at the start' },
  { field: 'end_soc', valueOf: (site: SiteFields) => site.endSoc, is: 'its charge at the end' },
  { field: 'max_cycles', valueOf: (site: SiteFields) => site.maxCycles, is: 'its cycles in a day' },
  { field: 'wear_cost', valueOf: (site: SiteFields) => site.wearCost, is: 'what its use costs' },
  { field: 'offer_floor', valueOf: (site: SiteFields) => site.offerFloor, is: 'its lowest price' },
  { field: 'profile', valueOf: (site: SiteFields) => site.profile, is: 'its share of power by hour' },
  { field: 'technology', valueOf: (site: SiteFields) => site.technology, is: 'what it generates with' },
  { field: 'storage_mw', valueOf: (site: SiteFields) => site.storageMw, is: "its battery's power" },
  {
    field: 'storage_technology',
    valueOf: (site: SiteFields) => site.storageTechnology,
    is: 'what its battery stores with',
  },
] as const;

type BatteryField = 'storage_technology' | 'start_soc' | 'end_soc' | 'max_cycles' | 'wear_cost';

const allOfBattery = (rule: Rule): Record<BatteryField, Rule> => ({
  storage_technology: rule,
  start_soc: rule,
  end_soc: rule,
  max_cycles: rule,
  wear_cost: rule,
});

const RULES: Record<SiteKind, Record<(typeof FIELDS)[number]['field'], Rule>> = {
  solar: {
    latitude: 'required',
    longitude: 'required',
    energy_mwh: 'forbidden',
    efficiency: 'forbidden',
    ...allOfBattery('forbidden'),
    offer_floor: 'optional',
    profile: 'optional',
    technology: 'forbidden',
    storage_mw: 'forbidden',
  },
  wind: {
    latitude: 'optional',
    longitude: 'optional',
    energy_mwh: 'forbidden',
    efficiency: 'forbidden',
    ...allOfBattery('forbidden'),
    offer_floor: 'optional',
    profile: 'optional',
    technology: 'forbidden',
    storage_mw: 'forbidden',
  },
  battery: {
    latitude: 'optional',
    longitude: 'optional',
    energy_mwh: 'required',
    efficiency: 'required',
    ...allOfBattery('optional'),
    offer_floor: 'forbidden',
    profile: 'forbidden',
    technology: 'forbidden',
    storage_mw: 'forbidden',
  },
  load: {
    latitude: 'optional',
    longitude: 'optional',
    energy_mwh: 'optional',
    efficiency: 'forbidden',
    ...allOfBattery('forbidden'),
    offer_floor: 'forbidden',
    profile: 'optional',
    technology: 'forbidden',
    storage_mw: 'forbidden',
  },
  hybrid: {
    latitude: 'optional',
    longitude: 'optional',
    energy_mwh: 'required',
    efficiency: 'required',
    ...allOfBattery('optional'),
    offer_floor: 'optional',
    profile: 'optional',
    technology: 'optional',
    storage_mw: 'optional',
  },
};

/** Throws 422 with every field that the kind of the site needs and lacks, or has and cannot have. */
export function checkSite(site: SiteFields): void {
  const faults = [...ruleFaults(site), ...placeFaults(site), ...energyFaults(site), ...chargeFaults(site)];
  if (faults.length > 0) {
    throw new AppError('validation_error', `This is not a complete ${site.kind} site.`, { faults });
  }
}

function ruleFaults(site: SiteFields): FieldFault[] {
  return FIELDS.flatMap(({ field, valueOf, is }): FieldFault[] => {
    const rule = RULES[site.kind][field];
    const isGiven = valueOf(site) !== undefined;
    const loc = ['body', field];
    if (rule === 'required' && !isGiven) {
      return [{ loc, msg: `A ${site.kind} site needs ${field}, ${is}.`, type: 'missing' }];
    }
    if (rule === 'forbidden' && isGiven) {
      const kinds = kindsWith(field);
      return [
        {
          loc,
          msg: `A ${site.kind} site has no ${field}; leave it out or send null. It belongs to ${kinds}.`,
          type: 'forbidden_field',
        },
      ];
    }
    return [];
  });
}

function kindsWith(field: (typeof FIELDS)[number]['field']): string {
  return Object.entries(RULES)
    .filter(([, rules]) => rules[field] !== 'forbidden')
    .map(([kind]) => kind)
    .join(', ');
}

/** A place is both coordinates; where both are required, the rules have named what lacks. */
function placeFaults({ kind, latitude, longitude }: SiteFields): FieldFault[] {
  if ((latitude === undefined) === (longitude === undefined) || RULES[kind].latitude === 'required') {
    return [];
  }
  const lacking = latitude === undefined ? 'latitude' : 'longitude';
  return [{ loc: ['body', lacking], msg: `Send ${lacking} as well: a place is both.`, type: 'missing' }];
}

const HOURS_OF_SHORTEST_DAY = 23;

/** A load has to be able to take its energy on every day. */
function energyFaults({ kind, energyMwh, capacityMw }: SiteFields): FieldFault[] {
  if (kind !== 'load' || energyMwh === undefined || energyMwh <= HOURS_OF_SHORTEST_DAY * capacityMw)
    return [];
  const msg = `${energyMwh} MWh do not fit into ${HOURS_OF_SHORTEST_DAY} hours of ${capacityMw} MW.`;
  return [{ loc: ['body', 'energy_mwh'], msg, type: 'too_big' }];
}

/** A battery has to be able to come from the charge at the start to that at the end on every day. */
function chargeFaults({ kind, ...site }: SiteFields): FieldFault[] {
  const { energyMwh, efficiency, capacityMw, storageMw = capacityMw } = site;
  if (kind === 'load' || energyMwh === undefined || efficiency === undefined) return [];
  const { startSoc = USUAL_START_SOC, endSoc = startSoc } = site;
  const wanted = ((endSoc - startSoc) / 100) * energyMwh;
  if (wanted <= HOURS_OF_SHORTEST_DAY * storageMw * Math.sqrt(efficiency)) return [];
  const msg = `From ${startSoc} to ${endSoc} percent are ${wanted} MWh: more than ${storageMw} MW charge in ${HOURS_OF_SHORTEST_DAY} hours.`;
  return [{ loc: ['body', 'end_soc'], msg, type: 'too_big' }];
}
