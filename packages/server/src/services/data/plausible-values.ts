import { valueCheck } from '../../store/value-check.ts';

/** What Spain's system can plausibly show, by the beginning of the series' key: MW, degC, m/s, W/m2. */
const PLAUSIBLE: Readonly<Record<string, [min: number, max: number]>> = {
  load: [5_000, 80_000],
  wind: [-500, 80_000],
  solar: [-1_000, 120_000],
  nuclear: [-500, 12_000],
  hydro: [-15_000, 40_000],
  thermal: [-500, 60_000],
  netimport: [-25_000, 25_000],
  temperature: [-40, 60],
  windspeed: [0, 90],
  irradiance: [0, 1_500],
};
const IS_OF_THE_SYSTEM = /\.(forecast|forecast\.intraday|actual|archive)$/;

/** Why a value of a series that a source published cannot be right; undefined when it can. */
export function implausibility(series: string): (value: number) => string | undefined {
  const check = valueCheck(series);
  const limits = IS_OF_THE_SYSTEM.test(series) ? PLAUSIBLE[series.split('.')[0]] : undefined;
  if (limits === undefined) return check;
  const [min, max] = limits;
  return (value) => check(value) ?? (value < min || value > max ? `outside ${min} .. ${max}` : undefined);
}
