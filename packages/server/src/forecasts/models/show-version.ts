import { formatRecipe } from '@lonja/forecasting';
import { OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { recipeOf, type StoredRecipe } from '../runs/model-manifest.ts';
import { findModelVersion } from '../runs/model-versions.ts';
import { madeText } from './format-models.ts';
import { makerOf } from './foreign-version.ts';

export interface ShownModel {
  text: string;
  /** Undefined where the version holds none that this installation can read. */
  recipe: StoredRecipe | undefined;
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

/** A model version with its recipe as a tree and the settings of the service. */
export async function showVersion(db: Db, id: string): Promise<ShownModel> {
  const version = await findModelVersion(db, id);
  if (version === undefined) {
    throw new OperatorError(`There is no model version ${id}; "lonja model list" shows them.`);
  }
  const { manifest } = version;
  const recipe = recipeOf(manifest);
  const settings = Object.entries(manifest)
    .filter(([name]) => !NOT_SETTINGS.has(name))
    .map(([name, value]) => `  ${name}: ${[value].flat().map(String).join(', ')}`);
  const tree =
    recipe === undefined
      ? `This installation holds no recipe of it; ${makerOf(manifest)} does.`
      : formatRecipe(recipe);
  const heading = `${id}, ${version.state}: ${madeText(manifest)}`;
  return { text: [heading, '', tree, '', 'Settings of the service:', ...settings].join('\n'), recipe };
}
