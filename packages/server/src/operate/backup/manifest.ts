import { z } from 'zod';

/** Raised when a program of before could not read what is written. */
export const FORMAT = 1;

export const FIRST_ENTRY = 'lonja-backup';
export const MANIFEST_ENTRY = 'manifest.json';
export const SECRETS_ENTRY = 'secrets.json';

/** An entry of the archive as it lies in it, compressed. */
export const Part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
export type Part = z.infer<typeof Part>;

/** What stands in a backup. It is the archive's last entry: without it an archive is cut off. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the program that wrote it, and of PostgreSQL. */
  program: z.string(),
  postgres: z.string(),
  made_at: z.iso.datetime(),
  data_origin: z.enum(['market', 'simulator']).nullable(),
  /** Those that the database had done, in order. */
  migrations: z.array(z.string()),
  /** Each after those that it refers to; so are the entries. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), parts: z.array(Part) }),
  ),
  /** Months of which the values had a partition of their own; absent in backups of before there were such. */
  months: z.array(z.string().regex(/^\d{4}-\d{2}$/)).optional(),
  /** What each gave last. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** Null: without secrets. */
  secrets: Part.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;
