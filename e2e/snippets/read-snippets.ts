/** A fenced block of a page. Its info string says what the test does with it: see docs/recipes/README.md. */
export interface Snippet {
  /** Line of the page on which the block begins. */
  line: number;
  language: string;
  /** `run`, `file=NAME`, `output`, `check`; empty where the test leaves it alone. */
  use: string;
  /** Programs, or modules of the language, without which the block cannot run. */
  needs: string[];
  text: string;
  /** What the page says between the block before and this one. */
  lead: string;
}

const FENCE = /^ {0,3}```(.*)$/;
const USES = /^(run|output|check|file=\S+)$/;

/** The fenced blocks of a page in Markdown, in order. Throws where an info string has a word that means nothing. */
export function readSnippets(markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  let lead: string[] = [];
  let open: Snippet | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const info = FENCE.exec(line)?.[1].trim();
    if (open === undefined && info === undefined) lead.push(line);
    else if (open === undefined) {
      open = { line: index + 1, ...parseInfo(info ?? ''), text: '', lead: lead.join('\n') };
      lead = [];
    } else if (info === '') {
      snippets.push(open);
      open = undefined;
    } else open.text += `${line}\n`;
  }
  if (open !== undefined) throw new Error(`The block of line ${open.line} has no end.`);
  return snippets;
}

function parseInfo(info: string): Pick<Snippet, 'language' | 'use' | 'needs'> {
  const [language = '', ...words] = info.split(/\s+/);
  let use = '';
  let needs: string[] = [];
  for (const word of words) {
    if (word.startsWith('needs=')) needs = word.slice('needs='.length).split(',');
    else if (USES.test(word)) use = word;
    else
      throw new Error(`"${word}" in "\`\`\`${info}" is none of run, output, check, file=NAME, needs=NAME.`);
  }
  return { language, use, needs };
}
