import { isDeclared, type DeclaredName } from '../../ground/config/declared-name.ts';
import { SOURCE_LICENCES, LIVE_SOURCES, type Source, type LiveSourceName } from '../connectors/source.ts';
import { createSimulatorSource } from '../connectors/simulator/source.ts';
import type { DataContext } from './data-context.ts';
import { readFileSync, statSync } from 'node:fs';
import { OperatorError } from '../../ground/errors.ts';
import { reasonOf } from './polling.ts';
import { type Declaration, parseDeclarations } from '../connectors/declared/declaration.ts';

/** A source of data as it is shown to operators. */
export interface KnownSource {
  name: string;
  /** Whether the service requests it regularly. */
  isFollowed: boolean;
  /** Why not; undefined where it is followed, and for the simulator. */
  notFollowed: 'no_token' | 'not_in_sources' | undefined;
  /** Terms of its data; of a declared source those that the operator has declared. */
  licence: string | undefined;
  /** Series that come from following it. */
  series: string[];
  /** What it publishes; undefined where it cannot be asked for want of a token. */
  publications: string[] | undefined;
}

/** Every source of the program, whether the configuration enables it or not, and the declared ones. */
export function listKnownSources(context: Pick<DataContext, 'sources' | 'liveSources'>): KnownSource[] {
  const enabled = enabledSources(context);
  const { sources, liveSources } = context;
  return [
    ...[...LIVE_SOURCES, ...[...liveSources.keys()].filter(isDeclared)].map((name): KnownSource => {
      const source = liveSources.get(name);
      const isWanted = sources === 'auto' || sources.some((one) => one === name);
      const isFollowed = enabled.has(name);
      return {
        name,
        isFollowed,
        notFollowed: isFollowed ? undefined : isWanted ? 'no_token' : 'not_in_sources',
        series: source === undefined ? [] : seriesOf(source),
        publications: namesOf(source),
        licence: isDeclared(name) ? source?.licence : SOURCE_LICENCES[name],
      };
    }),
    {
      name: 'simulator',
      isFollowed: false,
      notFollowed: undefined,
      series: [],
      publications: namesOf(createSimulatorSource()),
      licence: undefined,
    },
  ];
}

function namesOf(source: Source | undefined): string[] | undefined {
  return source?.publications.map(({ name }) => name);
}

function seriesOf({ publications, outlooks = [] }: Source): string[] {
  return [...publications, ...outlooks].flatMap(({ units }) => Object.keys(units));
}

/** The live sources that the configuration allows and that can be asked, by name: declared ones wherever the market is allowed. */
export function enabledSources({
  sources,
  liveSources,
}: Pick<DataContext, 'sources' | 'liveSources'>): Map<string, Source> {
  const isAllowed = (name: LiveSourceName | DeclaredName) =>
    sources === 'auto' ||
    (isDeclared(name) ? sources.some((one) => one !== 'simulator') : sources.includes(name));
  return new Map([...liveSources].filter(([name]) => isAllowed(name)));
}

const MOST_BYTES = 1_000_000;

/** The declared sources of a file, with the secrets that it names. Throws one OperatorError that lists every fault. */
export function readDeclarations(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Declaration[] {
  const text = readText(file);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new OperatorError(`SOURCES_FILE ${file} is no JSON document: ${reasonOf(cause)}`, { cause });
  }
  const read = parseDeclarations(document, environment);
  if (Array.isArray(read)) return read;
  const count = read.faults.length === 1 ? 'a fault' : `${read.faults.length} faults`;
  throw new OperatorError(
    `SOURCES_FILE ${file} has ${count}:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(`SOURCES_FILE ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  throw new OperatorError(`SOURCES_FILE ${file} is longer than ${MOST_BYTES} bytes.`);
}
