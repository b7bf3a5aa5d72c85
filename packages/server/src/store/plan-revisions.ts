/** Rows of one feed in columns, sorted by start, then in the order in which they became available. */
export interface Rows {
  start: Float64Array;
  value: Float64Array;
  availableAt: Float64Array;
}

/** What has to be written: the rows with their revision numbers. */
export interface RevisionPlan extends Rows {
  revision: Int32Array;
  inserted: number;
  corrected: number;
  unchanged: number;
}

/**
 * Compares incoming rows with the known ones, which hold every revision of the periods concerned in order of revision.
 * A period not known yet gets revision 1, another value than the latest the next revision. A row says nothing new when it
 * repeats the latest value or the one that was in force when it became available; so a load can be repeated. A correction
 * never becomes available before what it corrects. Both inputs are sorted by start; O(n).
 */
export function planRevisions(known: Rows, incoming: Rows): RevisionPlan {
  const picked: number[] = [];
  const revisions: number[] = [];
  const availability: number[] = [];
  let corrected = 0;
  let first = 0;
  let i = 0;
  while (i < incoming.start.length) {
    const start = incoming.start[i];
    while (first < known.start.length && known.start[first] < start) first++;
    let end = first;
    while (end < known.start.length && known.start[end] === start) end++;
    let latest =
      end === first
        ? undefined
        : { value: known.value[end - 1], availableAt: known.availableAt[end - 1], revision: end - first };
    for (; i < incoming.start.length && incoming.start[i] === start; i++) {
      const value = incoming.value[i];
      if (latest?.value === value || wasInForce(known, first, end, value, incoming.availableAt[i])) continue;
      if (latest !== undefined) corrected++;
      const availableAt = Math.max(incoming.availableAt[i], latest?.availableAt ?? -Infinity);
      latest = { value, availableAt, revision: (latest?.revision ?? 0) + 1 };
      picked.push(i);
      revisions.push(latest.revision);
      availability.push(availableAt);
    }
  }
  return {
    start: Float64Array.from(picked, (row) => incoming.start[row]),
    value: Float64Array.from(picked, (row) => incoming.value[row]),
    availableAt: Float64Array.from(availability),
    revision: Int32Array.from(revisions),
    inserted: picked.length - corrected,
    corrected,
    unchanged: incoming.start.length - picked.length,
  };
}

/** Whether one of the known rows `first`..`end - 1` has the value and held at the instant, its edges included. */
function wasInForce(known: Rows, first: number, end: number, value: number, instant: number): boolean {
  for (let row = first; row < end; row++) {
    const until = row + 1 < end ? known.availableAt[row + 1] : Infinity;
    if (known.value[row] === value && known.availableAt[row] <= instant && until >= instant) return true;
  }
  return false;
}
