import { UsageError } from '../errors.ts';

/** Days that the country's offices are closed; half days and those of banks or schools alone are working days. */
const CLOSED = 'public';

/**
 * The public holidays of a country, or of a part of it: `ES`, `AU-VIC`, `DE-BY`. Throws UsageError for one that is not known, which names those
 * that are.
 */
export async function holidayCalendar(place: string): Promise<(day: string) => boolean> {
  const { default: Holidays } = await import('date-holidays');
  const [country = '', state, region] = place.toUpperCase().split('-');
  const all = new Holidays();
  const countries = Object.keys(all.getCountries());
  if (!countries.includes(country))
    throw new UsageError(
      `"${place}" is no country whose holidays are known; name one such as ES, GB or AU-VIC.`,
    );
  const states = Object.keys(all.getStates(country) ?? {});
  if (state !== undefined && !states.includes(state)) {
    const known = states.length === 0 ? 'it has none' : `those of ${country} are ${states.join(', ')}`;
    throw new UsageError(`"${place}" is no part of a country whose holidays are known: ${known}.`);
  }
  const regions = state === undefined ? [] : Object.keys(all.getRegions(country, state) ?? {});
  if (region !== undefined && !regions.includes(region))
    throw new UsageError(`"${place}" is no region whose holidays are known.`);
  const calendar = new Holidays([country, state, region].filter((part) => part !== undefined).join('.'));
  const ofYears = new Map<string, Set<string>>();
  return (day) => {
    const year = day.slice(0, 4);
    const known =
      ofYears.get(year) ??
      new Set(
        calendar
          .getHolidays(Number(year))
          .filter(({ type }) => type === CLOSED)
          .map(({ date }) => date.slice(0, 10)),
      );
    ofYears.set(year, known);
    return known.has(day);
  };
}
