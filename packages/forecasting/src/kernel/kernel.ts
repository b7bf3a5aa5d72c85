import { KERNEL_BASE64 } from './wasm-module.ts';

/**
 * The dense arithmetic behind the models, on arrays in one linear memory. Arguments that stand for arrays are byte addresses, as
 * `Block.address` gives them; widths and strides count numbers. It runs in WebAssembly with SIMD (source in `assembly/`);
 * `test/plain-kernel` says in TypeScript what each function does, with the same bits as the result: every sum is taken in the same
 * order and nothing is fused.
 */
export interface KernelFunctions {
  median(values: number, count: number, scratch: number): number;
  deviationMedian(values: number, count: number, center: number, scratch: number): number;
  applyAsinh(values: number, count: number, center: number, spread: number): void;
  fillSquaredExponential: FillCovariances;
  fillMatern: FillCovariances;
  /** `first` is a multiple of four; products of two columns before it are left out. */
  gram(
    x: number,
    rows: number,
    columns: number,
    packed: number,
    out: number,
    stride: number,
    first: number,
  ): void;
  combineRows(
    matrix: number,
    stride: number,
    rows: number,
    weights: number,
    count: number,
    out: number,
    width: number,
  ): void;
  nearestJoin(
    correlations: number,
    slopes: number,
    bounds: number,
    rates: number,
    width: number,
    dropped: number,
    length: number,
    reached: number,
  ): number;
  advance(values: number, slopes: number, width: number, length: number): void;
  appendToFactor(
    lower: number,
    capacity: number,
    inverse: number,
    size: number,
    matrixRow: number,
    active: number,
    z: number,
    withZ: number,
  ): number;
  removeFromFactor(
    lower: number,
    capacity: number,
    inverse: number,
    size: number,
    z: number,
    position: number,
    rotations: number,
  ): void;
  solveLower(lower: number, capacity: number, inverse: number, size: number, values: number): void;
  solveUpper(
    lower: number,
    capacity: number,
    inverse: number,
    size: number,
    values: number,
    out: number,
  ): void;
  /** `size`, `rows` and `known` are multiples of four; `packed` holds rows x size numbers. 1 where every pivot was positive, else 0. */
  factorize(
    matrix: number,
    stride: number,
    size: number,
    rows: number,
    packed: number,
    known: number,
  ): number;
  /** `state` is a whole number of `lehmer.ts`, read and left for the next draw. Returns the number of rows drawn. */
  drawGroups(state: number, chances: number, groups: number, groupRows: number, order: number): number;
  /** A column's part of a histogram has `COLUMN_STRIDE` numbers. */
  fillHistogram(
    codes: number,
    stride: number,
    columns: number,
    columnCount: number,
    rows: number,
    count: number,
    packed: number,
    out: number,
  ): void;
  /** `widths` has the number of codes of every column, `columns` those of the histograms. */
  subtractHistogram(
    parent: number,
    child: number,
    columns: number,
    columnCount: number,
    widths: number,
  ): void;
  /** Returns the gain and writes two integers: the column and the last code that goes left. */
  findSplit(
    histogram: number,
    columns: number,
    columnCount: number,
    widths: number,
    total: number,
    minLeafRows: number,
    shrinkage: number,
    out: number,
  ): number;
  partitionRows(rows: number, count: number, codes: number, bin: number, scratch: number): number;
  /** Four integers a node: first byte of its column's codes after `codes`, bin, left child (0 at a leaf), nothing. */
  subtractTree(
    nodes: number,
    values: number,
    codes: number,
    rows: number,
    count: number,
    residuals: number,
  ): void;
}

/** Numbers of one column in a histogram, one for each code. */
export const COLUMN_STRIDE = 256;

/**
 * A bin of a histogram is one number, ROW_UNIT times its rows plus the sum of their slopes, which are whole numbers: half
 * the work of two sums, and exact, so that what remains after a subtraction is what a count would give.
 */
export const ROW_UNIT = 2 ** 32;

/**
 * Covariances of one point with `count` others, from the inner products of points with themselves and of the others with the one. The
 * arrays have room for an even number.
 */
export type FillCovariances = (
  square: number,
  squares: number,
  crosses: number,
  count: number,
  variance: number,
  out: number,
) => void;

export interface Kernel extends KernelFunctions {
  /** Memory of at least so many bytes. Growing it detaches what earlier calls returned. */
  memoryOf(bytes: number): ArrayBuffer;
}

/** Numbers in the kernel's memory, for the caller to read and write. */
export interface Block {
  address: number;
  values: Float64Array;
}

/** Arrays begin on multiples of this, a vector register of 16 numbers or two cache lines. */
const ALIGNMENT_BYTES = 128;

/** How many numbers a row of `columns` takes, so that vector loops need no remainder. */
export function paddedWidth(columns: number): number {
  return Math.ceil(columns / 16) * 16;
}

/** Blocks of these lengths, all zero. They stand until the next call for the same kernel. */
export function takeBlocks<Name extends string>(
  kernel: Kernel,
  lengths: Record<Name, number>,
): Record<Name, Block> {
  const names = namesOf(lengths);
  const bytes = names.map((name) => paddedWidth(lengths[name]) * Float64Array.BYTES_PER_ELEMENT);
  const memory = kernel.memoryOf(bytes.reduce((sum, size) => sum + size, ALIGNMENT_BYTES));
  let address = ALIGNMENT_BYTES;
  const blocks = names.map((name, i): [Name, Block] => {
    const values = new Float64Array(memory, address, lengths[name]).fill(0);
    const block = { address, values };
    address += bytes[i];
    return [name, block];
  });
  return recordOf(blocks);
}

/** Safe: the lengths are written as a literal of exactly these names. */
function namesOf<Name extends string>(lengths: Record<Name, number>): Name[] {
  return Object.keys(lengths) as Name[];
}

/** Safe: there is one entry for each name. */
function recordOf<Name extends string>(entries: [Name, Block][]): Record<Name, Block> {
  return Object.fromEntries(entries) as Record<Name, Block>;
}

/** The part of the host's WebAssembly that is used here; the language's own types leave it out. */
interface WebAssemblyHost {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => WasmMemory;
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => { exports: KernelFunctions };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** A kernel with memory of its own. Throws where the host has no WebAssembly with SIMD. */
export function createKernel(): Kernel {
  const host = findWebAssembly();
  const bytes = Uint8Array.from(atob(KERNEL_BASE64), (letter) => letter.charCodeAt(0));
  if (host?.validate(bytes) !== true) {
    throw new Error(
      'The models need WebAssembly with SIMD, which is missing here; use Node 20 or a browser of 2023, or later.',
    );
  }
  const memory = new host.Memory({ initial: 1 });
  const { exports } = new host.Instance(new host.Module(bytes), { env: { memory } });
  return {
    ...exports,
    memoryOf(bytesNeeded) {
      const missing = bytesNeeded - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
      return memory.buffer;
    },
  };
}

/** Safe: hosts that have `WebAssembly` have these members, which its standard fixes; the exports are checked by the tests. */
function findWebAssembly(): WebAssemblyHost | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyHost }).WebAssembly;
}
