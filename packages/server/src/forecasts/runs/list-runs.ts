import type { Product } from '@lonja/forecasting/market';
import type { ForecastRun } from './forecast-queries.ts';
import { listRuns, type RunFilter } from './run-lists.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { findVisibleRuns } from './visible-runs.ts';

export interface RunsQuery extends RunFilter {
  product: Product;
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
}

/** One page of the runs of a product, newest first. */
export async function listForecastRuns(
  context: ReadContext,
  query: RunsQuery,
): Promise<{ runs: ForecastRun[]; total: number }> {
  const { product, asOf, day, page, pageSize, issuedFrom } = query;
  const visible = await findVisibleRuns(context, product, asOf);
  const isServed = day === undefined || clampToServedDays({ from: day, to: day }) !== undefined;
  if (visible === undefined || !isServed) return { runs: [], total: 0 };
  const offset = (page - 1) * pageSize;
  return listRuns(context.db, visible, { day, issuedFrom, offset, limit: pageSize });
}
