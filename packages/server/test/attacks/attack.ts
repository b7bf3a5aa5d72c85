/** What became of the tries of an attack: how many had each status, or another end. */
export type AttackCounts = Record<string, number>;

export function note(counts: AttackCounts, outcome: number | string): void {
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}
