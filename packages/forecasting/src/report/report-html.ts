/** Colours follow the reader's scheme, and paper is always light. */
const STYLE = `
:root{color-scheme:light dark;--text:#1f2328;--page:#fff;--line:#d1d9e0}
@media screen and (prefers-color-scheme:dark){:root{--text:#f0f6fc;--page:#0d1117;--line:#3d444d}}
body{max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--page);font:15px/1.5 system-ui,sans-serif}
table{border-collapse:collapse;display:block;overflow-x:auto;font-size:13px;margin:1rem 0}
th,td{border:1px solid var(--line);padding:.25rem .6rem;text-align:right;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}
a{color:inherit}pre{overflow-x:auto;font-size:12px}figure{margin:1rem 0}figure svg{max-width:100%;height:auto}
@media print{body{margin:0;max-width:none}table{display:table}tr,figure{break-inside:avoid}h2,h3{break-after:avoid}}
`;

type Files = Readonly<Record<string, string>>;

const HEADING = /^(#{1,3}) (.*)$/;
const PICTURE = /^!\[.*\]\((.*)\)$/;
const CODE = /^```text\n([^]*)\n```$/;
const COMMENT = /^<!--.*-->\n?/;

/**
 * The report as one page that needs no other file: the headings, paragraphs, tables, pictures and code that `reportMarkdown` writes, and nothing
 * else of Markdown. At its end the CSV files can be saved, which it holds too.
 */
export function reportHtml(
  markdown: string,
  { svg, csv, title }: { svg: Files; csv: Files; title: string },
): string {
  const blocks = markdown
    .replace(COMMENT, '')
    .trim()
    .split(/\n{2,}|\n(?=# )/);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${inline(title)}</title><style>${STYLE}</style></head><body>`,
    ...blocks.map((block) => blockOf(block, svg)),
    downloads(csv),
    '</body></html>\n',
  ].join('\n');
}

function downloads(csv: Files): string {
  const links = Object.entries(csv).map(
    ([name, text]) =>
      `<a download="${name}" href="data:text/csv;charset=utf-8,${encodeURIComponent(text)}">${inline(name)}</a>`,
  );
  return `<h2>Tables as CSV</h2>\n<p>${links.join(' · ')}</p>`;
}

function blockOf(block: string, pictures: Files): string {
  const heading = HEADING.exec(block);
  if (heading !== null) {
    const level = heading[1].length;
    return `<h${level}>${inline(heading[2])}</h${level}>`;
  }
  const picture = PICTURE.exec(block)?.[1];
  if (picture !== undefined) return `<figure>${pictures[picture] ?? ''}</figure>`;
  const code = CODE.exec(block)?.[1];
  if (code !== undefined) return `<pre>${verbatim(code)}</pre>`;
  return block.startsWith('| ') ? tableOf(block.split('\n')) : `<p>${inline(block)}</p>`;
}

function tableOf([header, , ...rows]: string[]): string {
  const row = (line: string, tag: string) =>
    `<tr>${line
      .replace(/^\| | \|$/g, '')
      .split(/(?<!\\) \| /)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('\n')}</tbody></table>`;
}

function verbatim(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What Markdown made harmless, made harmless for HTML. */
function inline(text: string): string {
  return text
    .replaceAll(/\\([|`*_[\]\\])/g, '$1')
    .replaceAll(/&(?!amp;|lt;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
