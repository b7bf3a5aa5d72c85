import { LIBRARY_VERSION } from '@lonja/forecasting';
import { libraryOf, type ModelManifest, programOf, recipeOf } from '../runs/model-manifest.ts';
import type { ModelVersion } from '../runs/model-versions.ts';

/** The release that made a version, as part of a sentence. */
export function makerOf(manifest: ModelManifest): string {
  const library = libraryOf(manifest);
  const program = `version ${programOf(manifest)} of the program`;
  return library === undefined ? program : `version ${library} of the library (${program})`;
}

/** Why this installation cannot compute the runs of a version again, and which one would; undefined where it can. */
export function foreignReason({ id, manifest }: ModelVersion): string | undefined {
  const hasRecipe = recipeOf(manifest) !== undefined;
  if (hasRecipe && libraryOf(manifest) === LIBRARY_VERSION) return undefined;
  const own = `version ${LIBRARY_VERSION} of the library${hasRecipe ? '' : ', and no recipe of it'}`;
  return `${id} was made by ${makerOf(manifest)}, which would reproduce it; this installation has ${own}.`;
}
