import type { Product } from '@lonja/forecasting/market';
import { findChampion, listModelVersions, type ModelVersion } from '../runs/model-versions.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { compareModels, type ModelComparison } from './compare-models.ts';

/** A model version, and how it does beside the champion if it is a challenger that has run on a scored day. */
export interface ListedModel {
  version: ModelVersion;
  comparison: ModelComparison | undefined;
}

/** One page of the model versions of a product or of all, the newest first. */
export async function listModels(
  context: ReadContext,
  query: { product: Product | undefined; offset: number; limit: number },
): Promise<{ models: ListedModel[]; total: number }> {
  const { versions, total } = await listModelVersions(context.db, query);
  const models: ListedModel[] = [];
  for (const version of versions) {
    models.push({ version, comparison: await comparisonOf(context, version) });
  }
  return { models, total };
}

async function comparisonOf(
  context: ReadContext,
  challenger: ModelVersion,
): Promise<ModelComparison | undefined> {
  if (challenger.state !== 'challenger') return undefined;
  const champion = await findChampion(context.db, challenger.product);
  return champion && compareModels(context, { champion, challenger });
}
