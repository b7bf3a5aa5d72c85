const MOST_EDITS = 2;
/** So many characters at least has a name that is taken for the beginning of another. */
const LEAST_PREFIX = 3;

/**
 * The known name that was probably meant: one or two single-character edits (Levenshtein distance) away, or the beginning of the given
 * name, or begun by it, which counts as one edit. Undefined where none is near.
 */
export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  const [nearest] = knownNames
    .map((known) => {
      const edits = editDistance(wanted, known);
      return { known, edits, distance: shareBeginning(wanted, known) ? Math.min(edits, 1) : edits };
    })
    // Of a short name two edits leave nothing.
    .filter(
      ({ known, distance }) => distance <= MOST_EDITS && distance < Math.min(wanted.length, known.length),
    )
    .toSorted((a, b) => a.distance - b.distance || a.edits - b.edits);
  return nearest?.known;
}

function shareBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= LEAST_PREFIX && (a.startsWith(b) || b.startsWith(a));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
