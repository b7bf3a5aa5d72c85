import { LonjaError } from '@lonja/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endSession, sessionToken } from './session.ts';

const FRESH_MS = 60_000;
const KEPT_MS = 15 * 60_000;

/**
 * Answers are drawn at once and asked for again once they are a minute old. The client package tries again by itself, so nothing
 * is repeated here. A refused session ends: the shell then leads to the sign-in page and back.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    const isRefused = error instanceof LonjaError && error.status === 401;
    if (isRefused && sessionToken() !== null) endSession();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false },
      mutations: { retry: false },
    },
  });
}
