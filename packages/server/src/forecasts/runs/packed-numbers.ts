/** Numbers of 4 bytes, little-endian. */
export function singles(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, i) => bytes.writeFloatLE(number, 4 * i));
  return bytes;
}

/** The numbers that `singles` has packed. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** Numbers in rows of a width. */
export function rowsOf(numbers: readonly number[], width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width),
  );
}
