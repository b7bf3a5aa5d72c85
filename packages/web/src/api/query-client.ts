import { LonjaError } from '@lonja/client';
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { expireSession, sessionToken } from './session.ts';

const FRESH_MS = 60_000;
const KEPT_MS = 15 * 60_000;
/** Least wait before a question that failed is asked again. */
const ASK_AGAIN_MS = 10_000;

/**
 * Answers are drawn at once and asked for again once they are a minute old. The client package tries again by itself, so nothing
 * is repeated at once here; what failed for a reason that passes is asked again after a while. Without a network a question waits,
 * and a change fails at once. A refused session ends: the shell then leads to the sign-in page and back.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    const isRefused = error instanceof LonjaError && error.status === 401;
    if (isRefused && sessionToken() !== null) expireSession();
  };
  return new ApplicationQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        retry: false,
        refetchInterval: ({ state }) => askAgainAfter(state.error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** How long to wait before a failed question is asked again, in ms; false where asking again would change nothing. */
export function askAgainAfter(error: unknown): number | false {
  if (!(error instanceof LonjaError) || !error.mayPass) return false;
  return Math.max(error.retryAfterMs ?? 0, ASK_AGAIN_MS);
}

class ApplicationQueryClient extends QueryClient {
  /** A first answer that is still under way may be from before the change, so it is given up and asked for again. */
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    await this.cancelQueries(filters);
    await super.invalidateQueries(filters, options);
  }
}
