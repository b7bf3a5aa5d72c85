import { type DeliveryDay, deliveryDayOf, periodMs } from '@lonja/forecasting/market';
import { type Asked } from '../../../ground/reasons/reasons.ts';
import { type DayValues, meansOfHours, resampleDay } from '../day-values.ts';
import { type TimedValues, chooseValues } from '../timed-values.ts';
import { mergeSeries, seriesId } from './merge-series.ts';
import type { EntsoeSeries } from './parse.ts';
import type { EntsoePublication } from './publications.ts';

/** What a query of a publication was answered with. */
export interface EntsoeAnswer {
  /** What was asked for, to name in faults. */
  what: Asked;
  sign: 1 | -1;
  series: EntsoeSeries[];
}

/** What one series says of one day. */
interface Part extends DayValues {
  key: string;
  day: DeliveryDay;
  answer: EntsoeAnswer;
  psrType: string | undefined;
  factor: number;
}

/** Pumped storage, whose series may leave out the hours in which it stands still. */
const STORAGE = 'B10';
const QUARTERS_PER_HOUR = 4;

/**
 * The series of a publication: types of production that share a key are added up, answers with their signs, pumps are subtracted;
 * nothing else is ever added. A period counts only where every answer, and every type that the day has, has a value. A day whose
 * types come in hours and in quarters is added up in hours.
 */
export function addUp(publication: EntsoePublication, answers: readonly EntsoeAnswer[]): TimedValues[] {
  const { leastShare = 1 } = publication;
  const parts = answers.flatMap((answer) => partsOf(publication, answer, leastShare));
  return [...Map.groupBy(parts, ({ key, day }) => `${key} ${day}`).values()]
    .filter((added) => new Set(added.map(({ answer }) => answer)).size === answers.length)
    .map((added) => sumOf(inOneResolution(added, leastShare)));
}

/** Each series of an answer cut into days, in the resolution that counts on the day; in an order that is not that of the answer. */
function partsOf(publication: EntsoePublication, answer: EntsoeAnswer, leastShare: number): Part[] {
  const bySeries = Map.groupBy(mergeSeries(answer.series, answer.what), seriesId);
  return [...bySeries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, steps]) => {
      const [{ psrType, consumes }] = steps;
      const key = keyOf(publication, psrType);
      if (key === undefined) return [];
      const cut = steps.flatMap(({ step, values }) =>
        [...Map.groupBy(values, ([start]) => deliveryDayOf(start))].map(([day, rows]) => ({
          day,
          ...resampleDay(step, new Map(rows), { key, leastShare }),
        })),
      );
      const what = { key, answer, psrType, factor: consumes ? -answer.sign : answer.sign };
      return [...Map.groupBy(cut, ({ day }) => day)].map(([day, known]) => ({
        ...chooseValues(publication, day, known),
        ...what,
      }));
    });
}

function keyOf({ keyOfType, units }: EntsoePublication, psrType: string | undefined): string | undefined {
  return keyOfType === undefined ? Object.keys(units)[0] : keyOfType.get(psrType ?? '');
}

function inOneResolution(parts: Part[], leastShare: number): Part[] {
  if (parts.every(({ resolution }) => resolution === parts[0].resolution)) return parts;
  const fewest = leastShare * QUARTERS_PER_HOUR;
  return parts.map((part) =>
    part.resolution === 'PT1H'
      ? part
      : { ...part, resolution: 'PT1H', values: meansOfHours(part.values, fewest) },
  );
}

/** The sum of one key and day; all parts have one resolution. */
function sumOf(parts: Part[]): TimedValues {
  const [{ key, resolution }] = parts;
  const others = parts.filter(({ psrType }) => psrType !== STORAGE);
  const needed = others.length > 0 ? others : parts;
  const values = new Map<number, number>();
  for (const { values: known, factor } of parts) {
    for (const [start, value] of known) {
      if (!needed.every((part) => part.values.has(start))) continue;
      values.set(start, (values.get(start) ?? 0) + factor * value);
    }
  }
  return { key, step: resolution === 'PT15M' ? periodMs('PT15M') : periodMs('PT1H'), values };
}
