import type { Readable } from 'node:stream';
import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { CutoffParameter } from '../accuracy/day-counts.ts';
import { daySpanParameters, resolveDays } from '../../ground/http/common-names.ts';
import { checkDayRange, dayRangeFields } from '../../ground/http/day-range.ts';
import {
  countField,
  MarketIdField,
  SimulatedField,
  dayField,
  instantField,
} from '../../ground/http/fields.ts';
import {
  MarketId,
  ProductName,
  Quantiles,
  Resolution,
  instantParameter,
  localTimeParameter,
} from '../../ground/http/parameters.ts';
import { FILE_FORMATS, MEDIA_TYPE_OF } from './file-encoder.ts';

const MAX_DAYS = 3660;
const MOST_DAYS_AHEAD = 7;

const shared = {
  market_id: MarketId.default(ZONES[0]),
  ...daySpanParameters,
  as_of: instantParameter(
    'Export what was known at this moment (default: now): values published later are left out, so that a file can be had again',
    '2026-03-30T10:30:00Z',
  ).optional(),
  format: z
    .enum(['json', ...FILE_FORMATS])
    .default('json')
    .meta({
      description:
        '`parquet` or `csv.gz`: the file. `json`: the manifest, which lists the file of each calendar year with its rows, bytes and SHA-256',
    }),
  files: z
    .enum(FILE_FORMATS)
    .optional()
    .meta({ description: 'Of a manifest: list only files of this form, in half the time (default: both)' }),
};
const product = ProductName.default('da');

const checkSpan = (query: { date_from: string; date_to: string }, check: z.RefinementCtx) =>
  checkDayRange(query, MAX_DAYS, check);

export const PriceExportQuery = z
  .strictObject({ ...shared, product, resolution: Resolution })
  .transform(resolveDays)
  .superRefine(checkSpan);

export const ForecastExportQuery = z
  .strictObject({
    ...shared,
    product,
    resolution: Resolution,
    days_ahead: z.int().min(0).max(MOST_DAYS_AHEAD).optional().meta({
      description:
        "How many days before each delivery day the time is (default: as many as the auction's gate closes before it)",
    }),
    issued_before: localTimeParameter(
      'Time in Madrid before which a run had been published (default: when the gate closes)',
      '10:00',
    ).optional(),
    quantiles: Quantiles.unwrap()
      .default('5,25,50,75,95')
      .meta({
        description: 'Quantiles of every period, in percent, a column each: `q5`, and `q2_5` for 2.5',
        examples: ['5,25,75,95'],
      }),
  })
  .transform(resolveDays)
  .superRefine(checkSpan);

export const FundamentalsExportQuery = z.strictObject(shared).transform(resolveDays).superRefine(checkSpan);

export const AccuracyExportQuery = z
  .strictObject({ ...shared, product, cutoff: CutoffParameter })
  .transform(resolveDays)
  .superRefine(checkSpan);

export type ExportQuery = z.infer<typeof FundamentalsExportQuery>;

const PartFileRecord = z
  .object({
    format: z.enum(FILE_FORMATS).meta({ description: 'Form of the file' }),
    name: z
      .string()

      .meta({
        description: 'Its name, with the year: a later file of that year takes its place',
        examples: ['lonja-prices-da-PT1H-2025.parquet'],
      }),
    url: z.string().meta({
      description: 'Where it is, with the credential of this request; from the root of the service',
      examples: [
        '/api/v1/exports/prices?as_of=2026-03-30T10%3A30%3A00Z&date_from=2025-01-01&date_to=2025-12-31&format=parquet&market_id=es&product=da&resolution=PT1H',
      ],
    }),
    bytes: countField('Its length', 61_204),
    sha256: z.string().meta({
      description: 'Of all its bytes, in hexadecimal digits',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  })
  .meta({ id: 'ExportFile' });

const PartRecord = z
  .object({
    date_from: dayField('First delivery day', '2025-01-01'),
    date_to: dayField('Last delivery day', '2025-12-31'),
    rows: countField('Rows of each of its files', 8760),
    files: z.array(PartFileRecord).meta({ description: 'The same rows in each form' }),
  })
  .meta({ id: 'ExportPart' });

const ColumnRecord = z
  .object({
    name: z.string().meta({ description: 'Its name in every file', examples: ['price'] }),
    type: z.enum(['day', 'instant', 'price', 'power', 'text', 'flag']).meta({
      description:
        'In Parquet: DATE, TIMESTAMP of UTC in milliseconds, DECIMAL(9, 2), DECIMAL(9, 1), STRING, BOOLEAN',
    }),
    nullable: z.boolean().meta({ description: 'Whether it can be null, which is an empty field in CSV' }),
    description: z.string().meta({ description: 'What it is', examples: ['Cleared price, EUR/MWh'] }),
  })
  .meta({ id: 'ExportColumn' });

export const ExportManifest = z
  .object({
    dataset: z
      .enum(['prices', 'forecasts', 'fundamentals', 'accuracy'])
      .meta({ description: 'What the rows are' }),
    market_id: MarketIdField,
    ...dayRangeFields,
    as_of: instantField('The moment whose knowledge the files hold', '2026-03-30T10:30:00Z'),
    simulated: SimulatedField,
    columns: z.array(ColumnRecord).meta({ description: 'The columns of every file, in order' }),
    parts: z.array(PartRecord).meta({ description: 'The calendar years of the span, in order' }),
    rows: countField('Rows of all parts', 87_672),
  })
  .meta({ id: 'ExportManifest' });
export type ExportManifest = z.infer<typeof ExportManifest>;

const FileBytes: z.ZodType<string | Readable> = z
  .string()
  .meta({ description: 'The bytes of the file', format: 'binary' });

/** The manifest or a file. */
export const exportResponse = {
  description: 'The manifest, or the file in the form that was asked for.',
  content: {
    'application/json': { schema: ExportManifest },
    [MEDIA_TYPE_OF.parquet]: { schema: FileBytes },
    [MEDIA_TYPE_OF['csv.gz']]: { schema: FileBytes },
  },
};
