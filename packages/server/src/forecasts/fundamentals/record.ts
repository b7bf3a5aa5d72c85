import { formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { FIELD_OF, type FundamentalsHour as KnownHour } from './get-fundamentals.ts';
import { roundSystemPower } from '../../ground/http/wire.ts';
import {
  DegradedField,
  DegradedReasonsField,
  HourField,
  SimulatedField,
  StartField,
  dayField,
  instantField,
} from '../../ground/http/fields.ts';
import { CsvLocale, Format, Hour, dayParameter } from '../../ground/http/parameters.ts';

export const FundamentalsQuery = z.strictObject({
  date: dayParameter(`Delivery day in ${TIME_ZONE}: past, current or up to 7 days ahead`),
  hour: Hour.optional(),
  format: Format,
  locale: CsvLocale,
});

function powerField(description: string, example: number) {
  return z.number().meta({ description: `${description}, MW, 1 decimal`, examples: [example] });
}

const NULLABLE = '; null where no source publishes it and nothing can be estimated';

const FundamentalsHour = z
  .object({
    hour: HourField,
    total_load_mw: powerField('Forecast system load of the Spanish bidding zone', 28_412.5),
    generation: z.object({
      wind_mw: powerField(`Wind${NULLABLE}`, 9120.4).nullable(),
      solar_mw: powerField(`Solar${NULLABLE}`, 0).nullable(),
      hydro_mw: powerField(`Hydro${NULLABLE}`, 4310.2).nullable(),
      nuclear_mw: powerField(`Nuclear${NULLABLE}`, 6950).nullable(),
      thermal_mw: powerField(`Gas, coal and oil together${NULLABLE}`, 6211.9).nullable(),
      other_mw: powerField(`All remaining sources${NULLABLE}`, 900.1).nullable(),
    }),
    cross_border_flows_mw: powerField(
      `Net flow: positive is net import into Spain, negative net export${NULLABLE}`,
      -1260,
    ).nullable(),
    start: StartField,
    estimated: z.array(z.string()).meta({
      description: "Fields that are the service's own forecast because no source has published them yet",
      examples: [['hydro_mw', 'nuclear_mw']],
    }),
  })
  .meta({ id: 'FundamentalsHour' });

export const Fundamentals = z
  .object({
    date: dayField('Delivery day'),
    data_as_of: instantField('Last publication of the underlying data', '2026-03-30T08:00:00Z'),
    hours: z.array(FundamentalsHour),
    simulated: SimulatedField,
    degraded: DegradedField.meta({
      description:
        "What the service's own forecasts of the day had to do without; empty when nothing was missing",
    }),
    degraded_reasons: DegradedReasonsField.meta({
      description: 'The reasons of `degraded` as data, one for each quantity',
    }),
  })
  .meta({ id: 'Fundamentals' });
export type Fundamentals = z.infer<typeof Fundamentals>;

/** An hour of the answer. */
export function toHour({ start, hour, values, estimated }: KnownHour): Fundamentals['hours'][number] {
  return {
    hour,
    total_load_mw: roundSystemPower(values.load),
    generation: {
      wind_mw: roundOrNull(values.wind),
      solar_mw: roundOrNull(values.solar),
      hydro_mw: roundOrNull(values.hydro),
      nuclear_mw: roundOrNull(values.nuclear),
      thermal_mw: roundOrNull(values.thermal),
      other_mw: roundOrNull(values.other),
    },
    cross_border_flows_mw: roundOrNull(values.netImport),
    start: formatMadrid(start),
    estimated: estimated.map((quantity) => FIELD_OF[quantity]),
  };
}

/** A power of an answer, MW; null where it is not known. */
export function roundOrNull(megawatts: number | undefined): number | null {
  return megawatts === undefined ? null : roundSystemPower(megawatts);
}
