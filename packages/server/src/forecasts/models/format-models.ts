import { formatRecipe } from '@lonja/forecasting';
import {
  hashOf,
  libraryOf,
  type ModelManifest,
  programOf,
  type ModelRecipe,
  recipeOf,
  makerOf,
} from '../runs/model-manifest.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { ListedModel } from './compare-models.ts';
import type { RecomputedRun, Reproduction } from './recompute-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import { getModelVersion } from '../runs/model-versions.ts';

/** As many are enough to distinguish recipes by. */
const SHOWN_HASH_CHARACTERS = 8;

/** The registry for a terminal, the newest version first: its state and recipe, and below them a line for each other fact. */
export function formatModels(models: ListedModel[]): string {
  if (models.length === 0) return 'There is no model version yet: the first run enters one.';
  return models.map(formatModel).join('\n');
}

function formatModel({ version, comparison }: ListedModel): string {
  const { id, state, active_from: servedFrom, active_to: servedTo, backtest, reason, manifest } = version;
  const made = madeText(manifest);
  const from = servedFrom && `from ${formatInstant(servedFrom.getTime())}`;
  const to = servedTo && `to ${formatInstant(servedTo.getTime())}`;
  const served = from === null ? 'never served' : ['served', from, to].filter(Boolean).join(' ');
  const scores =
    backtest &&
    `back-test ${backtest.mae_eur_per_mwh.toFixed(2)} EUR/MWh over ${backtest.days} days (weekly naive ${backtest.naive_mae_eur_per_mwh.toFixed(2)})`;
  const beside =
    comparison &&
    `${comparison.challengerMaeEurPerMwh.toFixed(2)} beside ${comparison.championMaeEurPerMwh.toFixed(2)} EUR/MWh of the champion over ${comparison.days} days${comparison.pChallengerBetter === undefined ? '' : `, p ${comparison.pChallengerBetter.toFixed(4)}`}`;
  const facts = [served, scores, beside, reason].filter((fact) => fact !== undefined && fact !== null);
  return [`${id.padEnd(16)} ${state.padEnd(10)} ${made}`, ...facts.map((fact) => ' '.repeat(17) + fact)].join(
    '\n',
  );
}

/** What a version computes with, in short. */
function madeText(manifest: ModelManifest): string {
  const hash = hashOf(manifest)?.slice(0, SHOWN_HASH_CHARACTERS);
  const library = libraryOf(manifest);
  if (hash === undefined || library === undefined) return `no recipe stored, program ${programOf(manifest)}`;
  return `recipe ${hash}, library ${library}`;
}

/** Whether every number came out the same, or which release would show it, for a terminal. */
export function formatReproduction({ foreign, runs }: Reproduction): string {
  return foreign ?? runs.map((run) => formatRecomputed(run)).join('\n');
}

export function formatRecomputed({ run, isShadow, compared, differing }: RecomputedRun): string {
  const what = isShadow ? 'shadow of run' : 'run';
  const outcome =
    differing === 0 ? `${compared} numbers are the same` : `${differing} of ${compared} numbers differ`;
  const bounds = run.calibratedOn === undefined && !isShadow ? ' (without bounds)' : '';
  return `${what} ${run.id} of ${run.product} for ${run.firstDay}, issued ${formatInstant(run.issuedAt)}: ${outcome}${bounds}`;
}

export interface ShownModel {
  text: string;
  /** Undefined where the version holds none that this installation can read. */
  recipe: ModelRecipe | undefined;
}

/** What the parts of a text are set off by from the settings of the service. */
const NOT_SETTINGS = new Set([
  'recipe',
  'recipeHash',
  'library',
  'codeVersion',
  'model',
  'options',
  'members',
]);

/** A model version with its recipe as a tree; of one whose recipe is not there the settings that its release stored. */
export async function showVersion(db: Db, id: string): Promise<ShownModel> {
  const version = await getModelVersion(db, id);
  const { manifest } = version;
  const recipe = recipeOf(manifest);
  const heading = `${id}, ${version.state}: ${madeText(manifest)}`;
  if (recipe !== undefined) return { text: [heading, '', formatRecipe(recipe)].join('\n'), recipe };
  const settings = Object.entries(manifest)
    .filter(([name]) => !NOT_SETTINGS.has(name))
    .map(([name, value]) => `  ${name}: ${[value].flat().map(String).join(', ')}`);
  const missing = `This installation holds no recipe of it; ${makerOf(manifest)} does.`;
  return { text: [heading, '', missing, '', 'Settings of the service:', ...settings].join('\n'), recipe };
}
