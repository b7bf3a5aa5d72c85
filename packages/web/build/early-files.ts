import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Carries the names of the files, which `public/before-paint.js` asks for. */
const STARTER = '<script src="/before-paint.js"';
/** The file of a language, which has what every page says, or the texts of a page. */
const TEXTS = /[\\/]languages[\\/]([a-z]+)(?:[\\/]([a-z-]+))?\.ts$/;

/**
 * Writes into the document which files a page needs besides those that every page needs: somebody who opens the page's address
 * gets them while the application itself is still on its way. For each language it says where its texts are: those that every page needs, and those of that page.
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
        const texts = textFiles(chunks, [undefined, path.basename(path.dirname(page))]);
        return html.replace(
          STARTER,
          `${STARTER} data-early="${files.join(' ')}" data-texts='${JSON.stringify(texts)}'`,
        );
      },
    },
  };
}

/** By language the files with the texts of some areas, in their order. */
function textFiles(
  chunks: readonly Rolldown.OutputChunk[],
  areas: readonly (string | undefined)[],
): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const area of areas) {
    for (const { facadeModuleId, fileName } of chunks) {
      const [, language, found] = TEXTS.exec(facadeModuleId ?? '') ?? [];
      if (language !== undefined && found === area) (texts[language] ??= []).push(`/${fileName}`);
    }
  }
  const counts = new Set(Object.values(texts).map(({ length }) => length));
  if (counts.size !== 1 || !counts.has(areas.length)) {
    throw new Error(`The build lacks texts in a language.`);
  }
  return texts;
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
