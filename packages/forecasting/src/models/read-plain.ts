/** Reads one value of plain data that is of no known type; `path` names its place in messages, such as `members[1].weight`. */
export type Read<T> = (value: unknown, path: string) => T;

/** Readers of all fields of an object. A field that may be left out has a reader that takes undefined (`optional`). */
export type Fields<T> = { [Key in keyof T]-?: Read<T[Key]> };

/** Data that are no recipe: `path` names the place, and the message what is expected there. */
export class RecipeError extends RangeError {
  override readonly name = 'RecipeError';
  readonly path: string;

  constructor(path: string, what: string) {
    super(`${path === '' ? 'The recipe' : path} ${what}`);
    this.path = path;
  }
}

const MOST_SHOWN_CHARACTERS = 40;

function refuse(path: string, expected: string, value: unknown): RecipeError {
  if (value === undefined) return new RecipeError(path, `is missing; it must be ${expected}`);
  const shown = JSON.stringify(value) ?? typeof value;
  const short = shown.length > MOST_SHOWN_CHARACTERS ? `${shown.slice(0, MOST_SHOWN_CHARACTERS)}...` : shown;
  return new RecipeError(path, `must be ${expected}; got ${short}`);
}

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Read<number> {
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
  return (value, path) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value;
    throw refuse(path, `a whole number of at least ${least}${upTo}`, value);
  };
}

/** A finite number within bounds; `above` and `below` are not among them. */
export function number({
  above = -Infinity,
  least = -Infinity,
  most = Infinity,
  below = Infinity,
}: {
  above?: number;
  least?: number;
  most?: number;
  below?: number;
}): Read<number> {
  const bounds = [
    above > -Infinity && `above ${above}`,
    least > -Infinity && `of at least ${least}`,
    most < Infinity && `of at most ${most}`,
    below < Infinity && `below ${below}`,
  ].filter((bound) => bound !== false);
  return (value, path) => {
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    if (isNumber && value > above && value >= least && value <= most && value < below) return value;
    throw refuse(path, ['a number', bounds.join(' and ')].filter(Boolean).join(' '), value);
  };
}

export const truth: Read<boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  throw refuse(path, 'true or false', value);
};

export const text: Read<string> = (value, path) => {
  if (typeof value === 'string' && value !== '') return value;
  throw refuse(path, 'text', value);
};

export function oneOf<const T extends string>(names: readonly T[]): Read<T> {
  return (value, path) => {
    const name = names.find((one) => one === value);
    if (name !== undefined) return name;
    throw refuse(path, `one of ${names.map((one) => `"${one}"`).join(', ')}`, value);
  };
}

export function list<T>(read: Read<T>, fewest = 0): Read<T[]> {
  return (value, path) => {
    if (Array.isArray(value) && value.length >= fewest)
      return value.map((one: unknown, i) => read(one, `${path}[${i}]`));
    throw refuse(path, fewest === 0 ? 'a list' : `a list of at least ${fewest}`, value);
  };
}

export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path));
}

/** A field that recipes of earlier versions do not name, because it was the same in all of them. */
export function orAsBefore<T>(read: Read<T>, asBefore: T): Read<T> {
  return (value, path) => (value === undefined ? asBefore : read(value, path));
}

/** An object with these fields and no others; its fields come out in the order of the readers. */
export function object<T extends object>(fields: Fields<T>): Read<T> {
  return (value, path) => {
    const given = entriesOf(value, path);
    const names = Object.keys(fields);
    for (const name of given.keys()) {
      if (names.includes(name)) continue;
      const known = names.map((one) => `"${one}"`).join(', ');
      throw new RecipeError(placeOf(path, name), `is not known here; known are ${known}`);
    }
    const read = Object.entries<Read<unknown>>(fields).flatMap(([name, readField]) => {
      const field = readField(given.get(name), placeOf(path, name));
      return field === undefined ? [] : [[name, field] as const];
    });
    // Safe: every field of T has been read by its reader.
    return Object.fromEntries(read) as T;
  };
}

/** An object whose keys are some of `names`. */
export function someOf<Name extends string, T>(
  names: readonly Name[],
  read: Read<T>,
): Read<Partial<Record<Name, T>>> {
  return object(Object.fromEntries(names.map((name) => [name, optional(read)])) as Fields<Record<Name, T>>);
}

/** One of several kinds of objects, distinguished by the field `kind`. */
export function ofKind<T extends { kind: string }>(kinds: {
  [Kind in T['kind']]: Fields<Omit<Extract<T, { kind: Kind }>, 'kind'>>;
}): Read<T> {
  const names = Object.keys(kinds);
  const readers = new Map(
    Object.entries<object>(kinds).map(([kind, fields]) => [
      kind,
      // Safe: these are the fields of the kind's own type.
      object({ kind: oneOf([kind]), ...fields } as unknown as Fields<T>),
    ]),
  );
  return (value, path) => {
    const kind = oneOf(names)(entriesOf(value, path).get('kind'), placeOf(path, 'kind'));
    const reader = readers.get(kind);
    if (reader === undefined) throw refuse(placeOf(path, 'kind'), 'a kind', kind);
    return reader(value, path);
  };
}

function entriesOf(value: unknown, path: string): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(path, 'an object', value);
  return new Map(Object.entries(value));
}

function placeOf(path: string, name: string): string {
  const isPlain = /^[A-Za-z]\w*$/.test(name);
  if (!isPlain) return `${path}["${name}"]`;
  return path === '' ? name : `${path}.${name}`;
}
