import { z } from 'zod';
import { SITE_KINDS, STORAGE_TECHNOLOGIES, TECHNOLOGIES } from '../../ground/database/site-schema.ts';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { given } from '../../ground/http/wire.ts';
import { changesOf, idField, lineField, shownField } from '../../people/access/account-fields.ts';
import { USUAL_MAX_CYCLES, USUAL_WEAR_COST } from './plan-site.ts';
import { SITE_LIMITS } from './site-limits.ts';
import type { SiteFields } from './site-store.ts';

const HOURS_OF_PROFILE = 24;

const KindField = z.enum(SITE_KINDS).meta({
  description: 'What the site is; `hybrid` is a plant with a battery behind one connection',
  examples: ['battery'],
});

const fields = {
  name: lineField('Name for people', 'Cáceres 1'),
  kind: KindField,
  technology: z
    .enum(TECHNOLOGIES)
    .nullable()
    .meta({ description: 'Hybrid: what it generates with; null: solar', examples: ['solar'] }),
  latitude: coordinateField(90, 'Degrees north; a solar site needs its place', 39.47),
  longitude: coordinateField(180, 'Degrees east', -6.37),
  capacity_mw: quantityField(
    SITE_LIMITS.powerMw,
    'Power of the plant, the battery or the consumer, MW; of a hybrid that of its plant and of its connection',
    10,
  ),
  storage_mw: quantityField(
    SITE_LIMITS.powerMw,
    'Hybrid: power of its battery, MW; null: that of the plant',
    5,
  ).nullable(),
  storage_technology: z
    .enum(STORAGE_TECHNOLOGIES)
    .nullable()
    .meta({
      description:
        'Battery and hybrid: what the battery stores with, from which its wear cost follows where none is given; null: lithium_ion',
      examples: ['lithium_ion'],
    }),
  energy_mwh: quantityField(
    SITE_LIMITS.energyMwh,
    'Battery and hybrid: energy that the battery holds, MWh. Load: energy to take in a day, at whatever hours; null: it follows its profile',
    20,
  ).nullable(),
  efficiency: z
    .number()
    .min(SITE_LIMITS.efficiency.min)
    .max(SITE_LIMITS.efficiency.max)
    .nullable()
    .meta({
      description: 'Battery and hybrid: share of the energy drawn that a whole cycle gives back',
      examples: [0.88],
    }),
  start_soc: rangeField(
    SITE_LIMITS.charge,
    'Battery and hybrid: what the battery holds at the start of a day, percent of `energy_mwh`; null: 50',
    50,
  ),
  end_soc: rangeField(
    SITE_LIMITS.charge,
    'Battery and hybrid: what it holds at least at the end of a day, percent; null: as at the start',
    50,
  ),
  max_cycles: rangeField(
    SITE_LIMITS.cycles,
    `Battery and hybrid: most energy taken out of the battery in a day, in fillings of it; null: ${USUAL_MAX_CYCLES}; 100 never binds`,
    1.5,
  ),
  wear_cost: rangeField(
    SITE_LIMITS.wearCost,
    `Battery and hybrid: what its use costs, EUR for each MWh that it gives at the connection; null: as usual for its \`storage_technology\` (${usualWearCosts()}); 0: nothing`,
    4,
  ),
  offer_floor: rangeField(
    SITE_LIMITS.offerFloor,
    'Solar, wind and hybrid: the price below which the plant does not produce, EUR/MWh; null: it produces at any price',
    0,
  ),
  profile: z
    .array(z.number().min(0).max(1))
    .length(HOURS_OF_PROFILE, `Send ${HOURS_OF_PROFILE} values, one for each local hour.`)
    .nullable()
    .meta({
      description:
        'Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to 23; both hours 2 of the 25-hour day take the same',
      examples: [
        [0, 0, 0, 0, 0, 0, 0, 0.1, 0.3, 0.6, 0.8, 0.9, 1, 1, 0.9, 0.8, 0.6, 0.4, 0.2, 0, 0, 0, 0, 0],
      ],
    }),
  keeps_at_gate: z
    .enum(['plan', 'offer'])
    .nullable()
    .meta({
      description:
        'What is kept by itself when the gate of the day-ahead auction closes, by the last run before it; null: nothing',
      examples: ['offer'],
    }),
  notes: z
    .string()
    .max(SITE_LIMITS.notesLength)
    .nullable()
    .meta({ description: 'Anything worth remembering', examples: ['Connected in 2024'] }),
};

const { name, kind, capacity_mw, ...others } = fields;

export const NewSite = z
  .strictObject({ name, kind, capacity_mw, ...z.object(others).partial().shape })
  .meta({ id: 'NewSite' });
export type NewSite = z.infer<typeof NewSite>;

export const SiteChange = changesOf(fields).meta({ id: 'SiteChange' });
export type SiteChange = z.infer<typeof SiteChange>;

export const SiteRecord = z
  .object({
    id: idField('Identifier of the site'),
    ...fields,
    name: shownField('Name for people', 'Cáceres 1'),
    created_at: instantField('When it was created'),
    updated_at: instantField('When it was last changed'),
  })
  .meta({ id: 'Site' });

export type SiteRecord = z.infer<typeof SiteRecord>;

export const SitePage = pageOf(SiteRecord).meta({ id: 'SitePage' });

export const SitesQuery = z.strictObject({
  kind: KindField.optional().meta({ description: 'Only sites of this kind' }),
  ...pageParameters,
});

const MOST_LETTERS = 80;

export const PlacesQuery = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MOST_LETTERS)
    .meta({
      description:
        'Name or its beginning, in any language that the place has, with or without accents; after a comma the province or district may follow',
      examples: ['zaragoza'],
    }),
});

export const PlaceList = z
  .object({
    items: z.array(
      z.object({
        name: shownField('Name of the municipality', 'Zaragoza'),
        region: shownField('Province; of Portugal the district', 'Zaragoza'),
        country: z.enum(['es', 'pt']).meta({ description: 'Country', examples: ['es'] }),
        latitude: z.number().meta({ description: 'Degrees north', examples: [41.681] }),
        longitude: z.number().meta({ description: 'Degrees east', examples: [-0.926] }),
      }),
    ),
  })
  .meta({ id: 'PlaceList' });

function coordinateField(limit: number, description: string, example: number) {
  return rangeField({ min: -limit, max: limit }, description, example);
}

function rangeField(bounds: { min: number; max: number }, description: string, example: number) {
  return z
    .number()
    .min(bounds.min)
    .max(bounds.max)
    .nullable()
    .meta({ description, examples: [example] });
}

function quantityField(bounds: { min: number; max: number }, description: string, example: number) {
  return z
    .number()
    .min(bounds.min)
    .max(bounds.max)
    .meta({ description, examples: [example] });
}

/** `lithium_ion 15, lead_acid 60, ...` */
function usualWearCosts(): string {
  return Object.entries(USUAL_WEAR_COST)
    .map((entry) => entry.join(' '))
    .join(', ');
}

/** A new site with null for what its owner leaves out. */
export function toSiteFields(body: NewSite): SiteFields {
  return { ...nothingOf(others), ...given(body) };
}

/** The cast is right: each name of `fields` gets null. */
function nothingOf<T extends object>(fields: T): Record<keyof T, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as Record<keyof T, null>;
}
