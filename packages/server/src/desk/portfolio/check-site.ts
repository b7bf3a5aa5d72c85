import { SITE_KINDS } from '../../ground/database/site-schema.ts';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import { USUAL_START_SOC } from './plan-site.ts';
import type { SiteFields, SiteKind } from './site-store.ts';

/** Fields that not every kind of site has: what each is, which kinds need it and which may have it. */
const FIELDS = {
  latitude: { is: 'its place', required: ['solar'], optional: ['wind', 'battery', 'load', 'hybrid'] },
  longitude: { is: 'its place', required: ['solar'], optional: ['wind', 'battery', 'load', 'hybrid'] },
  energy_mwh: { is: 'the energy it holds', required: ['battery', 'hybrid'], optional: ['load'] },
  efficiency: { is: 'that of a whole cycle', required: ['battery', 'hybrid'], optional: [] },
  start_soc: { is: 'its charge at the start', required: [], optional: ['battery', 'hybrid'] },
  end_soc: { is: 'its charge at the end', required: [], optional: ['battery', 'hybrid'] },
  max_cycles: { is: 'its cycles in a day', required: [], optional: ['battery', 'hybrid'] },
  wear_cost: { is: 'what its use costs', required: [], optional: ['battery', 'hybrid'] },
  offer_floor: { is: 'its lowest price', required: [], optional: ['solar', 'wind', 'hybrid'] },
  profile: { is: 'its share of power by hour', required: [], optional: ['solar', 'wind', 'load', 'hybrid'] },
  technology: { is: 'what it generates with', required: [], optional: ['hybrid'] },
  storage_mw: { is: "its battery's power", required: [], optional: ['hybrid'] },
  storage_technology: { is: 'what its battery stores with', required: [], optional: ['battery', 'hybrid'] },
} satisfies Partial<Record<keyof SiteFields, FieldOfKinds>>;

interface FieldOfKinds {
  is: string;
  required: readonly SiteKind[];
  optional: readonly SiteKind[];
}

/** Throws 422 with every field that the kind of the site needs and lacks, or has and cannot have. */
export function checkSite(site: SiteFields): void {
  const faults = [...ruleFaults(site), ...placeFaults(site), ...energyFaults(site), ...chargeFaults(site)];
  if (faults.length > 0) {
    throw new AppError('validation_error', `This is not a complete ${site.kind} site.`, { faults });
  }
}

function ruleFaults(site: SiteFields): FieldFault[] {
  const { kind } = site;
  return Object.entries<FieldOfKinds>(FIELDS).flatMap(([field, { is, required, optional }]): FieldFault[] => {
    const isGiven = site[field as keyof typeof FIELDS] !== null;
    const loc = ['body', field];
    if (required.includes(kind) && !isGiven) {
      return [{ loc, msg: `A ${kind} site needs ${field}, ${is}.`, type: 'missing' }];
    }
    const kinds = SITE_KINDS.filter((other) => required.includes(other) || optional.includes(other));
    if (!kinds.includes(kind) && isGiven) {
      const msg = `A ${kind} site has no ${field}; leave it out or send null. It belongs to ${kinds.join(', ')}.`;
      return [{ loc, msg, type: 'forbidden_field' }];
    }
    return [];
  });
}

/** A place is both coordinates; where both are required, the rules have named what lacks. */
function placeFaults({ kind, latitude, longitude }: SiteFields): FieldFault[] {
  if ((latitude === null) === (longitude === null) || kind === 'solar') return [];
  const lacking = latitude === null ? 'latitude' : 'longitude';
  return [{ loc: ['body', lacking], msg: `Send ${lacking} as well: a place is both.`, type: 'missing' }];
}

const HOURS_OF_SHORTEST_DAY = 23;

/** A load has to be able to take its energy on every day. */
function energyFaults({ kind, energy_mwh, capacity_mw }: SiteFields): FieldFault[] {
  if (kind !== 'load' || energy_mwh === null || energy_mwh <= HOURS_OF_SHORTEST_DAY * capacity_mw) return [];
  const msg = `${energy_mwh} MWh do not fit into ${HOURS_OF_SHORTEST_DAY} hours of ${capacity_mw} MW.`;
  return [{ loc: ['body', 'energy_mwh'], msg, type: 'too_big' }];
}

/** A battery has to be able to come from the charge at the start to that at the end on every day. */
function chargeFaults({ kind, ...site }: SiteFields): FieldFault[] {
  const { energy_mwh, efficiency } = site;
  if (kind === 'load' || energy_mwh === null || efficiency === null) return [];
  const storageMw = site.storage_mw ?? site.capacity_mw;
  const startSoc = site.start_soc ?? USUAL_START_SOC;
  const endSoc = site.end_soc ?? startSoc;
  const wanted = ((endSoc - startSoc) / 100) * energy_mwh;
  if (wanted <= HOURS_OF_SHORTEST_DAY * storageMw * Math.sqrt(efficiency)) return [];
  const msg = `From ${startSoc} to ${endSoc} percent are ${wanted} MWh: more than ${storageMw} MW charge in ${HOURS_OF_SHORTEST_DAY} hours.`;
  return [{ loc: ['body', 'end_soc'], msg, type: 'too_big' }];
}
