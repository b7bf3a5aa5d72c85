import path from 'node:path';
import type { Document } from './documents.ts';
import type { ResolveLink } from './render-document.ts';

/** Pictures of the documents, and the description of the API, which the service has at an address of its own. */
const PICTURE = /^images\/[\w-]+\.(svg|png)$/;
const SERVED: Readonly<Record<string, string>> = { 'openapi.json': '/api/v1/openapi.json' };

/** Where the links of a document lead on the site. What is outside the folder of documents is not on it. */
export function resolverFor(file: string, documents: ReadonlyMap<string, Document>): ResolveLink {
  return (href) => {
    if (href.startsWith('#') || href.startsWith('/')) return href;
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return /^(https?|mailto):/i.test(href) ? href : undefined;
    const [target, anchor] = href.split('#');
    const name = path.posix.join(path.posix.dirname(file), target);
    const document = documents.get(name);
    if (document !== undefined) {
      return `/docs/${document.slug}${anchor === undefined ? '' : `#${anchor}`}`;
    }
    return PICTURE.test(name) ? `/docs/${name}` : SERVED[name];
  };
}
