const WIDTH = 120;

/** Paragraphs and lists of Markdown with lines that a reader can scan. */
export function wrap(text: string): string {
  return `${text.split('\n').map(wrapLine).join('\n')}\n`;
}

function wrapLine(line: string): string {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}
