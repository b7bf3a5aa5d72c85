import { BOOSTED_HOURS, type Recipe } from '@lonja/forecasting';
import type { Variant } from './variant-losses.ts';

type Of<Kind extends Recipe['kind']> = Extract<Recipe, { kind: Kind }>;

/** The champion first, then each of its parts taken out or switched off. */
export function ablations(champion: Recipe): Variant[] {
  const members = membersOf(champion);
  const stacked = nodesOf(champion, 'stacked-processes')[0];
  const inStack = (change: (stack: Of<'stacked-processes'>) => Recipe) =>
    changed(champion, 'stacked-processes', change);
  return [
    { name: 'the champion', recipe: champion },
    { name: 'no partial PIT', recipe: changed(champion, 'on-partial-pit', ({ recipe }) => recipe) },
    ...members.map(({ recipe }, i) => ({
      name: `without ${nameOf(recipe)}`,
      recipe: changed(champion, 'weighted-mean', (mean) => ({
        ...mean,
        members: mean.members.filter((_, k) => k !== i),
      })),
    })),
    ...stacked.processes.map(({ levelDays, spreadDays, windowDays }, i) => ({
      name: `without the process of level ${levelDays}, spread ${spreadDays}, window ${windowDays} days`,
      recipe: inStack((stack) => ({ ...stack, processes: stack.processes.filter((_, k) => k !== i) })),
    })),
    {
      name: 'processes weigh the same',
      recipe: inStack((stack) => ({ ...stack, weights: { ...stack.weights, learningRate: 0 } })),
    },
    {
      name: 'no residual correction',
      recipe: inStack((stack) => ({
        ...stack,
        residuals: { ...stack.residuals, fewestDays: Number.MAX_SAFE_INTEGER },
      })),
    },
    {
      name: 'inputs count alike (no selection of relevance)',
      recipe: inStack((stack) => ({ ...stack, process: { ...stack.process, relevance: undefined } })),
    },
    ...stacked.process.covariance.terms.map(({ shape, fadingDays }, i) => ({
      name: `without the ${shape} term of the covariance${fadingDays > 1 ? ` that fades in ${fadingDays} days` : ''}`,
      recipe: inStack((stack) => {
        const { covariance } = stack.process;
        const terms = covariance.terms.filter((_, k) => k !== i);
        return { ...stack, process: { ...stack.process, covariance: { ...covariance, terms } } };
      }),
    })),
    {
      name: 'half the trees over the hours, at twice the learning rate',
      recipe: changed(champion, 'boosted-hours', (hours) => ({
        ...hours,
        trees: hours.trees / 2,
        learningRate: 2 * hours.learningRate,
      })),
    },
  ];
}

function membersOf(recipe: Recipe): Of<'weighted-mean'>['members'] {
  return nodesOf(recipe, 'weighted-mean')[0].members;
}

function nameOf(recipe: Recipe): string {
  if (recipe.kind !== 'boosted-hours') return recipe.kind === 'lear' ? 'LEAR' : 'the stacked processes';
  const isRecent = recipe.levelDays === BOOSTED_HOURS.levelDays;
  return `the trees over the hours, normalised by ${isRecent ? 'the last weeks' : 'the last year'}`;
}

/** All nodes of a kind, in the order of the tree. */
function nodesOf<Kind extends Recipe['kind']>(recipe: Recipe, kind: Kind): Of<Kind>[] {
  const found: Of<Kind>[] = [];
  changed(recipe, kind, (node) => {
    found.push(node);
    return node;
  });
  return found;
}

/** The recipe with every node of a kind changed. */
function changed<Kind extends Recipe['kind']>(
  recipe: Recipe,
  kind: Kind,
  change: (node: Of<Kind>) => Recipe,
): Recipe {
  const inner = (node: Recipe) => changed(node, kind, change);
  const whole: Recipe =
    recipe.kind === 'weighted-mean'
      ? { ...recipe, members: recipe.members.map((member) => ({ ...member, recipe: inner(member.recipe) })) }
      : 'recipe' in recipe
        ? { ...recipe, recipe: inner(recipe.recipe) }
        : recipe;
  return isOf(whole, kind) ? change(whole) : whole;
}

function isOf<Kind extends Recipe['kind']>(recipe: Recipe, kind: Kind): recipe is Of<Kind> {
  return recipe.kind === kind;
}
