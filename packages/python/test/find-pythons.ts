import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** A Python that can run the package. */
export interface Python {
  /** `Python 3.11.2, pydantic 1.10.4, pandas 1.5.3` */
  name: string;
  program: string;
  /** Folders of modules beside its own. */
  path: string[];
  modules: string[];
}

const PROGRAMS = ['/usr/bin/python3', 'python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];
/** Written in Python alone, and so of use to every version of it. */
const HTTPX = ['httpx', 'httpcore', 'anyio', 'sniffio', 'certifi', 'idna', 'h11', 'rfc3986'];
const QUESTION = `
import importlib.util, json, platform, sys
modules = {}
for name in sys.argv[1].split(","):
    found = importlib.util.find_spec(name)
    if found is not None and found.origin is not None:
        modules[name] = found.origin
import pydantic
versions = {"pydantic": pydantic.VERSION}
if "pandas" in modules:
    import pandas
    versions["pandas"] = pandas.__version__
print(json.dumps({"python": platform.python_version(), "executable": sys.executable, "modules": modules, "versions": versions}))
`;

interface Answer {
  python: string;
  executable: string;
  /** Where each module is that was found. */
  modules: Record<string, string>;
  versions: Record<string, string>;
}

/**
 * Every Python here that has pydantic, at most one for each release of Python and pydantic. One without httpx borrows that of another, by
 * links in \`folder\`.
 */
export function findPythons(folder: string): Python[] {
  const answers = PROGRAMS.flatMap((program) => {
    const asked = spawnSync(program, ['-c', QUESTION, [...HTTPX, 'pandas', 'polars', 'aiohttp'].join(',')], {
      encoding: 'utf8',
    });
    if (asked.status !== 0) return [];
    const answer: Answer = JSON.parse(asked.stdout);
    return [answer];
  });
  const lender = answers.find(({ modules }) => modules['httpx'] !== undefined);
  const found = new Map<string, Python>();
  for (const { python, executable, modules, versions } of answers) {
    const borrowed = modules['httpx'] === undefined && lender !== undefined;
    if (modules['httpx'] === undefined && !borrowed) continue;
    const told = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const name = [`Python ${python}`, ...told].join(', ');
    const key = `${python.replace(/\.\d+$/, '')} ${versions['pydantic']}`;
    if (!found.has(key))
      found.set(key, {
        name,
        program: executable,
        path: borrowed ? [linked(folder, lender.modules)] : [],
        modules: Object.keys(modules),
      });
  }
  return [...found.values()];
}

function linked(folder: string, modules: Record<string, string>): string {
  mkdirSync(folder, { recursive: true });
  for (const name of HTTPX) {
    const origin = modules[name];
    const link = path.join(folder, name);
    if (origin !== undefined && !existsSync(link)) symlinkSync(path.dirname(origin), link);
  }
  return folder;
}
