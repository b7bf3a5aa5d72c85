import type { JsonSchema } from '../http/documented-schema.ts';
import type { Operation } from './operations.ts';

/** One value of a request that the document describes. */
export interface Field {
  place: 'path' | 'query' | 'header' | 'body';
  /** Its name; in a body the way to it, where `0` is the first of an array. The body itself has none. */
  at: string[];
}

/** Every value of the requests to an operation: parameters, the body, and whatever the body holds. */
export function fieldsOf({ parameters, body }: Operation): Field[] {
  const named = parameters.map(({ in: place, name }) => ({ place: placeOf(place), at: [name] }));
  const ofBody =
    body === undefined ? [] : waysInto(body.schema).map((at) => ({ place: 'body' as const, at }));
  return [...named, ...ofBody];
}

function placeOf(place: string): Exclude<Field['place'], 'body'> {
  if (place === 'path' || place === 'query' || place === 'header') return place;
  throw new Error(`There are no parameters in ${place}.`);
}

/** A schema's own place and those of all that is in it, each once. */
function waysInto(schema: JsonSchema): string[][] {
  const inside = [
    ...(schema.anyOf ?? []).flatMap(waysInto).filter((way) => way.length > 0),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      waysInto(part).map((way) => [name, ...way]),
    ),
    ...(schema.items === undefined ? [] : waysInto(schema.items).map((way) => ['0', ...way])),
  ];
  const ways = new Map([[], ...inside].map((way) => [way.join('\n'), way]));
  return [...ways.values()];
}
