import { isDeclared } from '../../ground/config/declared-name.ts';
import { SOURCE_LICENCES } from '../connectors/source-titles.ts';
import { LIVE_SOURCES, type Source } from '../connectors/source.ts';
import { createSimulatorSource } from '../connectors/simulator/source.ts';
import type { DataContext } from './data-context.ts';
import { enabledSources } from './enabled-sources.ts';

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
