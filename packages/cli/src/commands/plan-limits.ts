import { flag, option, parseNumber, type ValuesOf } from '../command/inputs.ts';

export const PLANS = ['expected', 'robust'] as const;

export const FLOOR_INPUTS = {
  curtail: flag('curtail a plant below 0 EUR/MWh, where the site has no offer floor'),
  withoutFloor: flag("leave the site's offer floor out: its plant produces at any price"),
};

/** How a site is to be run, where it differs from what the site says. */
export const PLAN_LIMIT_INPUTS = {
  startSoc: option(
    'percent',
    'charge at the start of the day (default: as the site says, or 50)',
    parseNumber,
  ),
  endSoc: option(
    'percent',
    'least charge at the end of the day (default: as the site says, or as at the start)',
    parseNumber,
  ),
  maxCycles: option(
    'count',
    'most full cycles of the battery in the day (default: as the site says)',
    parseNumber,
  ),
  fromHour: option('hour', 'first local hour that a load may run', parseNumber),
  toHour: option('hour', 'local hour at which a load must be done', parseNumber),
  ...FLOOR_INPUTS,
};

/** The same as the service takes it. */
export function planLimitsOf(limits: ValuesOf<typeof PLAN_LIMIT_INPUTS>) {
  return {
    curtail: curtailOf(limits),
    start_soc: limits.startSoc,
    end_soc: limits.endSoc,
    max_cycles: limits.maxCycles?.toString(),
    from_hour: limits.fromHour,
    to_hour: limits.toHour,
  };
}

export function curtailOf({
  curtail,
  withoutFloor,
}: Record<'curtail' | 'withoutFloor', true | undefined>): 'true' | 'false' | undefined {
  if (withoutFloor === true) return 'false';
  return curtail === true ? 'true' : undefined;
}
