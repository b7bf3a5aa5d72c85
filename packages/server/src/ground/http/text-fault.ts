/** What no field may hold: parts of a character, and control characters but tab and line ends. PostgreSQL refuses the first and NUL. */
const UNFIT = /[^\P{Cc}\t\n\r]/u;
/** Also not in one line of text: ends of lines, and marks that turn the direction of what follows. */
const UNFIT_FOR_LINES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Where a value that came as JSON or as a query holds text that is unfit, names of fields included and passwords excepted; undefined where it
 * holds none.
 */
export function findUnfitText(data: unknown): (string | number)[] | undefined {
  // A list instead of recursion: a body can be nested deeper than calls can.
  const waiting: { value: unknown; path: (string | number)[] }[] = [{ value: data, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (!isFitText(value)) return path;
    } else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) waiting.push({ value: item, path: [...path.slice(0, 3), i] });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        if (!isFitText(name)) return path;
        // A password is hashed, never stored or shown: a strange one is a wrong one.
        if (name.endsWith('password')) continue;
        waiting.push({ value: field, path: [...path.slice(0, 3), name] });
      }
    }
  }
  return undefined;
}

/** Whether text can be shown and stored as one line. */
export function isFitLine(text: string): boolean {
  return text.isWellFormed() && !UNFIT_FOR_LINES.test(text);
}

function isFitText(text: string): boolean {
  return text.isWellFormed() && !UNFIT.test(text);
}
