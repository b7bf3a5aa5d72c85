/** The JSON of an answer, of any release. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What changes by itself while a service runs. */
const VOLATILE: ReadonlySet<string> = new Set([
  'last_used_at',
  'last_success_at',
  'last_failure_at',
  'last_sign_in_at',
  'last_seen_at',
  'now',
  // A newer release may have another version of the model.
  'active_to',
  'recovery_codes_left',
  'next_after',
  'total',
  'page_size',
]);

/** Whether two values are the same to a caller. */
type Sameness = (before: Json, after: Json) => boolean;

/**
 * Where a later answer has not what an earlier one had: each field has its value still, each record of a list is in it. Fields and
 * records that are new do no harm.
 */
export function differences(
  before: Json,
  after: Json,
  place: string,
  isSame: Sameness = Object.is,
): string[] {
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, place, isSame);
  if (isObject(before) && isObject(after)) {
    return Object.entries(before)
      .filter(([name]) => !VOLATILE.has(name))
      .flatMap(([name, value]) => differences(value, after[name] ?? null, `${place}.${name}`, isSame));
  }
  return isSame(before, after)
    ? []
    : [`${place}: ${JSON.stringify(before)?.slice(0, 80)} became ${JSON.stringify(after)?.slice(0, 80)}`];
}

function ofLists(before: Json[], after: Json[], place: string, isSame: Sameness): string[] {
  const byId = new Map(
    after.flatMap((record) => (idOf(record) === undefined ? [] : [[idOf(record), record]])),
  );
  if (byId.size > 0 || before.some((record) => idOf(record) !== undefined)) {
    return before.flatMap((record) =>
      differences(record, byId.get(idOf(record)) ?? null, `${place}[${idOf(record)}]`, isSame),
    );
  }
  if (before.length !== after.length) return [`${place}: ${before.length} records became ${after.length}`];
  return before.flatMap((value, i) => differences(value, after[i] ?? null, `${place}[${i}]`, isSame));
}

function idOf(record: Json): string | undefined {
  if (!isObject(record)) return undefined;
  const id = record['id'] ?? record['forecast_id'] ?? record['model_version'] ?? record['version'];
  return typeof id === 'string' ? id : undefined;
}

function isObject(value: Json): value is { [name: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
