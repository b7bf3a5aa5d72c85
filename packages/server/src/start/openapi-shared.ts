import { STATUS_CODES } from 'node:http';

/** An operation as far as it holds what others hold too. */
export interface SharingOperation {
  parameters?: { name: string }[];
  responses: Record<string, object>;
}

export interface SharedParts {
  responses: Record<string, object>;
  parameters: Record<string, object>;
}

/**
 * Moves every response and parameter that stands in several operations to one place, to which the operations then refer. Names are made of
 * the status or the parameter; the most used one has no number.
 */
export function shareParts(operations: readonly SharingOperation[]): SharedParts {
  const responses = namesOf(
    operations.flatMap((operation) =>
      Object.entries(operation.responses).map(([status, part]) => [STATUS_CODES[status] ?? status, part]),
    ),
  );
  const parameters = namesOf(
    operations.flatMap(({ parameters = [] }) => parameters.map((part) => [part.name, part])),
  );
  for (const operation of operations) {
    for (const [status, part] of Object.entries(operation.responses)) {
      const name = responses.get(keyOf(STATUS_CODES[status] ?? status, part));
      if (name !== undefined) operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
    operation.parameters?.forEach((part, index, all: object[]) => {
      const name = parameters.get(keyOf(part.name, part));
      if (name !== undefined) all[index] = { $ref: `#/components/parameters/${name}` };
    });
  }
  return { responses: partsOf(responses), parameters: partsOf(parameters) };
}

type Part = readonly [title: string, part: object];

function keyOf(title: string, part: object): string {
  return JSON.stringify([title, part]);
}

/** Names of the parts that occur more than once, by their keys. */
function namesOf(parts: readonly Part[]): Map<string, string> {
  const counts = new Map<string, { title: string; count: number }>();
  for (const [title, part] of parts) {
    const known = counts.get(keyOf(title, part));
    if (known === undefined) counts.set(keyOf(title, part), { title, count: 1 });
    else known.count += 1;
  }
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  const repeated = [...counts].filter(([, { count }]) => count > 1);
  for (const [key, { title }] of repeated.toSorted(([, a], [, b]) => b.count - a.count)) {
    const base = title.replaceAll(/(?:^|[^A-Za-z]+)([a-z]?)/gi, (_all, letter: string) =>
      letter.toUpperCase(),
    );
    const number = (used.get(base) ?? 0) + 1;
    used.set(base, number);
    names.set(key, number === 1 ? base : `${base}${number}`);
  }
  return names;
}

function partsOf(names: ReadonlyMap<string, string>): Record<string, object> {
  const parts = [...names].map(([key, name]): [string, object] => {
    const [, part]: Part = JSON.parse(key);
    return [name, part];
  });
  return Object.fromEntries(parts.toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}
