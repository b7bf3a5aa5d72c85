import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainKernel } from '../../test/plain-kernel/plain-kernel.ts';
import { createNormal } from '../../test/random-problem.ts';
import { type Block, type Kernel, createKernel, paddedWidth, takeBlocks } from './kernel.ts';

const PLAIN = createPlainKernel();
const WASM = createKernel();

/** Runs the same calls in both kernels, on blocks of the same random numbers, and returns what they return: the same bits. */
function assertSame<Name extends string>(
  lengths: Record<Name, number>,
  run: (kernel: Kernel, blocks: Record<Name, Block>) => Iterable<number>,
): number[] {
  const outcomes = [PLAIN, WASM].map((kernel) => {
    const normal = createNormal(17);
    const blocks = takeBlocks(kernel, lengths);
    for (const { values } of Object.values<Block>(blocks)) values.forEach((_, i) => (values[i] = normal()));
    return [...run(kernel, blocks)];
  });
  assert.deepEqual(outcomes[1], outcomes[0]);
  return outcomes[0];
}

function setIntegers({ values, address }: Block, integers: number[]): void {
  new Int32Array(values.buffer, address, integers.length).set(integers);
}

test('medians agree with odd and even counts, ties and sorted values', () => {
  for (let count = 1; count < 80; count++) {
    for (const grain of [1e-9, 0.5, 100]) {
      assertSame({ values: count, scratch: count }, (kernel, { values, scratch }) => {
        values.values.forEach((value, i) => (values.values[i] = Math.round(value / grain) * grain + 0));
        if (count % 3 === 0) values.values.sort();
        return [
          kernel.median(values.address, count, scratch.address),
          kernel.deviationMedian(values.address, count, 0.25, scratch.address),
        ];
      });
    }
  }
});

test('asinh agrees from rounding to 1e300, and on an odd last value', () => {
  const count = 1001;
  assertSame({ values: count }, (kernel, { values }) => {
    values.values.forEach(
      (value, i) => (values.values[i] = value * 10 ** (i % 2 === 0 ? -15 + i / 50 : i / 4)),
    );
    kernel.applyAsinh(values.address, count, 0.5, 3);
    return values.values;
  });
});

test('covariances agree from distance 0 to where nothing is left of them', () => {
  const count = 1001;
  for (const fill of ['fillSquaredExponential', 'fillMatern'] as const) {
    assertSame({ squares: count, crosses: count, out: count }, (kernel, { squares, crosses, out }) => {
      squares.values.forEach((value, i) => (squares.values[i] = value * value * 10 ** (i / 150 - 2)));
      kernel[fill](0.7, squares.address, crosses.address, count, 1.3, out.address);
      return out.values;
    });
  }
});

test('Gram matrices agree for every remainder of columns', () => {
  for (const [rows, columns, first] of [
    [1, 1, 0],
    [9, 6, 0],
    [30, 19, 0],
    [7, 33, 0],
    [7, 33, 20],
    [3, 8, 8],
  ]) {
    const stride = paddedWidth(columns);
    const lengths = { x: rows * columns, packed: rows * stride, out: stride * stride };
    assertSame(lengths, (kernel, { x, packed, out }) => {
      kernel.gram(x.address, rows, columns, packed.address, out.address, stride, first);
      const isTaken = (row: number, column: number) =>
        Math.max(row, column) < columns && Math.max(row, column) >= first;
      return out.values.filter((_, at) => isTaken(Math.floor(at / stride), at % stride));
    });
  }
});

test('weighted sums of rows agree for every number of rows', () => {
  const width = 48;
  for (let count = 0; count < 20; count++) {
    const lengths = { matrix: width * 20, rows: 16, weights: 20, out: width };
    assertSame(lengths, (kernel, { matrix, rows, weights, out }) => {
      setIntegers(
        rows,
        Array.from({ length: count }, (_, i) => (7 * i) % 20),
      );
      kernel.combineRows(matrix.address, width, rows.address, weights.address, count, out.address, width);
      return out.values;
    });
  }
});

test('the nearest join agrees, also with closed columns and one that has just left', () => {
  const width = 32;
  const lengths = { c: width, a: width, w: width, v: width, reached: 1 };
  for (let round = 0; round < 60; round++) {
    assertSame(lengths, (kernel, { c, a, w, v, reached }) => {
      w.values.forEach((value, i) => {
        w.values[i] = (i + round) % 7 === 0 ? Infinity : Math.abs(c.values[i]) + Math.abs(value) * (i % 5);
        v.values[i] = i % 2 === 0 ? 1 : v.values[i] * round;
      });
      const dropped = (round % (width + 1)) - 1;
      // prettier-ignore
      const joining = kernel.nearestJoin(c.address, a.address, w.address, v.address, width, dropped, 0.2 * round, reached.address);
      kernel.advance(c.address, a.address, width, reached.values[0]);
      return [joining, reached.values[0], ...c.values];
    });
  }
});

test('a factor that grows, shrinks and solves agrees at every size', () => {
  const size = 23;
  const width = paddedWidth(size);
  const lengths = {
    gram: width * width,
    lower: width * width,
    inverse: width,
    active: width,
    z: width,
    out: width,
    rotations: 2 * width,
  };
  assertSame({ ...lengths, results: 1 }, (kernel, blocks) => {
    const { gram, lower, inverse, active, z, out, results, rotations } = blocks;
    for (let i = 0; i < width; i++) gram.values[i * width + i] = 60 + i;
    setIntegers(
      active,
      Array.from({ length: size }, (_, i) => i),
    );
    const seen: number[] = [];
    for (let i = 0; i < size; i++) {
      const row = gram.address + i * width * 8;
      // prettier-ignore
      const explained = kernel.appendToFactor(lower.address, width, inverse.address, i, row, active.address, z.address, results.address);
      const diagonal = Math.sqrt(gram.values[i * width + i] - explained);
      lower.values[i * width + i] = diagonal;
      inverse.values[i] = 1 / diagonal;
      kernel.solveUpper(lower.address, width, inverse.address, i + 1, z.address, out.address);
      seen.push(explained, results.values[0], ...out.values.subarray(0, i + 1));
    }
    for (let left = size; left > 1; left--) {
      kernel.removeFromFactor(
        lower.address,
        width,
        inverse.address,
        left,
        z.address,
        left >> 1,
        rotations.address,
      );
      kernel.solveLower(lower.address, width, inverse.address, left - 1, z.address);
      seen.push(...z.values.subarray(0, left - 1), ...inverse.values.subarray(0, left - 1));
    }
    assert.ok(seen.every(Number.isFinite));
    return seen;
  });
});

test('factors and solved rows agree, and give the matrix back', () => {
  for (const [size, rows] of [
    [4, 8],
    [12, 12],
    [40, 52],
  ]) {
    assertSame({ matrix: size * rows, packed: size * rows }, (kernel, { matrix, packed }) => {
      const source = matrix.values.slice();
      for (let i = 0; i < size; i++) {
        for (let j = 0; j <= i; j++) {
          let sum = i === j ? 1 : 0;
          for (let k = 0; k < size; k++) sum += source[i * size + k] * source[j * size + k];
          matrix.values[i * size + j] = sum;
        }
      }
      const wanted = matrix.values.slice();
      assert.equal(kernel.factorize(matrix.address, size, size, rows, packed.address, 0), 1);
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j <= Math.min(i, size - 1); j++) {
          let product = 0;
          for (let k = 0; k <= j; k++) product += matrix.values[i * size + k] * matrix.values[j * size + k];
          assert.ok(Math.abs(product - wanted[i * size + j]) < 1e-9, `row ${i}, column ${j}`);
        }
      }
      return matrix.values.filter((_, at) => at % size <= Math.floor(at / size));
    });
  }
});

test('a factor goes on where an earlier one ends, with the same bits', () => {
  const [size, rows] = [24, 32];
  for (const known of [4, 16, 24]) {
    assertSame({ matrix: size * rows, packed: size * rows }, (kernel, { matrix, packed }) => {
      for (let i = 0; i < size; i++) matrix.values[i * (size + 1)] += 50;
      const source = matrix.values.slice();
      assert.equal(kernel.factorize(matrix.address, size, size, rows, packed.address, 0), 1);
      const whole = matrix.values.slice();
      const isKnown = (row: number, column: number) =>
        column < known && column <= row && (row < known || row >= size);
      matrix.values.set(
        source.map((value, at) => (isKnown(Math.floor(at / size), at % size) ? whole[at] : value)),
      );
      assert.equal(kernel.factorize(matrix.address, size, size, rows, packed.address, known), 1);
      const lower = (_: number, at: number) => at % size <= Math.floor(at / size);
      assert.deepEqual(matrix.values.filter(lower), whole.filter(lower), `${known} rows known`);
      return matrix.values.filter(lower);
    });
  }
});

test('a matrix that is not positive definite is distinguished from one that is', () => {
  assertSame({ matrix: 16, packed: 16 }, (kernel, { matrix, packed }) => {
    matrix.values.set([1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    return [kernel.factorize(matrix.address, 4, 4, 4, packed.address, 0)];
  });
});

test('draws of groups agree, go on where they stopped, and are those of the remainders', () => {
  const groups = 57;
  for (const groupRows of [1, 4]) {
    const orders = assertSame(
      { state: 1, chances: groups, order: groups * groupRows },
      (kernel, { state, chances, order }) => {
        setIntegers(state, [20_261]);
        chances.values.forEach((_, group) => (chances.values[group] = group / groups));
        return [1, 2].flatMap(() => [
          kernel.drawGroups(state.address, chances.address, groups, groupRows, order.address),
          ...new Int32Array(order.values.buffer, order.address, groups * groupRows),
          ...new Int32Array(state.values.buffer, state.address, 1),
        ]);
      },
    );
    let lehmer = 20_261;
    const isSeen = Array.from({ length: 2 * groups }, (_, draw) => {
      lehmer = (lehmer * 48_271) % 2_147_483_647;
      return (lehmer - 1) / 2_147_483_646 < (draw % groups) / groups;
    }).slice(groups);
    const rows = Array.from({ length: groups * groupRows }, (_, row) => row);
    const seen = rows.filter((row) => isSeen[Math.floor(row / groupRows)]);
    const others = rows.filter((row) => !isSeen[Math.floor(row / groupRows)]).toReversed();
    assert.deepEqual(orders.slice(orders.length / 2), [seen.length, ...seen, ...others, lehmer]);
  }
});

function packedSum(bins: number[]): number {
  return bins.reduce((sum, bin) => sum + bin, 0);
}

test('histograms, splits, partitions and sums of trees agree for every remainder of columns and rows', () => {
  const stride = 41;
  for (const [columnCount, count] of [
    [1, 1],
    [3, 40],
    [4, 17],
    [9, 41],
  ]) {
    const lengths = {
      codes: 60,
      columns: 8,
      rows: 32,
      scratch: 32,
      packed: stride,
      out: 9 * 256,
      nodes: 10,
      child: 9 * 256,
      widths: 5,
      split: 1,
    };
    assertSame(lengths, (kernel, blocks) => {
      const { codes, columns, rows, scratch, packed, out, nodes, child, widths, split } = blocks;
      const bytes = new Uint8Array(codes.values.buffer, codes.address, 9 * stride);
      const codeCounts = [256, 251, 256, 200, 129, 256, 77, 3, 130];
      setIntegers(widths, codeCounts);
      bytes.forEach((_, i) => (bytes[i] = (i * 37) % codeCounts[Math.floor(i / stride)]));
      packed.values.forEach((value, i) => (packed.values[i] = 2 ** 32 + Math.round(1000 * value)));
      setIntegers(
        columns,
        Array.from({ length: columnCount }, (_, k) => (7 * k) % 9),
      );
      setIntegers(
        rows,
        Array.from({ length: count }, (_, i) => (i * 11) % stride),
      );
      kernel.fillHistogram(
        codes.address,
        stride,
        columns.address,
        columnCount,
        rows.address,
        count,
        packed.address,
        out.address,
      );
      const sums = [...out.values.subarray(0, columnCount * 256)];
      const whole = packedSum(sums.slice(0, 256));
      const splits = [1, 3, 30].flatMap((minLeafRows) => [
        kernel.findSplit(
          out.address,
          columns.address,
          columnCount,
          widths.address,
          whole,
          minLeafRows,
          2,
          split.address,
        ),
        ...new Int32Array(split.values.buffer, split.address, 2),
      ]);
      kernel.fillHistogram(
        codes.address,
        stride,
        columns.address,
        columnCount,
        rows.address,
        Math.floor(count / 2),
        packed.address,
        child.address,
      );
      kernel.subtractHistogram(out.address, child.address, columns.address, columnCount, widths.address);
      const rest = [...out.values.subarray(0, columnCount * 256)];
      const second = codes.address + stride;
      const front = kernel.partitionRows(rows.address, count, second, 120, scratch.address);
      const order = [...new Int32Array(rows.values.buffer, rows.address, count)];
      // The root asks column 2, its right child column 5.
      setIntegers(nodes, [2 * stride, 99, 1, 0, 0, 0, 0, 0, 5 * stride, 30, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      kernel.subtractTree(nodes.address, out.address, codes.address, rows.address, count, packed.address);
      return [...sums, ...splits, ...rest, front, ...order, ...packed.values];
    });
  }
});
