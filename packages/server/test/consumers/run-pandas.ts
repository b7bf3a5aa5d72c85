import { spawnSync } from 'node:child_process';

const PROGRAMS = ['python3', '/usr/bin/python3'];

/** Looks for the package without loading it, which takes a second. */
const HAS_PANDAS = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("pandas") is None)';

const python = PROGRAMS.find((program) => spawnSync(program, ['-c', HAS_PANDAS]).status === 0);

/** Why tests that need pandas are skipped here; false where it is installed. */
export const WITHOUT_PANDAS = python === undefined && 'pandas is not installed';

/** Runs a Python script that reads JSON from standard input and writes JSON to standard output. */
export function runPandas(script: string, input: unknown): unknown {
  const { status, stdout, stderr } = spawnSync(python ?? PROGRAMS[0], ['-c', script], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(`Python ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
