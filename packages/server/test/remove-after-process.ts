import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Starts a process that waits for the end of its input, which comes with the end of this process, however that ends, and then removes
 * the folder. A PostgreSQL that runs in its `postgres` is ended before.
 */
export function removeAfterThisProcess(dataDir: string): ChildProcess {
  const script = `
    cat
    pid=$(head -n 1 "$1/postgres/postmaster.pid")
    if [ -n "$pid" ]; then
      kill -QUIT "$pid"
      while kill -0 "$pid"; do sleep 0.05; done
    fi
    rm -rf "$1"`;
  const remover = spawn('/bin/sh', ['-c', script, 'sh', dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  remover.unref();
  return remover;
}
