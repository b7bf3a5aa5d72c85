import type { LiveSourceName, Source } from '../../connectors/source.ts';
import type { DataContext } from './data-context.ts';

/** The live sources that the configuration allows and that can be asked, by name. */
export function enabledSources({
  sources,
  liveSources,
}: Pick<DataContext, 'sources' | 'liveSources'>): Map<string, Source> {
  const isAllowed = (name: LiveSourceName) => sources === 'auto' || sources.includes(name);
  return new Map([...liveSources].filter(([name]) => isAllowed(name)));
}
