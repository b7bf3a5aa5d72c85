import type { Recipe } from '../../src/models/recipe.ts';

/** A recipe that differs from another in one place. */
export interface Mutation {
  name: string;
  recipe: Recipe;
}

type Path = readonly (string | number)[];

/** A part of a recipe and where it stands. */
interface Place {
  path: Path;
  value: unknown;
}

const A_TENTH_MORE = 1.1;
/** What no option of a model can gain: it is never selected. */
const NEVER_GAINED = 1e9;

/** Numbers of which a tenth more must be seen in the forecast, by the end of their path. */
const NUMBERS = [
  ['members', '*', 'weight'],
  ['secondStageShare'],
  ['residuals', 'share'],
  ['weights', 'learningRate'],
  ['lateHours'],
  ['linear', 'penaltyDays'],
  ['shareSharpness'],
];

/** Whole numbers of which one more must be seen, by the end of their path; `fewest-days.test.ts` has those that count where days lack. */
const WHOLE_NUMBERS = [
  ['linear', 'folds'],
  ['errorSize', 'days'],
  ['errorSize', 'fewestDays'],
  ['shareSteps'],
  ['settledDays'],
];

/**
 * Every change of a recipe that must be seen in its forecasts, found by walking through it: each of the `NUMBERS` a tenth greater, each
 * process left out, each selection switched off, and each term of a covariance with a variance a tenth greater. A term that stands in
 * several places is changed in all of them, but not in the probe models of selections, which may well select the same.
 */
export function mutationsOf(recipe: Recipe): Mutation[] {
  const places = placesOf(recipe);
  return [
    ...places.flatMap(({ path, value }) => {
      const name = path.join('.');
      const last = path.at(-1);
      if (typeof value === 'number' && NUMBERS.some((end) => endsWith(path, end))) {
        return [mutation(recipe, `${name} a tenth greater`, [path], () => value * A_TENTH_MORE)];
      }
      if (typeof value === 'number' && WHOLE_NUMBERS.some((end) => endsWith(path, end))) {
        return [mutation(recipe, `${name} one more`, [path], () => value + 1)];
      }
      if (Array.isArray(value) && last === 'processes' && value.length > 1) {
        return value.map((_, i) =>
          mutation(recipe, `${name}.${i} left out`, [path], () => value.filter((__, j) => j !== i)),
        );
      }
      if (last === 'relevance' && value !== undefined) {
        return [mutation(recipe, `${name} switched off`, [path], () => undefined)];
      }
      if (last === 'leastGain') {
        return [mutation(recipe, `${name} never gained`, [path], () => NEVER_GAINED)];
      }
      return [];
    }),
    ...covarianceMutations(recipe, places),
  ];
}

/** Of each different term, in all places where it stands. */
function covarianceMutations(recipe: Recipe, places: Place[]): Mutation[] {
  const terms = Map.groupBy(
    places.filter(
      ({ path }) =>
        !path.includes('probe') && (endsWith(path, ['terms', '*']) || endsWith(path, ['secondStageTerm'])),
    ),
    ({ value }) => JSON.stringify(value),
  );
  return Array.from(terms.values(), (alike) => {
    const name = `${alike[0].path.join('.')}.variance a tenth greater`;
    const paths = alike.map(({ path }) => [...path, 'variance']);
    return mutation(recipe, name, paths, (variance) => Number(variance) * A_TENTH_MORE);
  });
}

function mutation(
  recipe: Recipe,
  name: string,
  paths: Path[],
  change: (value: unknown) => unknown,
): Mutation {
  return { name, recipe: paths.reduce((changed: Recipe, path) => changedAt(changed, path, change), recipe) };
}

/** The whole tree from its root on. */
function placesOf(value: unknown, path: Path = []): Place[] {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ path, value }, ...children.flatMap(([name, child]) => placesOf(child, [...path, name]))];
}

function endsWith(path: Path, end: string[]): boolean {
  const tail = path.slice(-end.length);
  return tail.length === end.length && end.every((name, i) => name === '*' || name === tail[i]);
}

/** A copy of plain data with one place changed. */
function changedAt<Value>(value: Value, path: Path, change: (value: unknown) => unknown): Value {
  const [name, ...rest] = path;
  if (name === undefined) return change(value) as Value;
  const child = (value as Record<string, unknown>)[name];
  const changed = changedAt(child, rest, change);
  if (Array.isArray(value)) return value.with(Number(name), changed) as Value;
  return { ...value, [name]: changed };
}
