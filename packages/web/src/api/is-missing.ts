import { LonjaError } from '@lonja/client';

/** Whether the service said that it has nothing there, which is no failure. */
export function isMissing(error: unknown): boolean {
  return error instanceof LonjaError && error.status === 404;
}
