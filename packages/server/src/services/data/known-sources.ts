import { LIVE_SOURCES, type Source } from '../../connectors/source.ts';
import { createSimulatorSource } from '../../connectors/simulator/source.ts';
import type { DataContext } from './data-context.ts';
import { enabledSources } from './enabled-sources.ts';

/** A source of data as the operator knows it. */
export interface KnownSource {
  name: string;
  /** Whether the service asks it by itself. */
  isFollowed: boolean;
  /** What it publishes; undefined where it cannot be asked for want of a token. */
  publications: string[] | undefined;
}

/** Every source that the program knows, whether the configuration lets it be asked or not. */
export function listKnownSources(context: Pick<DataContext, 'sources' | 'liveSources'>): KnownSource[] {
  const enabled = enabledSources(context);
  const namesOf = (source: Source | undefined) => source?.publications.map(({ name }) => name);
  return [
    ...LIVE_SOURCES.map((name) => ({
      name,
      isFollowed: enabled.has(name),
      publications: namesOf(context.liveSources.get(name)),
    })),
    { name: 'simulator', isFollowed: false, publications: namesOf(createSimulatorSource()) },
  ];
}
