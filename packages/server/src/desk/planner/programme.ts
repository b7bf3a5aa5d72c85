import type { Highs, ModelData } from 'highs';

/** A linear programme that is written down variable by variable and row by row; it is maximised. */
export class Programme {
  readonly #columns: { gain: number; lower: number; upper: number; isBinary: boolean }[] = [];
  readonly #rows: { lower: number; upper: number }[] = [];
  readonly #starts = [0];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];

  /** Adds a variable and gives its column; without bounds it is not negative. */
  variable({ gain = 0, lower = 0, upper = Number.POSITIVE_INFINITY, isBinary = false } = {}): number {
    return this.#columns.push({ gain, lower, upper, isBinary }) - 1;
  }

  /** Adds the row `lower <= sum of value * column <= upper`. */
  row(
    terms: readonly (readonly [column: number, value: number])[],
    { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY },
  ): void {
    this.#rows.push({ lower, upper });
    for (const [column, value] of terms) {
      if (value === 0) continue;
      this.#indices.push(column);
      this.#values.push(value);
    }
    this.#starts.push(this.#indices.length);
  }

  /** As the solver takes it. */
  toModel({ constants, infinity }: Pick<Highs, 'constants' | 'infinity'>): ModelData {
    const bounded = (value: number) => (Number.isFinite(value) ? value : Math.sign(value) * infinity);
    const columns = this.#columns;
    const rows = this.#rows;
    return {
      numCols: columns.length,
      numRows: rows.length,
      sense: constants.objectiveSense.maximize,
      colCost: Float64Array.from(columns, ({ gain }) => gain),
      colLower: Float64Array.from(columns, ({ lower }) => bounded(lower)),
      colUpper: Float64Array.from(columns, ({ upper }) => bounded(upper)),
      rowLower: Float64Array.from(rows, ({ lower }) => bounded(lower)),
      rowUpper: Float64Array.from(rows, ({ upper }) => bounded(upper)),
      matrix: {
        format: 'csr',
        numRows: rows.length,
        numCols: columns.length,
        starts: Int32Array.from(this.#starts),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
      ...(columns.some(({ isBinary }) => isBinary) && {
        integrality: Int32Array.from(columns, ({ isBinary }) =>
          isBinary ? constants.variableType.integer : constants.variableType.continuous,
        ),
      }),
    };
  }
}
