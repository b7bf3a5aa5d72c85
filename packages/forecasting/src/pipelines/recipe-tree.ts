/** A part of a recipe for a reader: what it is, its settings, and what it is made of. */
export interface TreeNode {
  title: string;
  settings?: string[];
  parts?: TreeNode[];
}

const BRANCH_COLUMNS = 3;

/** A tree with branches, its lines broken at spaces so that none has more than `columns` columns. */
export function treeLines({ title, settings = [], parts = [] }: TreeNode, columns: number): string[] {
  const stem = parts.length > 0 ? '│  ' : '   ';
  const [head, ...rest] = brokenLines(title, columns - BRANCH_COLUMNS);
  const hanging = [...rest, ...brokenLines(settings.join('; '), columns - BRANCH_COLUMNS)];
  const branches = parts.flatMap((part, i) => {
    const [first, ...others] = treeLines(part, columns - BRANCH_COLUMNS);
    const [fork, line] = i === parts.length - 1 ? ['└─ ', '   '] : ['├─ ', '│  '];
    return [fork + first, ...others.map((other) => line + other)];
  });
  return [head, ...hanging.map((line) => stem + line), ...branches];
}

/** A number with its unit. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

/** A share in percent. */
export function percent(value: number): string {
  return `${Number((100 * value).toPrecision(4))} %`;
}

function brokenLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
