/**
 * Makes one call of `run` from all calls that are made in the same turn of the event loop, so that a hundred requests that
 * arrive together cost one round trip. `run` gets the arguments in the order of the calls and gives a result for each. It starts
 * after every call that it answers, so it never answers with what was read before. At most `maxParallel` runs are under
 * way at once; further calls wait and are gathered meanwhile.
 */
export function coalesce<Argument, Result>(
  run: (batch: Argument[]) => Promise<Result[]>,
  maxParallel = 2,
): (argument: Argument) => Promise<Result> {
  let waiting: Call<Argument, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running >= maxParallel) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void runBatch();
    });
  }

  async function runBatch(): Promise<void> {
    const batch = waiting;
    waiting = [];
    running++;
    try {
      const results = await run(batch.map((call) => call.argument));
      batch.forEach((call, i) => call.resolve(results[i]));
    } catch (error) {
      for (const call of batch) call.reject(error);
    } finally {
      running--;
      if (waiting.length > 0) schedule();
    }
  }

  return (argument) =>
    new Promise((resolve, reject) => {
      waiting.push({ argument, resolve, reject });
      schedule();
    });
}

interface Call<Argument, Result> {
  argument: Argument;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Lets those who ask for the same thing while it is being worked out share the work and what comes of it. */
export function shareInFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const result = work().finally(() => underWay.delete(key));
    underWay.set(key, result);
    return result;
  };
}
