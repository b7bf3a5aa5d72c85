/** Aborts with the first Ctrl-C or SIGTERM, so that a command can end what it has begun; the second one ends the process. */
export function interruption(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const end = () => controller.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
    },
  };
}
