import { type DeclaredName, isDeclared } from '../../ground/config/declared-name.ts';
import type { LiveSourceName, Source } from '../connectors/source.ts';
import type { DataContext } from './data-context.ts';

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
