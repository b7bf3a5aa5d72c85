/** Text in lines of at most `width` characters, broken between words; a longer word has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A line that fits is left as it is; a longer one goes on below itself, indented as far as it is. */
export function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const text = line.trimStart();
  const indent = ' '.repeat(line.length - text.length);
  return wrapText(text, width - indent.length).map((part) => indent + part);
}
