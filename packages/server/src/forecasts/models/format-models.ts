import { hashOf, libraryOf, type ModelManifest, programOf } from '../runs/model-manifest.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { ListedModel } from './list-models.ts';
import type { RecomputedRun } from './recompute-runs.ts';
import type { Reproduction } from './reproduce-version.ts';

/** As many are enough to distinguish recipes by. */
const SHOWN_HASH_CHARACTERS = 8;

/** The registry for a terminal, the newest version first: its state and recipe, and below them a line for each other fact. */
export function formatModels(models: ListedModel[]): string {
  if (models.length === 0) return 'There is no model version yet: the first run enters one.';
  return models.map(formatModel).join('\n');
}

function formatModel({ version, comparison }: ListedModel): string {
  const { id, state, activeFrom, activeTo, backtest, reason, manifest } = version;
  const made = madeText(manifest);
  const from = activeFrom === undefined ? undefined : `from ${formatInstant(activeFrom)}`;
  const to = activeTo === undefined ? undefined : `to ${formatInstant(activeTo)}`;
  const served = from === undefined ? 'never served' : ['served', from, to].filter(Boolean).join(' ');
  const scores =
    backtest &&
    `back-test ${backtest.mae_eur_per_mwh.toFixed(2)} EUR/MWh over ${backtest.days} days (weekly naive ${backtest.naive_mae_eur_per_mwh.toFixed(2)})`;
  const beside =
    comparison &&
    `${comparison.challengerMaeEurPerMwh.toFixed(2)} beside ${comparison.championMaeEurPerMwh.toFixed(2)} EUR/MWh of the champion over ${comparison.days} days${comparison.pChallengerBetter === undefined ? '' : `, p ${comparison.pChallengerBetter.toFixed(4)}`}`;
  const facts = [served, scores, beside, reason].filter((fact) => fact !== undefined);
  return [`${id.padEnd(16)} ${state.padEnd(10)} ${made}`, ...facts.map((fact) => ' '.repeat(17) + fact)].join(
    '\n',
  );
}

/** What a version computes with, in short. */
export function madeText(manifest: ModelManifest): string {
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
