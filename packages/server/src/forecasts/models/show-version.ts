import { formatRecipe } from '@lonja/forecasting';
import type { Db } from '../../ground/database/database.ts';
import { type ModelRecipe, recipeOf } from '../runs/model-manifest.ts';
import { getModelVersion } from '../runs/model-versions.ts';
import { madeText } from './format-models.ts';
import { makerOf } from './foreign-version.ts';

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
