import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Publication, Source } from '../connectors/source.ts';
import type { DataContext } from '../sources/data-context.ts';
import { spansOf } from './follow-sources.ts';
import { type IngestOptions, type IngestResult, ingestDays } from './ingest-days.ts';

const COUNTS = ['complete', 'withoutResult', 'quarantined', 'missing', 'damaged', 'failed'] as const;

/** What asking for days came to; counts are delivery days, as in IngestResult. */
export interface LoadedDays extends Pick<IngestResult, (typeof COUNTS)[number] | 'failure' | 'refused'> {
  /** Not asked for any more after the source had refused, while requests are paused after failures, or because of a stop. */
  unasked: number;
}

/**
 * Asks a source for days of a publication in parallel within its limits, the newest first where `newestFirst` says so, and settles each by
 * itself. Ends early where the source refuses or requests are paused, and once `stop` is aborted, whose requests under way are waited for.
 */
export async function loadDays(
  context: Pick<DataContext, 'db' | 'clock' | 'logger'>,
  request: IngestOptions & {
    source: Source;
    publication: Publication;
    days: readonly DeliveryDay[];
    newestFirst: boolean;
    /** Called with how many days are settled. */
    onDays: (done: number) => void;
    stop: AbortSignal | undefined;
  },
): Promise<LoadedDays> {
  const { source, publication, days, newestFirst, onDays, stop, ...options } = request;
  const spans = spansOf(days.toSorted(), publication.daysPerRequest);
  const waiting = newestFirst ? spans : spans.toReversed();
  const loaded: Omit<LoadedDays, 'unasked'> = {
    complete: 0,
    withoutResult: 0,
    quarantined: 0,
    missing: 0,
    damaged: 0,
    failed: 0,
    failure: undefined,
    refused: false,
  };
  const settled = () => COUNTS.reduce((sum, count) => sum + loaded[count], 0);
  let isOver = false;
  const work = async () => {
    for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
      if (isOver || stop?.aborted === true) return;
      const result = await ingestDays(context, source, publication, span, options);
      // The failure itself says more than the pause after it.
      if (result.asked || loaded.failure === undefined) loaded.failure = result.failure ?? loaded.failure;
      loaded.refused ||= result.refused;
      isOver ||= result.refused || !result.asked;
      if (!result.asked) return;
      for (const count of COUNTS) loaded[count] += result[count];
      onDays(settled());
    }
  };
  await Promise.all(Array.from({ length: source.parallel }, work));
  return { ...loaded, unasked: days.length - settled() };
}
