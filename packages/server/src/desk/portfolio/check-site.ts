import { SITE_KINDS } from '../../ground/database/site-schema.ts';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import { USUAL_START_SOC } from './plan-site.ts';
import { type FieldOfKinds, FIELDS_OF_KINDS } from './site-fields.ts';
import type { SiteFields } from './site-store.ts';

/** Throws 422 with every field that the kind of the site needs and lacks, or has and cannot have. */
export function checkSite(site: SiteFields): void {
  const faults = [...ruleFaults(site), ...placeFaults(site), ...energyFaults(site), ...chargeFaults(site)];
  if (faults.length > 0) {
    throw new AppError('validation_error', `This is not a complete ${site.kind} site.`, { faults });
  }
}

function ruleFaults(site: SiteFields): FieldFault[] {
  const { kind } = site;
  return Object.entries<FieldOfKinds>(FIELDS_OF_KINDS).flatMap(
    ([field, { is, required, optional }]): FieldFault[] => {
      const isGiven = site[field as keyof typeof FIELDS_OF_KINDS] !== null;
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
    },
  );
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
