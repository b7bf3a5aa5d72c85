import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import {
  findHeldBack,
  findHeldBackSeries,
  findHeldBackValues,
  type HeldBack,
  parseHeldBackId,
} from '../publications/held-back.ts';

/** One value of what is held back; `start` in epoch ms. */
export interface ShownValue {
  series: string;
  unit: string;
  resolution: string;
  start: number;
  value: number;
}

export interface HeldBackContents {
  heldBack: HeldBack;
  /** As the source or the file gave them. */
  values: ShownValue[];
}

/** What is held back under an id, with its values. Throws `not_found` for an id that names nothing. */
export async function getHeldBack(db: Db, id: string): Promise<HeldBackContents> {
  const [heldBack] = await findHeldBack(db, id);
  const key = parseHeldBackId(id);
  if (heldBack === undefined || key === undefined) throw unknownId();
  return {
    heldBack,
    values: key.kind === 'day' ? await ofDay(db, key.rowId) : await single(db, key, heldBack),
  };
}

export function unknownId(): AppError {
  return new AppError('not_found', 'Nothing is held back under this id.');
}

async function ofDay(db: Db, rowId: string): Promise<ShownValue[]> {
  const parts = (await findHeldBackSeries(db, rowId)) ?? [];
  return parts.flatMap(({ key: series, unit, resolution, start, value }) =>
    start.map((instant, i) => ({ series, unit, resolution, start: instant, value: value[i] })),
  );
}

async function single(
  db: Db,
  key: { feedId: number; day: string },
  { state }: HeldBack,
): Promise<ShownValue[]> {
  const found = await findHeldBackValues(db, key);
  if (found === undefined) return [];
  const { series, unit, resolution } = found.feed;
  return found.values
    .filter((one) => one.state === state)
    .map(({ start, value }) => ({ series, unit, resolution, start, value }));
}
