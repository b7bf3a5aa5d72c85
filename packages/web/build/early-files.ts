import type { Plugin, Rolldown } from 'vite';

/** Carries the names of the files, which `public/before-paint.js` asks for. */
const STARTER = '<script src="/before-paint.js"';

/**
 * Writes into the document which files a page needs besides those that every page needs: somebody who opens the page's address
 * gets them while the application itself is still on its way.
 */
export function earlyFiles(page: string): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page) === true);
        if (entry === undefined) throw new Error(`No file of the build begins with ${page}.`);
        if (!html.includes(STARTER)) throw new Error(`The document has no ${STARTER}.`);
        const files = filesOf(entry, chunks).filter((file) => !html.includes(file));
        return html.replace(STARTER, `${STARTER} data-early="${files.join(' ')}"`);
      },
    },
  };
}

function filesOf(chunk: Rolldown.OutputChunk, all: readonly Rolldown.OutputChunk[]): string[] {
  const seen = new Set<string>();
  const visit = (fileName: string) => {
    if (seen.has(fileName)) return;
    seen.add(fileName);
    for (const next of all.find((one) => one.fileName === fileName)?.imports ?? []) visit(next);
  };
  visit(chunk.fileName);
  return [...seen].map((file) => `/${file}`);
}
