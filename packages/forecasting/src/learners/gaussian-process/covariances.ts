import { type Block, type Kernel, paddedWidth, takeBlocks } from '../../kernel/kernel.ts';
import { type CovarianceShape, fadingsUpTo } from './covariance.ts';
import { type TermFeatures, type TrainingSet, rowProducts } from './training-set.ts';

/** Covariances of training days with the days before them and themselves: the rows of the lower triangle from day `from` on. */
export interface DayCovariances {
  from: number;
  /** One behind the other. */
  rows: Float64Array;
}

/** Where the row of a day begins among rows of a lower triangle. */
export function placeOf(day: number): number {
  return (day * (day + 1)) / 2;
}

/** The kernel works on tiles of four. */
export function wholeTiles(count: number): number {
  return count - (count % 4);
}

/** The sum of the terms, of the days from `from` on. O(terms x days x (days - from) x features). */
export function covariancesOf(
  kernel: Kernel,
  shapes: CovarianceShape[],
  { days, terms }: TrainingSet,
  from = 0,
): DayCovariances {
  const count = days.length;
  const size = paddedWidth(count);
  const widest = Math.max(...terms.map(({ values }) => values.length));
  const { x, packed, gram, ...room } = takeBlocks(kernel, {
    x: widest,
    packed: (widest / count) * size,
    gram: size * size,
    ...roomForTerm(size),
  });
  const rows = new Float64Array(placeOf(count) - placeOf(from));
  shapes.forEach((shape, t) => {
    const { values, squares } = terms[t];
    x.values.set(values);
    const width = values.length / count;
    kernel.gram(x.address, width, count, packed.address, gram.address, size, wholeTiles(from));
    addTerm(kernel, shape, { days, squares, gram: gram.values, stride: size, room }, { from, rows });
  });
  return { from, rows };
}

/**
 * The sum of the terms of all days, from the days' inner products: for each term a row-major matrix of days x days, of which the
 * lower triangle counts.
 */
export function covariancesOfGrams(
  kernel: Kernel,
  shapes: CovarianceShape[],
  { days, grams }: { days: number[]; grams: Float64Array[] },
): DayCovariances {
  const sum = { from: 0, rows: new Float64Array(placeOf(days.length)) };
  const room = takeBlocks(kernel, roomForTerm(paddedWidth(days.length)));
  shapes.forEach((shape, t) => {
    const gram = grams[t];
    const squares = Float64Array.from(days, (_, i) => gram[i * (days.length + 1)]);
    addTerm(kernel, shape, { days, squares, gram, stride: days.length, room }, sum);
  });
  return sum;
}

/** One term of the covariances of new days with every training day. */
export interface TermWithDays {
  /** Of the day with this number and these features, which must not change later. */
  with(day: number, features: Float64Array): Float64Array;
}

/**
 * Keeps the latest result, which a second stage or another day of a horizon may ask for again; the training features must not
 * change.
 */
export function createTermWithDays(
  kernel: Kernel,
  shape: CovarianceShape,
  days: number[],
  { values: trained, squares }: TermFeatures,
): TermWithDays {
  let latest: { day: number; features: Float64Array; values: Float64Array } | undefined;
  return {
    with(day, features) {
      if (latest?.day === day && areEqual(latest.features, features)) return latest.values;
      const room = takeBlocks(kernel, roomForTerm(paddedWidth(days.length)));
      room.squares.values.set(squares);
      room.crosses.values.set(rowProducts(features, trained, days.length));
      let square = 0;
      for (let i = 0; i < features.length; i++) square += features[i] * features[i];
      fillTerm(kernel, shape, square, days.length, room);
      const values = room.out.values.slice(0, days.length);
      fade(values, { shape, day, days });
      latest = { day, features, values };
      return values;
    },
  };
}

/** The sum of terms of one day with every training day. */
export function covariancesWith(
  terms: TermWithDays[],
  { day, features }: { day: number; features: Float64Array[] },
): Float64Array {
  const parts = terms.map((term, t) => term.with(day, features[t]));
  const covariances = new Float64Array(parts[0].length);
  for (const values of parts) for (let i = 0; i < covariances.length; i++) covariances[i] += values[i];
  return covariances;
}

function areEqual(one: Float64Array, other: Float64Array): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function fade(
  values: Float64Array,
  { shape, day, days }: { shape: CovarianceShape; day: number; days: number[] },
): void {
  if (shape.lasting === 1) return;
  const fading = fadingsUpTo(Math.max(Math.abs(day - days[0]), Math.abs(day - days[days.length - 1])), shape);
  for (let i = 0; i < values.length; i++) values[i] *= fading[Math.abs(day - days[i])];
}

/** Adds a term to the covariances, from the inner products of days with themselves and with the days before them. */
function addTerm(
  kernel: Kernel,
  shape: CovarianceShape,
  {
    days,
    squares,
    gram,
    stride,
    room,
  }: { days: number[]; squares: Float64Array; gram: Float64Array; stride: number; room: TermRoom },
  { from, rows }: DayCovariances,
): void {
  const fading = fadingsUpTo(days[days.length - 1] - days[0], shape);
  const values = room.out.values;
  room.squares.values.set(squares);
  let at = 0;
  for (let i = from; i < days.length; i++) {
    room.crosses.values.set(gram.subarray(i * stride, i * stride + i + 1));
    fillTerm(kernel, shape, squares[i], i + 1, room);
    if (shape.lasting === 1) for (let j = 0; j <= i; j++) rows[at++] += values[j];
    else for (let j = 0; j <= i; j++) rows[at++] += fading[days[i] - days[j]] * values[j];
  }
}

/**
 * In the kernel's memory: inner products of days' weighted features with themselves, and with those of one day, and the covariances with it
 * that come of them.
 */
type TermRoom = Record<'squares' | 'crosses' | 'out', Block>;

function roomForTerm(size: number): Record<keyof TermRoom, number> {
  return { squares: size, crosses: size, out: size };
}

/** A term before fading of one day, whose inner product with itself is `square`, with the first `count` others. */
function fillTerm(
  kernel: Kernel,
  { shape, variance }: CovarianceShape,
  square: number,
  count: number,
  { squares, crosses, out }: TermRoom,
): void {
  if (shape === 'linear') {
    for (let i = 0; i < count; i++) out.values[i] = variance * (1 + crosses.values[i]);
    return;
  }
  const fill = shape === 'matern-3/2' ? kernel.fillMatern : kernel.fillSquaredExponential;
  fill(square, squares.address, crosses.address, count, variance, out.address);
}
