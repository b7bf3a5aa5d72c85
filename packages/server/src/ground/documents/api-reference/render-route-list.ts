import type { Operation } from './document.ts';
import type { Tongue } from './render-page.ts';
import { wrap } from './wrap.ts';

export interface RouteGroup {
  tag: { name: string; description: string };
  file: string;
  operations: Operation[];
}

/** All routes by topic, each with a link to its description. */
export function renderRouteList(groups: readonly RouteGroup[], { words, translate }: Tongue): string {
  const sections = groups.map(({ tag, file, operations }) => {
    const rows = operations.map(
      (operation) =>
        `| [\`${operation.method} ${operation.path}\`](${file}#${anchorOf(operation)}) | ${translate(operation.summary)} |\n`,
    );
    return `## ${translate(tag.name)}\n\n${wrap(`${translate(tag.description)}.`)}\n${words.routes}\n|---|---|\n${rows.join('')}`;
  });
  return sections.join('\n');
}

/** The id that GitHub gives the heading of an operation. */
function anchorOf({ method, path }: Operation): string {
  return `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
