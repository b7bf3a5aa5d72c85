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

/** One revision of a period. */
interface Vintage {
  value: number;
  availableAt: number;
}

/**
 * Compares incoming rows with the known ones, which hold every revision of the periods concerned. A period not known yet gets
 * revision 1, a value that is news the next number. Availability alone says which revision is in force when, so revisions
 * may be loaded in any order; of two with the same availability the one that was loaded later counts. A row is no news when
 * its value was in force when it became available, or came into force next; so a load can be repeated. Both inputs are
 * sorted by start, then by availability; O(n) for few revisions of a period.
 */
export function planRevisions(known: Rows, incoming: Rows): RevisionPlan {
  const picked: number[] = [];
  const revisions: number[] = [];
  let inserted = 0;
  let first = 0;
  let i = 0;
  while (i < incoming.start.length) {
    const start = incoming.start[i];
    while (first < known.start.length && known.start[first] < start) first++;
    const vintages: Vintage[] = [];
    for (let row = first; row < known.start.length && known.start[row] === start; row++)
      vintages.push({ value: known.value[row], availableAt: known.availableAt[row] });
    for (; i < incoming.start.length && incoming.start[i] === start; i++) {
      const vintage = { value: incoming.value[i], availableAt: incoming.availableAt[i] };
      if (!isNews(vintages, vintage)) continue;
      const after = vintages.findIndex(({ availableAt }) => availableAt > vintage.availableAt);
      vintages.splice(after < 0 ? vintages.length : after, 0, vintage);
      picked.push(i);
      revisions.push(vintages.length);
      if (vintages.length === 1) inserted++;
    }
  }
  return {
    start: Float64Array.from(picked, (row) => incoming.start[row]),
    value: Float64Array.from(picked, (row) => incoming.value[row]),
    availableAt: Float64Array.from(picked, (row) => incoming.availableAt[row]),
    revision: Int32Array.from(revisions),
    inserted,
    corrected: picked.length - inserted,
    unchanged: incoming.start.length - picked.length,
  };
}

/** `vintages` in order of availability; each holds until the next one, at whose instant both count as in force. */
function isNews(vintages: Vintage[], { value, availableAt }: Vintage): boolean {
  const next = vintages.findIndex((vintage) => vintage.availableAt > availableAt);
  if (next >= 0 && vintages[next].value === value) return false;
  const known = next < 0 ? vintages : vintages.slice(0, next);
  return !known.some(
    (vintage, i) =>
      vintage.value === value && (i + 1 === known.length || known[i + 1].availableAt >= availableAt),
  );
}
