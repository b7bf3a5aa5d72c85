import type { Site, SiteFields } from './sites.ts';
import type { NewSite, SiteChange, SiteRecord } from './sites-schemas.ts';
import { formatInstant } from '../../ground/http/wire.ts';

export function toSiteRecord(site: Site): SiteRecord {
  return {
    id: site.id,
    name: site.name,
    kind: site.kind,
    technology: site.technology ?? null,
    latitude: site.latitude ?? null,
    longitude: site.longitude ?? null,
    capacity_mw: site.capacityMw,
    storage_mw: site.storageMw ?? null,
    storage_technology: site.storageTechnology ?? null,
    energy_mwh: site.energyMwh ?? null,
    efficiency: site.efficiency ?? null,
    start_soc: site.startSoc ?? null,
    end_soc: site.endSoc ?? null,
    max_cycles: site.maxCycles ?? null,
    wear_cost: site.wearCost ?? null,
    offer_floor: site.offerFloor ?? null,
    profile: site.profile ?? null,
    keeps_at_gate: site.keepsAtGate ?? null,
    notes: site.notes ?? null,
    created_at: formatInstant(site.createdAt),
    updated_at: formatInstant(site.updatedAt),
  };
}

export function toSiteFields(body: NewSite): SiteFields {
  return {
    name: body.name,
    kind: body.kind,
    capacityMw: body.capacity_mw,
    technology: body.technology ?? undefined,
    latitude: body.latitude ?? undefined,
    longitude: body.longitude ?? undefined,
    storageMw: body.storage_mw ?? undefined,
    storageTechnology: body.storage_technology ?? undefined,
    energyMwh: body.energy_mwh ?? undefined,
    efficiency: body.efficiency ?? undefined,
    startSoc: body.start_soc ?? undefined,
    endSoc: body.end_soc ?? undefined,
    maxCycles: body.max_cycles ?? undefined,
    wearCost: body.wear_cost ?? undefined,
    offerFloor: body.offer_floor ?? undefined,
    profile: body.profile ?? undefined,
    keepsAtGate: body.keeps_at_gate ?? undefined,
    notes: body.notes ?? undefined,
  };
}

/** The fields of a site after a change: what is absent stays as it is, null clears. */
export function changedFields(site: Site, change: SiteChange): SiteFields {
  const { name, kind, capacity_mw, ...others } = change;
  return {
    name: name ?? site.name,
    kind: kind ?? site.kind,
    capacityMw: capacity_mw ?? site.capacityMw,
    technology: changed(others.technology, site.technology),
    latitude: changed(others.latitude, site.latitude),
    longitude: changed(others.longitude, site.longitude),
    storageMw: changed(others.storage_mw, site.storageMw),
    storageTechnology: changed(others.storage_technology, site.storageTechnology),
    energyMwh: changed(others.energy_mwh, site.energyMwh),
    efficiency: changed(others.efficiency, site.efficiency),
    startSoc: changed(others.start_soc, site.startSoc),
    endSoc: changed(others.end_soc, site.endSoc),
    maxCycles: changed(others.max_cycles, site.maxCycles),
    wearCost: changed(others.wear_cost, site.wearCost),
    offerFloor: changed(others.offer_floor, site.offerFloor),
    profile: changed(others.profile, site.profile),
    keepsAtGate: changed(others.keeps_at_gate, site.keepsAtGate),
    notes: changed(others.notes, site.notes),
  };
}

function changed<T>(given: T | null | undefined, before: T | undefined): T | undefined {
  return given === undefined ? before : (given ?? undefined);
}
