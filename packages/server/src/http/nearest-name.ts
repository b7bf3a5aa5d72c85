/** The known name with the fewest single-character edits (Levenshtein distance) to the given one. */
export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const known of knownNames) {
    const edits = editDistance(wanted, known);
    if (edits < fewest) {
      fewest = edits;
      nearest = known;
    }
  }
  return nearest;
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
