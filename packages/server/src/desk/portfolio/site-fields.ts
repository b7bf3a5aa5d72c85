import { z } from 'zod';
import {
  SITE_KINDS,
  type SiteKind,
  STORAGE_TECHNOLOGIES,
  TECHNOLOGIES,
} from '../../ground/database/site-schema.ts';
import { lineField } from '../../people/access/account-fields.ts';
import { USUAL_MAX_CYCLES, USUAL_WEAR_COST } from './plan-site.ts';
import type { SiteFields } from './site-store.ts';

const HOURS_OF_PROFILE = 24;

/** Between what each number of a site may lie, and how long its notes may be: what is stored, asked for and typed keeps to one list. */
export const SITE_LIMITS = {
  powerMw: { min: 0.001, max: 100_000 },
  energyMwh: { min: 0.001, max: 1_000_000 },
  efficiency: { min: 0.05, max: 1 },
  /** Percent of what a battery holds. */
  charge: { min: 0, max: 100 },
  /** Fillings of a battery in a day; the most never binds. */
  cycles: { min: 0, max: 100 },
  /** EUR for each MWh. */
  wearCost: { min: 0, max: 10_000 },
  /** EUR/MWh. */
  offerFloor: { min: -10_000, max: 10_000 },
  notesLength: 2000,
} as const;

export const KindField = z.enum(SITE_KINDS).meta({
  description: 'What the site is; `hybrid` is a plant with a battery behind one connection',
  examples: ['battery'],
});

/** What an owner says of a site, each by its name with its meaning, limits and an example. */
export const siteFields = {
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

/** Fields that not every kind of site has: what each is, which kinds need it and which may have it. */
export const FIELDS_OF_KINDS = {
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

export interface FieldOfKinds {
  is: string;
  required: readonly SiteKind[];
  optional: readonly SiteKind[];
}

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
