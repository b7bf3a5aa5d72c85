import { DAY_MS } from '@lonja/forecasting/market';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ColumnType, ExportColumn, ExportValue } from './export-table.ts';
import type { FileEncoder } from './file-encoder.ts';

type ElementType = Omit<SchemaElement, 'name' | 'repetition_type'>;

/** Types are declared, by their new names and by those that older readers know. */
const ELEMENT_OF: Record<ColumnType, ElementType> = {
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  // Of UTC: DuckDB, pandas, polars, Arrow and Spark read an instant, not a local time.
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  price: decimal(2),
  power: decimal(1),
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  flag: { type: 'BOOLEAN' },
};

/** Nine digits are what 32 bits hold. */
function decimal(scale: number): ElementType {
  const precision = 9;
  return {
    type: 'INT32',
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision, scale },
    precision,
    scale,
  };
}

/** Parquet with a row group for each part of the rows, compressed by Snappy, which every reader knows. */
export function createParquetEncoder(columns: readonly ExportColumn[]): FileEncoder {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'lonja',
  });

  /** A copy of what has been written since the last time. */
  function taken(): Uint8Array {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  return {
    async add(rows) {
      if (rows.length > 0) {
        const columnData = columns.map(({ name, type }, i) => ({
          name,
          data: rows.map((row) => stored(row[i], type)),
        }));
        await file.write({ columnData, rowGroupSize: rows.length });
      }
      return taken();
    },
    async end() {
      await file.finish();
      return taken();
    },
  };
}

function elementOf({ name, type, isNullable = false }: ExportColumn): SchemaElement {
  return { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', ...ELEMENT_OF[type] };
}

function stored(value: ExportValue | undefined, type: ColumnType): ExportValue | bigint {
  if (value === undefined || value === null) return null;
  if (type === 'day') return Date.parse(String(value)) / DAY_MS;
  return type === 'instant' ? BigInt(Math.trunc(Number(value))) : value;
}
